/** Everything that is documented: sections of our own out of the routes that this server has, and the bank's own documents. */
import type { ExplorerIndex } from '@portico/contract';
import { addDays } from '@portico/primitives';
import type { Config } from '#platform/config.ts';
import { buildDocument } from './build-document.ts';
import { DAY_AHEAD } from './examples/example.ts';
import { once } from './once.ts';
import { createOwnSection } from './own-section.ts';
import { type PackedText, packText, unpackText } from './packed-text.ts';
import { joinPostmanTexts } from './postman/build-collection.ts';
import type { RouteTable } from './route-table.ts';
import type { ServedSection } from './served-section.ts';
import { XS2A_SECTIONS } from './xs2a-operations.ts';

export interface CatalogDeps {
  readonly config: Pick<Config, 'apiBase' | 'publicUrl' | 'bankName' | 'supportContact'>;
  readonly routes: RouteTable;
  /** When the server started. */
  readonly today: string;
}

export interface Catalog {
  /** In the order in which they are shown. */
  sections(): readonly ServedSection[];
  /** Without a list, both. */
  index(list: ServedSection['list'] | undefined): Promise<PackedText>;
  /** Everything in one Postman collection. */
  postman(): Promise<PackedText>;
}

export function createCatalog({ config, routes, today }: CatalogDeps): Catalog {
  const dayAhead = firstOfMonthAhead(today);
  const { apiBase, bankName } = config;
  const sections = once(() =>
    XS2A_SECTIONS.flatMap((section): readonly ServedSection[] => {
      const document = buildDocument(config, routes, section);
      if (document === undefined) return [];
      const text = once(() => JSON.stringify(document, null, 2).replaceAll(DAY_AHEAD, dayAhead));
      return [createOwnSection({ section, text, apiBase, changes: [] })];
    }),
  );
  const indexOf = (list: ServedSection['list'] | undefined): ExplorerIndex => ({
    sections: sections()
      .filter((section) => list === undefined || section.list === list)
      .map((section) => section.index()),
    changes: [],
  });
  const indexes = {
    main: once(() => packText(JSON.stringify(indexOf('main')))),
    fallback: once(() => packText(JSON.stringify(indexOf('fallback')))),
  };
  const both = once(() => packText(JSON.stringify(indexOf(undefined))));
  const postman = once(async () => {
    const texts = await Promise.all(sections().map(async (section) => unpackText(await section.document('postman'))));
    return packText(joinPostmanTexts(bankName, texts, apiBase));
  });
  return { sections, index: (list) => (list === undefined ? both() : indexes[list]()), postman };
}

/** At least half a year: examples with a day can be sent while the server runs. The same for a month, and so are the documents. */
const firstOfMonthAhead = (today: string) => `${addDays(today, 213).slice(0, 7)}-01`;
