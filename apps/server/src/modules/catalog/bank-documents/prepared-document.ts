/** The messages to and from the worker: values that can be copied between threads. */
import type { IndexSection } from '@portico/contract';
import type { PackedText } from '../packed-text.ts';
import type { DocumentFormat } from '../served-section.ts';

export interface DocumentOrder {
  /** Path. */
  readonly file: string;
  readonly apiId: string;
  readonly apiBase: string;
}

export interface PreparedDocument {
  readonly title: string;
  readonly index: IndexSection;
  readonly overview: PackedText;
  /** By operation id. */
  readonly slices: ReadonlyMap<string, PackedText>;
  readonly briefs: ReadonlyMap<string, PackedText>;
  readonly documents: Readonly<Record<DocumentFormat, PackedText>>;
}

export type DocumentOutcome =
  | { readonly prepared: PreparedDocument }
  /** Half a sentence. */
  | { readonly reason: string; readonly line: number | undefined };
