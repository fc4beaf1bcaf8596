/** Checks the texts of `content/`: every file can be parsed, every link has a target, every operation exists. Problems show file and line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_SECTIONS } from '../apps/server/src/modules/catalog/index.ts';
import { type LoadedContent, linkProblems, loadContent } from '../apps/server/src/modules/content/index.ts';

const FOLDER = join(import.meta.dirname, '../content');
const NAMES = ['productName', 'bankName', 'bankLegalName', 'supportContact', 'publicUrl', 'apiBase', 'mtlsUrl'];
const SAMPLE = Object.fromEntries(NAMES.map((name) => [name, `the ${name}`]));

const knowsOperation = (apiId: string, operationId: string) =>
  API_SECTIONS.some((section) => section.apiId === apiId && section.operations.some((operation) => operation.operationId === operationId));

const { content, problems } = await loadContent(FOLDER, SAMPLE);
const texts = content === undefined ? [] : [content.homepage, ...content.pages.values(), ...content.news];

describe('the content', () => {
  it('can be read whole, and its links lead to pages, sections, news and operations that exist', () => {
    expect(problems).toEqual([]);
    expect(texts.flatMap((text) => linkProblems(text, loaded(), knowsOperation))).toEqual([]);
  });
  it('has a page behind every entry of the menu', () => {
    const { main, hidden, user } = JSON.parse(readFileSync(join(FOLDER, 'menu.json'), 'utf8'));
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
    const { guides } = JSON.parse(readFileSync(join(FOLDER, 'menu.json'), 'utf8'));
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

function loaded(): LoadedContent {
  if (content === undefined) throw new Error(problems.join('\n'));
  return content;
}

/** Parameters and their placeholders in texts (capital letters, braces) become `*`, and so do payment products. */
function shape(path: string): string {
  return path.replaceAll(/\/(:\w+|\{[^}]+\}|<[^>]+>|[A-Z][A-Z_]+|(?:instant-)?sepa-credit-transfers)(?=\/|$)/g, '/*');
}
