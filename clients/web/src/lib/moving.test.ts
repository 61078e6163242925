import { afterEach, describe, expect, it, vi } from "vitest";
import { enterCode, isSeated, looksLikeCode, renewToken } from "./moving";

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body: unknown): ReturnType<typeof vi.fn> {
  const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  vi.stubGlobal("fetch", asked);
  return asked;
}

describe("a code", () => {
  it.each(["lobo-nube-482", " Lobo Nube 482 ", "otoño, café 100"])("is two words and a number: %s", (text) => {
    expect(looksLikeCode(text)).toBe(true);
  });

  it.each(["", "lobo", "lobo nube", "http://192.168.1.7:8000/t/abc#x", "lobo-nube-48", "1-2-345"])("is nothing else: %s", (text) => {
    expect(looksLikeCode(text)).toBe(false);
  });

  it("brings one to the table, or says why not", async () => {
    answering(200, { table: "t", path: "/t/t" });
    expect(await enterCode("lobo-nube-482")).toEqual({ ok: true, told: { table: "t", path: "/t/t" } });
    answering(400, { code: "bad_code", facts: {} });
    expect(await enterCode("lobo-nube-483")).toEqual({ ok: false, why: "bad_code" });
  });

  it("can be tried again where nobody answers", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    expect(await enterCode("lobo-nube-482")).toEqual({ ok: false, why: "retry" });
    expect(await isSeated("t")).toBe(false);
  });
});

it("a token is renewed by 256 random bits", async () => {
  const asked = answering(200, { table: "t", path: "/t/t" });
  await renewToken("t");
  const [, options] = asked.mock.calls[0] as unknown as [string, { body: string }];
  expect((JSON.parse(options.body) as { secret: string }).secret).toMatch(/^[0-9a-f]{64}$/);
});
