/** Percent-encoding of values (RFC 6570 §3.2.1). */

/** Encodes every character but the unreserved ones of RFC 3986 §2.3. A lone surrogate, which has no UTF-8 form, becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** An encoded triplet, or a reserved character that has no other meaning in a query. */
const KEPT = /(%[\da-f]{2}|[:/?@!$()*,;=]+)/gi;

/**
 * For `allowReserved`: reserved characters stay. Encoded all the same: brackets and `#`, which a query cannot contain; `&` and `+`, which
 * servers read as delimiter and blank (OpenAPI 3.1.1 §4.8.12.2.2); and the apostrophe, which browsers encode.
 */
export function percentEncodeReserved(text: string): string {
  return text
    .split(KEPT)
    .map((part, at) => (at % 2 === 1 ? part : percentEncode(part)))
    .join('');
}
