/** A section as it is served: its list entry, and compressed texts. */
import type { IndexSection, SpecListItem } from '@portico/contract';
import type { PackedText } from './packed-text.ts';

export type DocumentFormat = 'json' | 'yaml' | 'postman';

export interface ServedSection extends Pick<SpecListItem, 'apiId' | 'title' | 'list'> {
  index(): IndexSection;
  overview(): Promise<PackedText>;
  /** Undefined: there is no such operation. */
  slice(operationId: string): Promise<PackedText | undefined>;
  /** The text of the slice, JSON. It compresses nothing. */
  sliceText(operationId: string): Promise<string | undefined>;
  /** The slice without the referenced schemas. */
  brief(operationId: string): Promise<PackedText | undefined>;
  document(format: DocumentFormat): Promise<PackedText>;
}
