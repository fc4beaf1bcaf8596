/**
 * The texts of an order in their composed form (NFC), before anything measures, compares, shows or signs them: `ö` as one letter or as `o`
 * with its marks is one text.
 */

/** A JSON value with composed texts; names of members stay as they are. */
export function composeTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(composeTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, composeTexts(member)]));
}
