/** Portal content: menu, pages, news and landing page, in a format that a CMS could also provide. */
import type { ContentPage, ContentPlace, Menu, NewsItem } from '@portico/contract';
import type { StoredText } from './stored-text.ts';

export interface LoadedContent {
  readonly menu: Menu;
  /** By name. */
  readonly pages: ReadonlyMap<string, StoredText<ContentPage>>;
  readonly homepage: StoredText<ContentPage>;
  /** Newest first. */
  readonly news: readonly StoredText<NewsItem>[];
}

export interface Content {
  menu(): Menu;
  /** `name` is a key, never a path; undefined when there is no such page. */
  page(name: string): StoredText<ContentPage> | undefined;
  homepage(): StoredText<ContentPage>;
  /** Published ones, newest first: an item with a later date appears at its time. */
  news(): readonly StoredText<NewsItem>[];
  /** As {@link page}. */
  newsItem(name: string): StoredText<NewsItem> | undefined;
  /** The places that the search finds; the same array until the content changes. */
  places(): readonly ContentPlace[];
  /** Stops watching the folder. */
  close(): void;
}

/** The content folder is invalid; the message names the file. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}
