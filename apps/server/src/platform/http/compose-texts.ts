/**
 * Normalises texts to NFC, so that `ö` as one character equals `o` with a combining mark. Request bodies are normalised when they are parsed, on all
 * interfaces except that of passwords, before a text is measured, compared, stored, shown or signed (decision 0070).
 */

/** Returns a JSON value with normalised texts; member names do not change. */
export function composeTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(composeTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, composeTexts(member)]));
}
