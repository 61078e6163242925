import { expect, it } from "vitest";
import { routeOf } from "./router.svelte";

const T = "a".repeat(26);

it.each([
  ["", { page: "home" }],
  ["#new", { page: "new", code: "" }],
  ["#new=jiujitsu", { page: "new", code: "jiujitsu" }],
  ["#new=familiar.gaVsaW1pdM0BkA-_", { page: "new", code: "familiar.gaVsaW1pdM0BkA-_" }],
  ["#new=../x", { page: "home" }],
  [`#rules=${T}`, { page: "rules", table: T, code: "" }],
  ["#rules", { page: "rules", table: "", code: "" }],
  ["#rules=familiar", { page: "rules", table: "", code: "familiar" }],
  ["#rules=X", { page: "home" }],
  ["#credits", { page: "credits" }],
  ["#verify", { page: "verify", table: "", match: 0 }],
  [`#verify=${"a".repeat(26)}.12`, { page: "verify", table: "a".repeat(26), match: 12 }],
  [`#verify=${"a".repeat(26)}`, { page: "verify", table: "a".repeat(26), match: 0 }],
  ["#verify=../../x.1", { page: "verify", table: "", match: 0 }],
  ["#replay", { page: "replay", table: "" }],
])("shows what %s stands for", (fragment, route) => {
  expect(routeOf("/", fragment)).toEqual(route);
});

it("keeps a table's fragment for its secret", () => {
  expect(routeOf(`/t/${T}`, "#new")).toEqual({ page: "table", table: T, invite: "new" });
});
