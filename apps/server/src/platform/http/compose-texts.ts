/**
 * Texts in their composed form (NFC): `ö` as one letter, or as `o` with its mark, is one text. Bodies are composed when they are read, at every
 * interface but that of passwords, before anything measures, compares, stores, shows or signs a text (decision 0070).
 */

/** A JSON value with composed texts; names of members stay as they are. */
export function composeTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(composeTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, composeTexts(member)]));
}
