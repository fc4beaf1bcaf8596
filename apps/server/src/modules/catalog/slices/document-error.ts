/** A document that cannot be served. The text says what is wrong in half a sentence; the place is looked up where the source is. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  /** What stands at the place, literally. */
  readonly needle: string | undefined;
  /** Which of several such places, from 1. */
  readonly occurrence: number;
  /** Where it is known already. */
  readonly line: number | undefined;

  constructor(message: string, place: { readonly needle?: string; readonly occurrence?: number; readonly line?: number | undefined } = {}) {
    super(message);
    this.needle = place.needle;
    this.occurrence = place.occurrence ?? 1;
    this.line = place.line;
  }
}
