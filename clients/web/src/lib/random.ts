/** Chance that also works on a plain-http page, where crypto.randomUUID is hidden. */

/** A command id: 96 random bits in hex. */
export function commandId(): string {
  return randomHex(12);
}

/** So many random bytes in hex. */
export function randomHex(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
