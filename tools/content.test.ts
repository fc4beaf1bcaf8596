/** Checks the texts of `content/`: every file can be parsed, every link has a target, every operation exists. Problems show file and line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_SECTIONS } from '../apps/server/src/modules/catalog/index.ts';
import {
  contentPlaces,
  type LoadedContent,
  linkProblems,
  loadContent,
  selectEdition,
  selectEntries,
} from '../apps/server/src/modules/content/index.ts';

const FOLDER = join(import.meta.dirname, '../content');
const NAMES = ['productName', 'bankName', 'bankLegalName', 'supportContact', 'publicUrl', 'apiBase', 'mtlsUrl'];
const SAMPLE = Object.fromEntries(NAMES.map((name) => [name, `the ${name}`]));

const knowsOperation = (apiId: string, operationId: string) =>
  API_SECTIONS.some((section) => section.apiId === apiId && section.operations.some((operation) => operation.operationId === operationId));

const { content, problems } = await loadContent(FOLDER, { placeholders: SAMPLE });
const textsOf = (of: LoadedContent | undefined) => (of === undefined ? [] : [of.homepage, ...of.pages.values(), ...of.news]);
const texts = textsOf(content);

describe('the content', () => {
  it('can be read whole, and its links lead to pages, sections, news and operations that exist', () => {
    expect(problems).toEqual([]);
    expect(texts.flatMap((text) => linkProblems(text, loaded(), knowsOperation))).toEqual([]);
  });
  it('has a page behind every entry of the menu', () => {
    const { main, hidden, user } = writtenMenu();
    const { menu } = loaded();
    const served = [...menu.main, ...menu.hidden, ...menu.user].map(({ pageUrl }) => pageUrl);
    expect(served).toEqual([...main, ...hidden, ...user].map(({ pageUrl }: { pageUrl: string }) => pageUrl));
  });
  it('has the pages of the menu that the specification names, and no other page in the main menu and the user menu', () => {
    const COMPONENTS: Readonly<Record<string, string>> = {
      'content page': 'ContentPage',
      content: 'ContentPage',
      'news list': 'NewsPage',
      "API explorer, list filtered 'fallback'": 'ApiExplorerPage',
      "API explorer, list 'main'": 'ApiExplorerPage',
      'status page': 'ApiStatusPage',
      'statistics page': 'StatisticsPage',
    };
    const specification = readFileSync(join(FOLDER, '../docs/specification.md'), 'utf8');
    const rows = [...specification.matchAll(/^\| ([^|]+) \| (\/[^|]+) \| ([^|]+) \|$/gm)];
    expect(rows).toHaveLength(8);
    const { main, hidden, user } = loaded().menu;
    const entries = (list: typeof main) => list.map(({ title, pageUrl, component }) => [title, pageUrl, component]);
    expect(entries(main)).toEqual(rows.map(([, title, path, kind = '']) => [title, path, COMPONENTS[kind]]));
    expect(entries(user)).toEqual([
      ['Tokens', '/tokens', 'TokensPage'],
      ['Application identity', '/tpp', 'ApplicationIdentityPage'],
    ]);
    expect(hidden.map(({ pageUrl }) => pageUrl)).toEqual(expect.arrayContaining(['/', '/cookie-policy', '/api-error-handling', '/api-payment-info']));
  });
  it('has a menu entry for every page', () => {
    const { menu, pages } = loaded();
    const entries = new Set([...menu.main, ...menu.hidden].map(({ pageUrl }) => pageUrl));
    expect([...pages.keys()].filter((name) => !entries.has(`/${name}`))).toEqual([]);
  });
  it('has each guide of menu.json once, and a guide for every page but the legal ones', () => {
    const { guides } = writtenMenu();
    expect(loaded().menu.guides).toEqual(guides);
    const listed: readonly string[] = guides.flatMap(({ pages }: { pages: readonly string[] }) => pages);
    const legal = ['/terms', '/privacy', '/cookie-policy'];
    expect([...listed, ...legal].toSorted()).toEqual([...loaded().pages.keys()].map((name) => `/${name}`).toSorted());
  });
  it('has an address for each error code of the API', () => {
    const anchorsOf = (name: string) =>
      new Set(
        loaded()
          .pages.get(name)
          ?.value.field_paragraphs.flatMap((paragraph) => (paragraph.type === 'table' ? (paragraph.anchors ?? []) : [])),
      );
    const [codes, ofFallback] = [anchorsOf('api-error-handling'), anchorsOf('how-to-fallback')];
    const missing = API_SECTIONS.flatMap(({ list, operations }) =>
      operations.flatMap(({ operationId, errors }) =>
        errors.filter(({ code }) => !(list === 'fallback' ? ofFallback : codes).has(code)).map(({ code }) => `${operationId} ${code}`),
      ),
    );
    expect(missing).toEqual([]);
    expect(codes.size).toBeGreaterThan(35);
  });
  it('leaves no placeholder, in no form', () => {
    expect(texts.filter(({ value, markdown }) => `${JSON.stringify(value)}${markdown}`.includes('{{')).map(({ file }) => file)).toEqual([]);
  });
});

describe('the edition of a bank with its own core', async () => {
  /** Sections of the sandbox bank alone: a server with a core registers none of their routes. */
  const OF_SANDBOX = /^(?:sandbox|sandbox-management|fallback-.+)$/;
  /** Words for what such a server does not have. */
  const WORDS =
    /sandbox|test (?:customer|clock|device|certificate|authority)|scenario|demo shop|bypass|#\/tokens|account-list|fallback-explorer|portico-ca|portico-tpp|in production/gi;
  const { content: production, problems: found } = await loadContent(FOLDER, { placeholders: SAMPLE, edition: 'production' });
  const shown = textsOf(production);

  it('can be read whole, and its links lead to what such a server has', () => {
    expect(found).toEqual([]);
    const knows = (apiId: string, operationId: string) => !OF_SANDBOX.test(apiId) && knowsOperation(apiId, operationId);
    expect(shown.flatMap((text) => (production === undefined ? [] : linkProblems(text, production, knows)))).toEqual([]);
  });
  it('promises nothing that only a sandbox has, in no text, no place of the search and no title of the menu', () => {
    const served = shown.map(({ file, value, markdown }) => [file.slice(FOLDER.length + 1), `${JSON.stringify(value)}${markdown}`]);
    const around = [['menu and search', JSON.stringify([production?.menu, production && contentPlaces(production)])]];
    const said = [...served, ...around].flatMap(([file, text = '']) => (text.match(WORDS) ?? []).map((word) => `${file}: ${word}`));
    expect([...new Set(said)]).toEqual([]);
  });
  it('has the pages, guides and news of the sandbox edition, except those that are about the sandbox', () => {
    const missing = (of: (one: LoadedContent) => readonly string[]) =>
      of(loaded()).filter((name) => production !== undefined && !of(production).includes(name));
    expect(missing(({ pages }) => [...pages.keys()])).toEqual(['how-to-command-line', 'how-to-sandbox']);
    expect(missing(({ news }) => news.map(({ value }) => value.url))).toEqual(['/news/explorer-sends']);
    expect(missing(({ menu }) => [...menu.main, ...menu.hidden, ...menu.user].map(({ pageUrl }) => pageUrl))).toEqual([
      '/fallback-explorer',
      '/how-to-command-line',
      '/how-to-sandbox',
      '/tokens',
    ]);
    expect(production?.pages.get('going-live')?.value.title).toBe('Going live');
  });
});

describe('an operation that is written as one in a text', () => {
  /** `POST /v1/consents` in inline code. */
  const CALL = /`(GET|POST|PUT|DELETE) (\/v[12]\/[^`?\s]*)[^`]*`/g;
  const known = new Set(API_SECTIONS.flatMap(({ operations }) => operations.map(({ method, path }) => `${method} ${shape(path)}`)));

  it('is one of the API', () => {
    const unknown = texts.flatMap(({ file, source }) =>
      source
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(CALL)]
            .filter(([, method = '', path = '']) => !path.includes('…') && !known.has(`${method} ${shape(`/api${path}`)}`))
            .map(([call]) => `${file}:${index + 1}: ${call}`),
        ),
    );
    expect(unknown).toEqual([]);
  });
});

/** The entries of `menu.json` that the edition of the sandbox has. */
function writtenMenu() {
  const { text } = selectEdition(readFileSync(join(FOLDER, 'menu.json'), 'utf8'), 'sandbox', 'menu.json');
  return Object(selectEntries(JSON.parse(text), 'sandbox', 'menu.json'));
}

function loaded(): LoadedContent {
  if (content === undefined) throw new Error(problems.join('\n'));
  return content;
}

/** Parameters and their placeholders in texts (capital letters, braces) become `*`, and so do payment products. */
function shape(path: string): string {
  return path.replaceAll(/\/(:\w+|\{[^}]+\}|<[^>]+>|[A-Z][A-Z_]+|(?:instant-)?sepa-credit-transfers)(?=\/|$)/g, '/*');
}
