/**
 * Data folders with a migrated database. Creating one takes most of a server's first start; a copy of a template is fast. The template is created
 * once per machine and state of the migrations. `test/processes/main.test.ts` of the server tests a start without a template.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLI_ENTRY } from './entries.ts';
import { commandEnv, createFolder } from './places.ts';
import { BRIEF_SETTINGS } from './portico-process.ts';
import { forgetOldTemplates, TEMPLATES } from './templates.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const MIGRATIONS = join(root, 'apps/server/migrations');
/** Another engine or other keys need another template. */
const MADE_WITH = ['node_modules/@electric-sql/pglite/package.json', 'apps/server/src/platform/keys.ts'].map((path) => join(root, path));

/**
 * Creates a folder like {@link createFolder}'s, with a migrated database in its `data` and the keys beside it, which all copies share.
 * @throws with the message of `migrate` when the template cannot be created.
 */
export async function createBankFolder(name: string): Promise<string> {
  const template = await ensureTemplate();
  const folder = await createFolder(name);
  cpSync(template, folder, { recursive: true });
  return folder;
}

async function ensureTemplate(): Promise<string> {
  const template = join(TEMPLATES, `bank-${process.versions.node}-${await digestOfMakers()}`);
  if (existsSync(template)) return template;
  await mkdir(TEMPLATES, { recursive: true });
  const unfinished = await mkdtemp(join(TEMPLATES, 'unfinished-'));
  const env = { ...commandEnv(), PORTICO_DATA_DIR: join(unfinished, 'data') };
  await promisify(execFile)(process.execPath, [...BRIEF_SETTINGS, CLI_ENTRY, 'migrate'], { env });
  // Another process may have created it first.
  await rename(unfinished, template).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(template)) throw error;
  });
  await forgetOldTemplates('bank');
  return template;
}

async function digestOfMakers(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).sort();
  const hash = createHash('sha256');
  for (const file of [...names.map((name) => join(MIGRATIONS, name)), ...MADE_WITH])
    hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
