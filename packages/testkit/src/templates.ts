/** The template databases that tests copy. There is one for each state of the migrations, so old ones must be removed. */
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const TEMPLATES = join(tmpdir(), 'portico-test-templates');
/** Several checkouts on one machine may have different migrations. */
const KEPT = 4;

/** Call after a template of this kind was created: keeps the newest ones. @returns the removed ones, oldest last. */
export async function forgetOldTemplates(kind: string, folder: string = TEMPLATES): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${kind}-`));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, madeAtMs: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const old = dated.sort((one, other) => other.madeAtMs - one.madeAtMs).slice(KEPT);
  // Another process may have removed it first.
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
  return old.map(({ name }) => name);
}
