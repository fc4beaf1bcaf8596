// Issue “typed client”: the types of @portico/client are written from the document that the server sends.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeTypes } from '../../../../packages/client/write-types.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { readWholeDocument } from '../house/served-documents.ts';

const FILE = join(import.meta.dirname, '../../../../packages/client/src/recorded/api-types.d.ts');

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
