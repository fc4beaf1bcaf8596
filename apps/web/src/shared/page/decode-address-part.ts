/** @param part of an address, percent-encoded. Undefined: it is no valid encoding. */
export function decodeAddressPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
