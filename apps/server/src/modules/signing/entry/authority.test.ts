import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import { requireAuthorityOrSigned } from './authority.ts';

let harness: SigningHarness;
beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterAll(() => harness.close());

it('a signature whose session the database does not tell in time is refused then, without another wait', async () => {
  const { engine } = harness.signing;
  const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const db = new Proxy(engine.platform.db, {
    get() {
      throw new Error('The database was asked once more.');
    },
  });
  const signIn = { ...engine.signIn, currentSession: () => Promise.reject(busy) };
  const deps = { ...engine, signIn, platform: { ...engine.platform, db } };
  const app = fastify();
  const outcomes: unknown[] = [];
  app.put('/', (request) => requireAuthorityOrSigned(deps, request, 'id', { touch: true }).catch((error: unknown) => void outcomes.push(error)));
  await app.inject({ method: 'PUT', url: '/' });
  expect(outcomes).toEqual([busy]);
  await app.close();
});
