/**
 * A developer integrates from the guides alone: the test runs every block of code in them in reading order, each page once for each of its
 * languages, against a new server and with a new developer account. What the marks of a block mean: `content/README.md`.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ContentPage } from '@portico/contract';
import { createBankFolder, freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureClientPacked, runtimePath } from '../../../../tools/runtime.mjs';
import { compareAnswer } from '../house/guides/compare-answer.ts';
import { followGuide } from '../house/guides/follow-guide.ts';
import { type GuideLanguage, isGuideLanguage, openShell } from '../house/guides/open-shell.ts';
import { type Guide, readGuides } from '../house/guides/read-guides.ts';
import { becomeReader } from '../house/guides/reader.ts';
import { type ClientProject, installClient } from '../house/install-client.ts';

const PAGES = join(import.meta.dirname, '../../../../content/pages');
/** Followed in bash by the command `npm run guide`. */
const BY_COMMAND = 'how-to-certificates';
const NAMES = readdirSync(PAGES).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -'.md'.length)] : []));
/** One that is not installed here is skipped, by name. */
const LANGUAGES: readonly { language: GuideLanguage; name: string; isInstalled: boolean }[] = [
  { language: 'sh', name: 'bash', isInstalled: true },
  { language: 'js', name: 'Node', isInstalled: true },
  { language: 'python', name: 'Python', isInstalled: spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0 },
];

let installed: ClientProject;
let project: string;
let folder: string;
let portico: PorticoProcess;
let guides: readonly Guide[];
beforeAll(async () => {
  folder = await createBankFolder('guides');
  await ensureClientPacked(runtimePath());
  const env = { PORTICO_REGISTRATION: 'on' };
  portico = await startPortico({ port: await freePort(), mtlsPort: await freePort(), dataDir: join(folder, 'data'), isBrief: true, env });
  guides = await readGuides(portico.origin);
  installed = await installClient(portico.origin);
  project = installed.project;
});
afterAll(async () => {
  await portico.stop();
  await rm(folder, { recursive: true });
  await installed.close();
});

describe('every block of code', () => {
  it('has a unique id if it is run, or else shows the result of an earlier block', () => {
    const faults = guides.flatMap(({ blocks }) =>
      blocks.flatMap(({ where, language, marks }, place) => {
        const isRun = isGuideLanguage(language);
        const before = blocks.slice(0, place);
        const shown = marks['answer-of'] ?? marks['address-after'];
        if (!isRun && shown === undefined) return [`${where}: it is neither run nor compared`];
        const isTaken = before.some((block) => block.language === language && block.marks.id === marks.id);
        if (isRun && (marks.id === undefined || isTaken)) return [`${where}: it has no unique id`];
        return isRun || before.some((block) => block.marks.id === shown) ? [] : [`${where}: no block before it is called ${shown}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('is in every language of its section, one after the other, so that readers of each language miss none', () => {
    const missing = guides.flatMap(({ blocks }) => {
      const run = blocks.filter(({ language }) => isGuideLanguage(language));
      return run.flatMap(({ where, section, marks }, place) => {
        const languages = [...new Set(run.filter((block) => block.section === section).map(({ language }) => language))];
        const first = run.findIndex((block) => block.section === section && block.marks.id === marks.id);
        const written = run.slice(first, first + languages.length).map((block) => `${block.language} ${block.marks.id}`);
        const expected = languages.map((language) => `${language} ${marks.id}`);
        return written.join() === expected.join() ? [] : [`${where}: ${written.join()} instead of ${expected.join()}, number ${place}`];
      });
    });
    expect(missing).toEqual([]);
  });

  describe.each(LANGUAGES)('in $name', ({ language, isInstalled }) => {
    it.skipIf(!isInstalled).each(namesIn(language).filter((name) => language !== 'sh' || name !== BY_COMMAND))(
      'of %s runs, and prints what the page shows',
      async (name) => {
        const guide = guides.find((one) => one.name === name);
        if (guide === undefined) throw new Error(`the page ${name} has no blocks`);
        await followGuide(guide, { origin: portico.origin, folder: project, language });
      },
    );
  });
});

describe('npm run guide', () => {
  const runGuide = (name: string) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../../../tools/guide/run-guide.ts'), name, portico.origin]);

  it('signs a developer up, gets certificates, and calls by curl --cert: consent, accounts, payment, registration', async () => {
    const { stdout } = await runGuide(BY_COMMAND);
    const ids = guides.find(({ name }) => name === BY_COMMAND)?.blocks.flatMap(({ where, language }) => (language === 'sh' ? [where] : [])) ?? [];
    expect(ids.length).toBeGreaterThan(8);
    expect(ids.filter((where) => !stdout.includes(`\n${where}\n`))).toEqual([]);
    expect(stdout.match(/^\{"status":\d+\}$/gm)).toEqual(['{"status":200}', '{"status":200}', '{"status":201}']);
    expect(stdout.match(/^The test customer approved at the bank\. /gm)).toHaveLength(3);
    expect(stdout).toContain('"transactionStatus":"RCVD"');
  });

  it.each([
    ['no-such-guide', 2, 'There is no guide “no-such-guide”'],
    ['../pages/how-to-api', 2, 'There is no guide'],
    ['api-changes', 1, 'The guide api-changes has no block for bash.'],
  ])('refuses %s', async (name, code, text) => {
    await expect(runGuide(name)).rejects.toMatchObject({ code, stderr: expect.stringContaining(text) });
  });
});

describe('the first guide', () => {
  it.each([
    { language: 'js', command: process.execPath, file: 'first-hour.mjs' },
    { language: 'python', command: 'python3', file: 'first_hour.py' },
  ] as const)('is a program in $language that waits while the customer signs', async ({ language, command, file }) => {
    if (!LANGUAGES.some((one) => one.language === language && one.isInstalled)) return;
    const blocks = guides.find(({ name }) => name === 'how-to-api')?.blocks ?? [];
    const reader = await becomeReader(portico.origin, project);
    const code = blocks.filter((block) => block.language === language).map((block) => block.code);
    await writeFile(join(project, file), await reader.fillIn(code.join('\n\n')));
    const program = spawn(command, [join(project, file)], { env: { PATH: process.env.PATH, PYTHONUNBUFFERED: '1' } });
    const printed: string[] = [];
    let complaints = '';
    program.stderr.on('data', (text) => (complaints += text));
    const ended = once(program, 'close');
    for await (const line of createInterface({ input: program.stdout })) {
      printed.push(line);
      const [address] = /\S+\/bank\/sca\/[\w-]+/.exec(line.replaceAll('"', ' ')) ?? [];
      if (address !== undefined) await reader.open(address);
    }
    expect([await ended, complaints]).toEqual([[0, null], '']);
    expect(printed.filter((line) => /"(consent|transaction)Status"/.test(line)).map((line) => line.trim())).toEqual([
      '"consentStatus": "received",',
      '"consentStatus": "valid"',
      '"transactionStatus": "RCVD",',
      '"transactionStatus": "ACCC"',
    ]);
  });
});

describe('the landing page', () => {
  it('has a command that runs, prints what the page shows, and as it is printed answers where the token is', async () => {
    const page = Value.Parse(ContentPage, await (await fetch(`${portico.origin}/content/homepage.json`)).json());
    const [command, answer] = page.field_paragraphs.flatMap((paragraph) => (paragraph.type === 'hero' ? (paragraph.blocks ?? []) : []));
    const shell = await openShell('sh', project);
    try {
      const reader = await becomeReader(portico.origin, project);
      const printed = await shell.run(await reader.fillIn(command?.code ?? ''));
      expect(compareAnswer(JSON.parse(answer?.code ?? ''), JSON.parse(printed))).toEqual([]);
      expect(JSON.parse(await shell.run(command?.code ?? ''))).toMatchObject({
        tppMessages: [{ code: 'TOKEN_INVALID', text: expect.stringContaining(`${portico.origin}/#/tokens`) }],
      });
    } finally {
      await shell.close();
    }
  });
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

function namesIn(language: GuideLanguage): readonly string[] {
  return NAMES.filter((name) => readFileSync(join(PAGES, `${name}.md`), 'utf8').includes(`\n\`\`\`${language} `));
}
