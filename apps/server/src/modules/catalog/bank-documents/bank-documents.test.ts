/** A folder of documents: valid, large and broken ones. Requests must not wait for their preparation. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { unpackText } from '../packed-text.ts';
import { largeDocument } from '../testing/large-document.ts';
import { createBankDocuments } from './bank-documents.ts';

const API_BASE = 'https://bank.example/api';

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-documents-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));

/** Filled up with blanks, to exactly so many bytes. */
function ofBytes(bytes: number, content: unknown): string {
  const text = JSON.stringify(content);
  expect(bytes - text.length).toBeGreaterThan(0);
  return text.padEnd(bytes);
}

async function load(limits = {}) {
  const log = { info: () => {}, warn: (_details: object, text: string) => void said.push(text) };
  const documents = createBankDocuments(folder, API_BASE, log, limits);
  await documents.load();
  return documents;
}

const read = { operationId: 'read', responses: { 200: { description: 'Fine.' } } };
const document = (changes: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Cards', version: '1' },
  paths: { '/cards': { get: read } },
  ...changes,
});

async function sliceOf(documents: Awaited<ReturnType<typeof load>>, apiId: string, operationId: string) {
  const packed = await documents
    .sections()
    .find((section) => section.apiId === apiId)
    ?.slice(operationId);
  if (packed === undefined) throw new Error(`There is no slice ${operationId}.`);
  return JSON.parse(await unpackText(packed));
}

describe('a folder of documents', () => {
  it('gives a section per file, JSON and YAML alike', async () => {
    await put('cards.json', document());
    await put('Loans & Leasing.yaml', stringify(document({ openapi: '3.0.3', info: { title: 'Loans', version: '2' } })));
    await put('notes.txt', 'not a document');
    const documents = await load();
    expect(documents.sections().map(({ apiId, title, list }) => ({ apiId, title, list }))).toEqual([
      { apiId: 'loans-leasing', title: 'Loans', list: 'main' },
      { apiId: 'cards', title: 'Cards', list: 'main' },
    ]);
    expect(said).toEqual([]);
    const [loans] = await Promise.all(documents.sections().map(async (section) => unpackText(await section.document('json'))));
    expect(JSON.parse(loans ?? '')).toMatchObject({ openapi: '3.0.3', info: { title: 'Loans' } });
  });

  it('reads JSON and YAML with a byte order mark', async () => {
    await put('a-cards.json', `\uFEFF${JSON.stringify(document())}`);
    await put('b-cards.yaml', `\uFEFF${stringify(document())}`);
    expect((await load()).sections().map(({ apiId }) => apiId)).toEqual(['a-cards', 'b-cards']);
    expect(said).toEqual([]);
  });

  it('is ready with one of 12 MB while the event loop goes on', async () => {
    await put('everything.json', ofBytes(12_000_000, largeDocument(1100)));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    // How long a busy machine takes is no matter here.
    const documents = await load({ secondsMax: 600 });
    clearInterval(timer);
    const [section] = documents.sections();
    expect(section?.index().operations).toHaveLength(1100);
    expect(turns).toBeGreaterThan(20);
    const packed = await section?.slice('things/read-1099');
    expect(packed?.bytes.byteLength).toBeLessThan(10_000);
    expect(Object.keys((await sliceOf(documents, 'everything', 'things/read-1099')).$defs).sort()).toEqual(['Node', 'Thing0', 'Thing1099']);
  });

  it('lets calls be sent only where the server is ours', async () => {
    await put('a-ours.json', document({ servers: [{ url: `${API_BASE}/` }] }));
    await put('b-below.json', document({ servers: [{ url: '/api' }] }));
    await put('c-theirs.json', document({ servers: [{ url: 'https://elsewhere.example/api' }] }));
    await put('d-script.json', document({ servers: [{ url: 'javascript:alert(1)' }] }));
    await put('e-none.json', document());
    const documents = await load();
    expect(documents.sections().map((section) => [section.apiId, section.index().isSendable])).toEqual([
      ['a-ours', true],
      ['b-below', true],
      ['c-theirs', false],
      ['d-script', false],
      ['e-none', false],
    ]);
    expect((await sliceOf(documents, 'd-script', 'read')).server).toBe('');
  });

  it('has nothing of a script in a description but its words', async () => {
    const description = 'Hello <img src=x onerror=alert(1)> **you** [here](javascript:alert(1))\n\n<script>steal()</script>\n\n<svg onload=alert(1)>';
    await put('cards.json', document({ paths: { '/cards': { get: { ...read, description } } } }));
    const slice = JSON.stringify(await sliceOf(await load(), 'cards', 'read'));
    expect(slice).toContain('Hello');
    for (const evil of ['<', 'javascript:', 'onerror', 'steal']) expect(slice).not.toContain(evil);
  });

  it('names operations without an id, the same at every start', async () => {
    const paths = { '/cards/{id}': { get: { responses: {} }, put: { responses: {} } }, '/cards/id': { get: { responses: {} } } };
    await put('cards.json', document({ paths }));
    const ids = async () =>
      (await load())
        .sections()[0]
        ?.index()
        .operations.map(({ operationId }) => operationId);
    expect(await ids()).toEqual(['get-cards-id', 'put-cards-id', 'get-cards-id-2']);
    expect(await ids()).toEqual(await ids());
  });
});

describe('a document that cannot be served is reported and left out', () => {
  const chain = (count: number) => `[${Array.from({ length: 9 }, () => `*a${count}`).join(', ')}]`;
  const bomb = ['a0: &a0 [x, x, x]', ...Array.from({ length: 12 }, (_, index) => `a${index + 1}: &a${index + 1} ${chain(index)}`)].join('\n');
  const yaml = (rest: string) => `openapi: 3.1.0\ninfo:\n  title: Cards\n  version: '1'\n${rest}`;
  const deep = `{"openapi":"3.1.0","info":{"title":"x"},"paths":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
  const refers = (to: string) =>
    document({ paths: { '/cards': { get: { ...read, requestBody: { content: { 'application/json': { schema: { $ref: to } } } } } } } });
  const circle = { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } };

  const FAULTY: readonly (readonly [name: string, content: unknown, said: RegExp])[] = [
    ['json.json', '{"openapi": "3.1.0",\n "info": }', /json\.json:2 .*not JSON/],
    ['comma.json', `{"openapi": "3.1.0",\n"info": {"title": "Long enough a name for quoting"},\n"paths": {},\n}`, /comma\.json:4 .*not JSON/],
    ['yaml.yaml', 'openapi: 3.1.0\ninfo: [\npaths: {}', /yaml\.yaml:\d .*not YAML/],
    ['tabs.yaml', 'openapi: 3.1.0\ninfo:\n\ttitle: x', /tabs\.yaml:3 .*not YAML/],
    ['unknown-anchor.yaml', yaml('paths: *nowhere'), /unknown-anchor\.yaml:\d .*not YAML/],
    ['itself.yaml', yaml('paths: &a\n  x: *a'), /itself\.yaml.*(alias|YAML)/],
    ['empty.json', '', /empty\.json.*not JSON/],
    ['empty.yaml', '', /empty\.yaml:1 .*not an object/],
    ['list.json', '[]', /list\.json:1 .*not an object/],
    ['other.json', '{"name": "portico"}', /other\.json:1 .*no "openapi"/],
    ['swagger.yaml', 'swagger: "2.0"\ninfo: {title: Old}', /swagger\.yaml:1 .*Swagger 2\.0/],
    ['future.json', document({ openapi: '4.0.0' }), /future\.json:2 .*4\.0\.0/],
    ['untitled.json', document({ info: {} }), /untitled\.json:3 .*info\.title/],
    ['pathless.json', document({ paths: undefined }), /pathless\.json.*paths/],
    ['webhooks.json', document({ paths: undefined, webhooks: { created: { post: read } } }), /webhooks\.json:\d+ .*webhooks alone/],
    ['nothing.json', document({ paths: {} }), /nothing\.json.*no operation/],
    ['twice.json', document({ paths: { '/a': { get: read }, '/b': { get: read } } }), /twice\.json:2\d .*two operations are called "read"/],
    ['control.json', document({ paths: { '/a': { get: { ...read, operationId: 'a\nb' } } } }), /control\.json:\d+ .*operation id/],
    ['missing.json', refers('#/components/schemas/Gone'), /missing\.json:\d+ .*Gone" leads nowhere/],
    ['outside.json', refers('./other.yaml#/Thing'), /outside\.json:\d+ .*out of the document/],
    ['fetched.json', refers('https://evil.example/schema.json'), /fetched\.json:\d+ .*out of the document/],
    ['proto.json', refers('#/__proto__/toString'), /proto\.json:\d+ .*nowhere/],
    ['circle.json', { ...refers('#/components/schemas/A'), components: circle }, /circle\.json:\d+ .*circle/],
    ['deep.json', deep, /deep\.json.*(nested|no operation)/],
    ['payments.json', document(), /payments\.json.*a section "payments" already/],
    ['index.json', document(), /index\.json.*a section "index" already/],
    ['Ж.json', document(), /Ж\.json.*gives no address/],
  ];

  /** All of them lie in one folder and are loaded once: each load starts a worker, which loads its modules. */
  describe('with its reason', () => {
    let lines: readonly string[];
    let served: readonly string[];
    beforeAll(async () => {
      [folder, said] = [await mkdtemp(join(tmpdir(), 'portico-documents-')), []];
      for (const [name, content] of [...FAULTY, ['zz-good.json', document()] as const]) await put(name, content);
      const documents = await load();
      [lines, served] = [said, documents.sections().map(({ apiId }) => apiId)];
      await rm(folder, { recursive: true });
    });

    it.each(FAULTY)('%s', (name, _content, expected) => {
      expect(lines.filter((line) => line.includes(`The document ${name}`))).toEqual([expect.stringMatching(expected)]);
    });

    it('and nothing else is reported, and the good one beside them is served', () => {
      expect(lines).toHaveLength(FAULTY.length);
      expect(served).toEqual(['zz-good']);
    });
  });

  it('one whose aliases multiply', async () => {
    await put('bomb.yaml', yaml(`paths: {}\n${bomb}`));
    await load();
    expect(said).toEqual([expect.stringMatching(/bomb\.yaml is left out: .*aliases are written out/)]);
  });

  it('of two files with one name the second', async () => {
    await put('cards.json', document());
    await put('cards.yaml', stringify(document()));
    expect((await load()).sections()).toHaveLength(1);
    expect(said).toEqual([expect.stringContaining('cards.yaml is left out')]);
  });

  it('one that takes too long, and the next ones are served', async () => {
    await put('a-large.json', largeDocument(400));
    await put('b-small.json', document());
    const documents = await load({ secondsMax: 0.3 });
    expect(said).toContainEqual(expect.stringMatching(/a-large\.json is left out: it took longer/));
    expect(documents.sections().length).toBeLessThan(2);
  });

  it('one that needs too much memory', async () => {
    await put('a-large.json', largeDocument(1100));
    await put('b-small.json', document());
    const documents = await load({ heapMb: 60, secondsMax: 600 });
    expect(said).toEqual([expect.stringMatching(/a-large\.json is left out: it needs more than 60 MB/)]);
    expect(documents.sections().map(({ apiId }) => apiId)).toEqual(['b-small']);
  });

  it('and a folder that cannot be read', async () => {
    const documents = createBankDocuments(join(folder, 'gone'), API_BASE, {
      info: () => {},
      warn: (_details: object, text: string) => void said.push(text),
    });
    await documents.load();
    expect(said).toEqual([expect.stringContaining('folder of documents cannot be read')]);
  });
});

it('a server that stops does not wait until a document is loaded', async () => {
  await put('large.json', largeDocument(1100));
  const documents = createBankDocuments(folder, API_BASE, { info: () => {}, warn: () => {} });
  const loading = documents.load();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await documents.stop();
  await loading;
  expect(documents.sections()).toEqual([]);
});
