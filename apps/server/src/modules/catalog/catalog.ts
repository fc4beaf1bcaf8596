/** All documented sections: our own, built from the routes of this server, and those of the bank's own documents. */
import { setImmediate } from 'node:timers/promises';
import type { ApiChange, ExplorerIndex } from '@portico/contract';
import { addDays } from '@portico/primitives';
import { once, oncePer } from '#platform/once.ts';
import { API_SECTIONS } from './api-sections.ts';
import { buildDocument, type DocumentConfig, type DocumentSource } from './build-document.ts';
import { API_CHANGES } from './changes.ts';
import { DAY_AHEAD, DAY_BACK, PORTAL_ORIGIN } from './examples/example.ts';
import { findNeighbours } from './find-neighbours.ts';
import type { JsonObject } from './json.ts';
import { packNamedParameters } from './named-parameters.ts';
import { createOwnSection } from './own-section.ts';
import { packYaml } from './pack-yaml.ts';
import { type PackedText, packText, unpackText } from './packed-text.ts';
import { joinPostmanTexts } from './postman/build-collection.ts';
import type { RouteTable } from './route-table.ts';
import type { DocumentFormat, ServedSection } from './served-section.ts';

export interface CatalogDeps {
  readonly config: DocumentConfig;
  readonly routes: RouteTable;
  /** `YYYY-MM-DD`. */
  readonly today: () => string;
  /** The bank's own sections; a new array whenever one was added. Default: none. */
  readonly bankSections?: (() => readonly ServedSection[]) | undefined;
}

export interface Catalog {
  /** In display order. */
  sections(): readonly ServedSection[];
  /** Without `list`: the sections of both lists. */
  index(list: ServedSection['list'] | undefined): Promise<PackedText>;
  /** The list of sections with whole documents (`SpecList`). Without `list`: both lists. */
  withSpecs(list: ServedSection['list'] | undefined): Promise<PackedText>;
  /** The operations beside an operation (`OperationNeighbours`). Undefined: there is no such operation. */
  neighbours(section: ServedSection, operationId: string): Promise<PackedText | undefined>;
  /** Prepares, one section after another, what the first request would otherwise wait for. */
  warmUp(): Promise<void>;
  /** Parameters and fields by name (`NamedParameters`). */
  parameters(): Promise<PackedText>;
  /** All sections in one Postman collection. */
  postman(): Promise<PackedText>;
  /** All sections of our own in one document. A bank's own documents may have other OpenAPI versions and servers, so they stay separate. */
  whole(format: DocumentFormat): Promise<PackedText>;
}

const NONE: readonly ServedSection[] = [];
const WHOLE: DocumentSource = {
  title: 'All sections',
  description:
    'Every operation that an application can call: sign-in, accounts, payments, confirmation of funds, statements, the fallback interface, and, where there is a sandbox, its management. Each section is a tag and also a separate document.',
  sections: API_SECTIONS,
};

export function createCatalog({ config, routes, today, bankSections = () => NONE }: CatalogDeps): Catalog {
  const { apiBase, bankName } = config;
  const month = () => firstOfMonth(today());
  const build = (source: DocumentSource) => buildDocument(config, API_CHANGES, routes, source);
  const textOf = (document: JsonObject): string => {
    const [ahead, back] = [firstOfMonth(addDays(month(), 213)), firstOfMonth(addDays(month(), -1))];
    const text = JSON.stringify(document, null, 2).replaceAll(DAY_AHEAD, ahead).replaceAll(DAY_BACK, back);
    return text.replaceAll(PORTAL_ORIGIN, new URL(config.publicUrl).origin);
  };
  const makeOwn = (): readonly ServedSection[] =>
    API_SECTIONS.flatMap((section): readonly ServedSection[] => {
      const document = build({ ...section, sections: [section] });
      if (document === undefined) return [];
      return [
        createOwnSection(
          section,
          once(() => textOf(document)),
          apiBase,
          API_CHANGES,
        ),
      ];
    });
  const ofMonth = oncePer(month, () => {
    const own = makeOwn();
    return oncePer(bankSections, () => [...own, ...bankSections()]);
  });
  /** Returns the same array until the next month begins or the bank's documents change. */
  const sections = () => ofMonth()();
  const indexOf = (list: ServedSection['list'] | undefined) => (): Promise<PackedText> => {
    const shown = sections().filter((section) => list === undefined || section.list === list);
    const isServed = ({ apiId, operationIds }: ApiChange) =>
      sections().some(
        (section) =>
          section.apiId === apiId &&
          (operationIds.length === 0 || section.index().operations.some(({ operationId }) => operationIds.includes(operationId))),
      );
    // Changes of both lists, without those of sections and operations that this bank does not offer.
    const changes = API_CHANGES.filter((change) => change.kind === 'removed' || isServed(change));
    const index: ExplorerIndex = { sections: shown.map((section) => section.index()), changes };
    return packText(JSON.stringify(index));
  };
  const indexes = { main: oncePer(sections, indexOf('main')), fallback: oncePer(sections, indexOf('fallback')) };
  const both = oncePer(sections, indexOf(undefined));
  /** The list with whole documents is megabytes long, so it is built and compressed once. */
  const withSpecsOf = (list: ServedSection['list'] | undefined) => async (): Promise<PackedText> => {
    const shown = sections().filter((section) => list === undefined || section.list === list);
    const items = shown.map(async ({ apiId, title, list: ofList, document }) => ({
      apiId,
      title,
      list: ofList,
      spec: await unpackText(await document('json')),
    }));
    return packText(JSON.stringify(await Promise.all(items)));
  };
  const withSpecs = {
    main: oncePer(sections, withSpecsOf('main')),
    fallback: oncePer(sections, withSpecsOf('fallback')),
    both: oncePer(sections, withSpecsOf(undefined)),
  };
  const postman = oncePer(sections, async () => {
    const texts = await Promise.all(sections().map(async (section) => unpackText(await section.document('postman'))));
    return packText(joinPostmanTexts(bankName, texts, apiBase));
  });
  const wholeText = oncePer(month, () => textOf(build(WHOLE) ?? {}));
  const whole: Readonly<Record<DocumentFormat, () => Promise<PackedText>>> = {
    json: oncePer(month, () => packText(wholeText())),
    yaml: oncePer(month, () => packYaml(wholeText())),
    postman,
  };
  /** By section and first listed operation, so there is one entry for each section or tag. */
  const packedNeighbours = oncePer(sections, () => new Map<string, Promise<PackedText>>());
  async function neighbours(section: ServedSection, operationId: string): Promise<PackedText | undefined> {
    const found = findNeighbours(sections(), section, operationId);
    if (found === undefined) return undefined;
    const key = `${section.apiId}\n${found.operations[0]?.operationId}`;
    const packed = packedNeighbours().get(key) ?? packText(JSON.stringify(found));
    packedNeighbours().set(key, packed);
    return packed;
  }
  async function warmUp(): Promise<void> {
    for (const section of sections()) {
      section.index();
      await setImmediate();
    }
  }

  return {
    sections,
    neighbours,
    warmUp,
    index: (list) => (list === undefined ? both() : indexes[list]()),
    withSpecs: (list) => withSpecs[list ?? 'both'](),
    parameters: oncePer(sections, () => packNamedParameters(sections())),
    postman,
    whole: (format) => whole[format](),
  };
}

/** Dates in examples stay valid for a month. Documents and examples are therefore rebuilt at the beginning of each month. */
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
