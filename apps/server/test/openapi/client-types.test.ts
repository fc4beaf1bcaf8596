// Issue “typed client”: the types of @portico/client are written from the document that the server sends.
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '@portico/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeAllTypes, writeTypes } from '../../../../packages/client/write-types.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readWholeDocument } from '../house/served-documents.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FILE = join(ROOT, 'packages/client/src/recorded/api-types.d.ts');

let house: House;
beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_REGISTRATION: 'on' } });
});
afterAll(() => house.close());

it('the types of the client are those of the document: after a change, run this test with UPDATE_RECORDED=1', async () => {
  const written = await writeTypes(await readWholeDocument(house.portico.app));
  if (process.env.UPDATE_RECORDED !== undefined) await writeFile(FILE, written);
  expect(await readFile(FILE, 'utf8')).toBe(written);
});

/** What the compiler says of a file with this text; empty: nothing. */
async function compile(text: string): Promise<string> {
  const folder = await createFolder('client-types');
  const file = join(folder, 'types.ts');
  await writeFile(file, text);
  const flags = ['--ignoreConfig', '--strict', '--noEmit', '--target', 'es2022', '--types', ''];
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...flags, file], (error, stdout) =>
      resolve(error === null ? stdout : `${stdout}${error.message}`),
    );
  });
  await rm(folder, { recursive: true });
  return said;
}

it('the types of all sections, the management of the sandbox included, are accepted by the compiler with --strict', async () => {
  const types = await writeAllTypes(await readWholeDocument(house.portico.app));
  expect(types).toContain('"/tpp/applications"');
  expect(await compile(types)).toBe('');
  expect(await compile(`${types}\nexport const wrong: paths['/nothing'] = {};`)).toContain("Property '/nothing' does not exist");
});
