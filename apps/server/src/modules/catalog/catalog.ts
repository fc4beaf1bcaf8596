/** The documents: built when they are first asked for, out of the routes that this server has. */
import { addDays } from '@portico/primitives';
import { stringify } from 'yaml';
import type { Config } from '#platform/config.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { buildDocument } from './build-document.ts';
import { DAY_AHEAD } from './examples/example.ts';
import type { JsonObject } from './json.ts';
import type { Section } from './operation.ts';
import type { RouteTable } from './route-table.ts';
import { XS2A_SECTIONS } from './xs2a-operations.ts';

export interface CatalogDeps {
  readonly config: Pick<Config, 'apiBase' | 'publicUrl' | 'bankName' | 'supportContact'>;
  readonly routes: RouteTable;
  /** When the server started. */
  readonly today: string;
}

type SpecFormat = 'json' | 'yaml';

interface Spec {
  readonly apiId: string;
  readonly title: string;
  readonly list: 'main' | 'fallback';
  text(format: SpecFormat): SpecText;
}

interface SpecText {
  readonly text: string;
  /** RFC 9110 §8.8.3, quotes included. */
  readonly etag: string;
}

export interface Catalog {
  /** In the order in which they are shown. */
  specs(): readonly Spec[];
}

export function createCatalog({ config, routes, today }: CatalogDeps): Catalog {
  const dayAhead = firstOfMonthAhead(today);
  return {
    specs: once(() =>
      XS2A_SECTIONS.flatMap((section): readonly Spec[] => {
        const document = buildDocument(config, routes, section);
        return document === undefined ? [] : [toSpec(section, document, dayAhead)];
      }),
    ),
  };
}

function toSpec({ apiId, title }: Section, document: JsonObject, dayAhead: string): Spec {
  const withDay = (text: string) => withEtag(text.replaceAll(DAY_AHEAD, dayAhead));
  const texts = {
    json: once(() => withDay(JSON.stringify(document, null, 2))),
    // Without anchors: what is written twice stays readable where it stands.
    yaml: once(() => withDay(stringify(document, { aliasDuplicateObjects: false }))),
  };
  return { apiId, title, list: 'main', text: (format) => texts[format]() };
}

/** At least half a year: examples with a day can be sent while the server runs. The same for a month, and so are the documents. */
const firstOfMonthAhead = (today: string) => `${addDays(today, 213).slice(0, 7)}-01`;

const withEtag = (text: string): SpecText => ({ text, etag: `"${sha256Hex(text).slice(0, 32)}"` });

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
