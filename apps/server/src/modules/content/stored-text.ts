/** A text of the content folder as it is served, with what its errors are told by. */
import type { Paragraph } from '@portico/contract';

export interface StoredText<Value extends { readonly field_paragraphs: readonly Paragraph[] }> {
  /** Where it was read, for messages. */
  readonly file: string;
  /** As it was written. */
  readonly source: string;
  readonly value: Value;
  /** As `text/markdown`. */
  readonly markdown: string;
}
