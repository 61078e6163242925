import { afterEach, describe, expect, it, vi } from "vitest";
import { copyFrom, inviteLink, opensHereOnly } from "./link";
import { qrOf } from "../lib/qr";

afterEach(() => vi.unstubAllGlobals());

describe("the invitation", () => {
  it("is the table's address with the secret in its fragment", () => {
    expect(inviteLink("http://casa.local:8000", "t1", "s")).toBe("http://casa.local:8000/t/t1#s");
    expect(inviteLink("http://casa.local:8000", "t1", "")).toBe("http://casa.local:8000/t/t1");
  });

  it("is copied from its selected field where the clipboard is hidden", async () => {
    const field = document.createElement("input");
    field.value = "http://casa.local/t/x#y";
    document.body.append(field);
    vi.stubGlobal("navigator", {});
    let copied = "";
    document.execCommand = () => {
      copied = field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
      return true;
    };
    expect(await copyFrom(field)).toBe(true);
    expect(copied).toBe(field.value);
  });

  it("stays selected, to be copied by hand, where nothing else works", async () => {
    const field = document.createElement("input");
    field.value = "http://casa.local/t/x#y";
    document.body.append(field);
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("no")) } });
    document.execCommand = () => false;
    expect(await copyFrom(field)).toBe(false);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  });
});

describe("the code to point a camera at", () => {
  const { size, d } = qrOf("http://192.168.1.7:8000/t/abcdefghijklmnopqrstuvwx23#c2VjcmV0LXNlY3JldC1zZQ");

  it("is a square with a quiet zone of four units", () => {
    expect((size - 8 - 17) % 4).toBe(0);
    const xs = [...d.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, w]) => [Number(x), Number(y), Number(x) + Number(w)]);
    expect(Math.min(...xs.map(([x = 0]) => x))).toBe(4);
    expect(Math.min(...xs.map(([, y = 0]) => y))).toBe(4);
    expect(Math.max(...xs.map(([, , to = 0]) => to))).toBe(size - 4);
  });

  it("begins with the upper edge of a finder, seven units wide", () => {
    expect(d.startsWith("M4 4h7v1H4z")).toBe(true);
  });
});

it.each([
  ["http://127.0.0.1:8000/t/x#y", true],
  ["http://localhost:8000/t/x#y", true],
  ["http://[::1]:8000/t/x#y", true],
  ["http://192.168.1.20:8000/t/x#y", false],
  ["http://mesa.casa/t/x#y", false],
])("a link to %s opens on this machine only: %s", (link, only) => {
  expect(opensHereOnly(link)).toBe(only);
});
