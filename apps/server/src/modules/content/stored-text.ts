/** A text of the content folder in its served forms, with the file for error messages. */
import type { Paragraph } from '@portico/contract';

export interface StoredText<Value extends { readonly field_paragraphs: readonly Paragraph[] }> {
  /** The file, for error messages. */
  readonly file: string;
  /** The unchanged source, with the marks of editions. */
  readonly source: string;
  readonly value: Value;
  /** As `text/markdown`. */
  readonly markdown: string;
}
