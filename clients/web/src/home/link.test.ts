import { describe, expect, it } from "vitest";
import { linkIn } from "./link";

const T = "abcdefghijklmnopqrstuvwx23";
const here = { host: "192.168.1.7:8000" };

describe("a pasted link", () => {
  it("opens a table of this server, with the secret of its fragment", () => {
    expect(linkIn(`http://192.168.1.7:8000/t/${T}#s3cret`, here)).toEqual({ address: `/t/${T}#s3cret`, origin: "" });
  });

  it("may come without its scheme, inside words, or as the path alone", () => {
    expect(linkIn(`192.168.1.7:8000/t/${T}`, here)?.origin).toBe("");
    expect(linkIn(`¿Juegas? «http://192.168.1.7:8000/t/${T}#a».`, here)?.address).toBe(`/t/${T}#a`);
    expect(linkIn(`/t/${T}/replay?match=2`, here)?.address).toBe(`/t/${T}/replay?match=2`);
    expect(linkIn(`  ${T}#ab `, here)?.address).toBe(`/t/${T}#ab`);
  });

  it("to another server says which", () => {
    expect(linkIn(`https://ochos.example/t/${T}#k`, here)).toEqual({ address: `/t/${T}#k`, origin: "https://ochos.example" });
  });

  it("that leads to no table is none", () => {
    for (const text of ["", "hola", "https://ochos.example/", `http://192.168.1.7:8000/x/${T}`, `/t/${T}9`, `javascript:/t/${T}`]) {
      expect(linkIn(text, here), text).toBeNull();
    }
  });
});
