/** Where the databases lie that tests begin with copies of: one for each state of the migrations, so that a machine gathers them. */
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const TEMPLATES = join(tmpdir(), 'portico-test-templates');
/** Checkouts beside each other may stand at different migrations. */
const KEPT = 4;

/** After a template of this kind was made: the newest stay. @returns what went, oldest last. */
export async function forgetOldTemplates(kind: string, folder: string = TEMPLATES): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${kind}-`));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, madeAtMs: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const old = dated.sort((one, other) => other.madeAtMs - one.madeAtMs).slice(KEPT);
  // Another process may be first.
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
  return old.map(({ name }) => name);
}
