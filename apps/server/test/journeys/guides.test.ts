/**
 * A developer integrates from the guides alone: every block of code in them is run in reading order, each page in a shell of its own,
 * against a fresh server, by somebody who has just signed up. What the marks of a block mean: `content/README.md`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBankFolder, freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareAnswer, textsAgree } from '../house/guides/compare-answer.ts';
import { openShell } from '../house/guides/open-shell.ts';
import { type Guide, type GuideBlock, readGuides } from '../house/guides/read-guides.ts';
import { becomeReader, type GuideReader } from '../house/guides/reader.ts';

const PAGES = join(import.meta.dirname, '../../../../content/pages');
const NAMES = readdirSync(PAGES).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -'.md'.length)] : []));
const GUIDE_TIMEOUT_MS = 900_000;

let folder: string;
let portico: PorticoProcess;
let guides: readonly Guide[];
beforeAll(async () => {
  folder = await createBankFolder('guides');
  portico = await startPortico({ port: await freePort(), dataDir: join(folder, 'data') });
  guides = await readGuides(portico.origin);
}, GUIDE_TIMEOUT_MS);
afterAll(async () => {
  await portico.stop();
  await rm(folder, { recursive: true });
});

describe('every block of code', () => {
  it('has a unique id if it is run, or else shows the result of an earlier block', () => {
    const faults = guides.flatMap(({ blocks }) =>
      blocks.flatMap(({ where, language, marks }, place) => {
        const isRun = language === 'sh';
        const before = blocks.slice(0, place).map((block) => block.marks.id);
        const shown = marks['answer-of'] ?? marks['address-after'];
        if (!isRun && shown === undefined) return [`${where}: it is neither run nor compared`];
        if (isRun && (marks.id === undefined || before.includes(marks.id))) return [`${where}: it has no id of its own`];
        return isRun || before.includes(shown) ? [] : [`${where}: no block before it is called ${shown}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  it.each(NAMES)(
    'of %s runs, and prints what the page shows',
    async (name) => {
      const guide = guides.find((one) => one.name === name);
      if (guide !== undefined) await follow(guide);
    },
    GUIDE_TIMEOUT_MS,
  );
});

describe('the guides', () => {
  it('link to every operation of the explorer', async () => {
    const sections: unknown = await (await fetch(`${portico.origin}/api/specs?list=main`)).json();
    const index: unknown = await (await fetch(`${portico.origin}/api/specs/index`)).json();
    const main = new Set(Object(sections).map(({ apiId }: { apiId: string }) => apiId));
    const all: readonly { apiId: string; operations: readonly { operationId: string }[] }[] = Object(index).sections;
    const texts = NAMES.map((name) => readFileSync(join(PAGES, `${name}.md`), 'utf8')).join('\n');
    const operations = all.filter(({ apiId }) => main.has(apiId)).flatMap((one) => one.operations.map((each) => `${one.apiId}/${each.operationId}`));
    expect(operations.length).toBeGreaterThan(50);
    expect(operations.filter((operation) => !texts.includes(`(#/api-explorer/${operation})`))).toEqual([]);
  });
});

describe('an address in the text of a page', () => {
  /** Beginnings of others. */
  const BASES = ['/api/v2', '/api/fallback/v1'];

  it('does not return 404', async () => {
    const texts = NAMES.map((name) => readFileSync(join(PAGES, `${name}.md`), 'utf8')).join('\n');
    const named = [...texts.matchAll(/`(?:GET )?\{\{(apiBase|publicUrl)\}\}(\/[^`]+)`/g)];
    const paths = new Set(named.map(([, base, path]) => `${base === 'apiBase' ? '/api' : ''}${path}`));
    expect(paths.size).toBeGreaterThan(10);
    const dead: string[] = [];
    for (const path of paths) {
      const { status } = await fetch(`${portico.origin}${path}`, { redirect: 'manual' });
      if (status === 404 && !BASES.includes(path)) dead.push(path);
    }
    expect(dead).toEqual([]);
  });
});

describe('the change log', () => {
  it('has every change of the explorer with its date', async () => {
    const index: unknown = await (await fetch(`${portico.origin}/api/specs/index`)).json();
    const page = await (await fetch(`${portico.origin}/content/dev-portal-pages/api-changes`)).text();
    const changes: readonly unknown[] = Object(index).changes;
    expect(changes.length).toBeGreaterThan(0);
    for (const { announced, apiId, title } of changes.map(Object)) {
      const row = new RegExp(`"${announced}".{0,120}"${apiId}".{0,200}${String(title)}`, 'i');
      expect(page).toMatch(row);
    }
  });
});

async function follow({ blocks }: Guide): Promise<void> {
  const shell = await openShell();
  try {
    const reader = await becomeReader(portico.origin);
    const happened = new Map<string, string>();
    for (const block of blocks) {
      try {
        if (block.language !== 'sh') expectShown(block, happened);
        else await runBlock(block, { reader, happened, shell, isShown: blocks.some(({ marks }) => marks['answer-of'] === block.marks.id) });
      } catch (error) {
        throw new Error(`${block.where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  } finally {
    await shell.close();
  }
}

interface Walk {
  readonly reader: GuideReader;
  /** By id: what the block printed; after `{id}@`, where the browser then ended. */
  readonly happened: Map<string, string>;
  readonly shell: Awaited<ReturnType<typeof openShell>>;
  readonly isShown: boolean;
}

async function runBlock({ code, marks }: GuideBlock, { reader, happened, shell, isShown }: Walk): Promise<void> {
  const { id = '', first, then } = marks;
  if (first !== undefined) await reader.act(first);
  const printed = (await shell.run(await reader.fillIn(code))).trim();
  if (!isShown && /"tppMessages"|"error"/.test(printed)) throw new Error(`it is refused, and the page does not show it: ${printed}`);
  happened.set(id, printed);
  if (printed.startsWith('{')) reader.answered(printed);
  if (then === undefined) return;
  if (then !== 'open') throw new Error(`nobody knows how to ${then}`);
  const address = printed.startsWith('http') ? printed : await reader.fillIn('<scaRedirect of the answer>');
  happened.set(`${id}@`, await reader.open(address));
}

function expectShown({ code, language, marks }: GuideBlock, happened: ReadonlyMap<string, string>): void {
  const real = marks['answer-of'] === undefined ? happened.get(`${marks['address-after']}@`) : happened.get(marks['answer-of']);
  if (real === undefined) throw new Error('nobody opened an address there');
  if (language === 'json') expect(compareAnswer(JSON.parse(code), JSON.parse(real))).toEqual([]);
  else expect(textsAgree(code, real), `printed:\n${code}\nreal:\n${real}`).toBe(true);
  if (code.startsWith('http')) expect(parametersOf(real)).toEqual(parametersOf(code));
}

const parametersOf = (address: string) => [...new URL(address).searchParams.keys()];
