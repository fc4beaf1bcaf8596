/** Portal content: the menu, the pages and the landing page, served in the shapes a CMS could answer too. */
import type { ContentPage, Menu } from '@portico/contract';

export interface Content {
  menu(): Menu;
  /** `name` is a key, never a path; undefined when there is no such page. */
  page(name: string): ContentPage | undefined;
  homepage(): ContentPage;
  /** Stops watching the folder. */
  close(): void;
}

/** The content folder cannot be served as it is; the message names the file. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}
