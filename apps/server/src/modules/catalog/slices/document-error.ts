/** An error in a document, as half a sentence. The line is looked up where the source is available. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  /** The literal text at the position. */
  readonly needle: string | undefined;
  /** The number of the occurrence, from 1. */
  readonly occurrence: number;
  /** The line, if it is already known. */
  readonly line: number | undefined;

  constructor(message: string, place: { readonly needle?: string; readonly occurrence?: number; readonly line?: number | undefined } = {}) {
    super(message);
    this.needle = place.needle;
    this.occurrence = place.occurrence ?? 1;
    this.line = place.line;
  }
}
