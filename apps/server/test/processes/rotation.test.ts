/**
 * Review of 25 November 2026, B4: while keys are rotated, every server verifies by its JWKS what every other one signed, and finishes the sign-ins
 * that another one began, in every order in which servers are restarted.
 */
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTpp, jsonOf, obtainToken, openBrowser, SITE, type Transport, textOf } from '@portico/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeysText, readKeys } from '#platform/keys.ts';
import { rotateKeys } from '#platform/rotate-keys.ts';
import { buildApp, type Portico } from '../../src/app/composition/build-app.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type House, openHouse } from '../house/open-house.ts';

/** A server with the file of one phase. All share a database. */
interface Server {
  readonly portico: Portico;
  readonly transport: Transport;
  /** Signed by it. */
  readonly idToken: string;
  /** As it publishes them. */
  readonly jwks: readonly Record<string, unknown>[];
}

const PHASES = ['before', 'publish', 'use', 'retire'] as const;

let folder: string;
let house: House;
const servers: Server[] = [];
let atOnce: Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-rotation-'));
  house = await openHouse();
  let text = textWithSecretsOf(house);
  const files = [text];
  for (const _phase of PHASES.slice(1)) {
    const rotation = rotateKeys(text, new Date('2026-11-25T10:00:00Z'), true);
    if ('refused' in rotation) throw new Error(rotation.refused);
    text = rotation.text;
    files.push(text);
  }
  for (const file of files) servers.push(await open(file));
  // As the command did before: the new keys sign at once.
  const { rotation: _over, ...used } = JSON.parse(files[2] ?? '');
  atOnce = await open(JSON.stringify(used));
});
afterAll(async () => {
  for (const { portico } of [...servers, atOnce]) await portico.stop();
  await house.close();
  await rm(folder, { recursive: true });
});

/** The database belongs to the keys of the house, which are not rotated. */
function textWithSecretsOf({ config }: House): string {
  const { audit, secrets } = config.keys;
  return JSON.stringify({ ...JSON.parse(makeKeysText(2048)), audit: audit.toString('base64url'), secrets: secrets.toString('base64url') });
}

async function open(text: string): Promise<Server> {
  const file = join(folder, `keys-${servers.length}.json`);
  writeFileSync(file, text, { mode: 0o600 });
  // Every second server gets its keys from a program.
  const source = servers.length % 2 === 0 ? { file } : { command: ['/bin/cat', file] as const };
  const config = { ...house.config, keys: readKeys(source, { isDevelopment: false, env: {} }) };
  const portico = await buildApp({ config, database: house.database, log: pino({ level: 'silent' }) });
  const transport = overInject(portico.app, config.publicUrl);
  return { portico, transport, idToken: await signIn(transport), jwks: await readJwks(transport) };
}

/** One sign-in with everything at this transport. Answers the ID token. */
async function signIn(transport: Transport): Promise<string> {
  let idToken = '';
  const listening: Transport = async (request) => {
    const answer = await transport(request);
    if (request.path.endsWith('/token')) idToken = textOf(jsonOf(answer), 'id_token');
    return answer;
  };
  const client = { clientId: DEMO_CLIENT_ID, clientSecret: demoClientSecret(house.config) };
  const tpp = createTpp({ transport: listening, publicUrl: house.config.publicUrl, site: SITE, ...client });
  await obtainToken(openBrowser(transport, house.config.publicUrl), tpp, house.customers[0]);
  return idToken;
}

async function readJwks(transport: Transport): Promise<readonly Record<string, unknown>[]> {
  const answer = await transport({ method: 'GET', path: '/api/v2/jwks', headers: {} });
  return Object(jsonOf(answer)).keys;
}

/** As an application does: by the key that the token names. */
function isVerified(idToken: string, jwks: readonly Record<string, unknown>[]): boolean {
  const [header = '', payload = '', signature = ''] = idToken.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const key = jwks.find((each) => each.kid === kid);
  if (key === undefined) return false;
  return verifySignature('sha256', Buffer.from(`${header}.${payload}`), createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'));
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

function serverIn(phase: number): Server {
  const server = servers[phase];
  if (server === undefined) throw new Error(`There is no phase ${phase}.`);
  return server;
}

describe('three servers that are restarted for a rotation of keys', () => {
  it.each(ORDERS)('in the order %i, %i, %i verify what each of them signs, after every single restart', (...order) => {
    const phases = [0, 0, 0];
    for (const phase of [1, 2, 3]) {
      for (const restarted of order) {
        phases[restarted] = phase;
        for (const signer of phases) {
          for (const verifier of phases) expect([phases, isVerified(serverIn(signer).idToken, serverIn(verifier).jwks)]).toEqual([phases, true]);
        }
      }
    }
  });

  it.each([
    [0, 1],
    [1, 0],
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 2],
  ])('with the files of phases %i and %i finish each other’s sign-ins, whose cookies both signed', async (first, second) => {
    let turn = 0;
    const inTurns: Transport = (request) => serverIn([first, second][turn++ % 2] ?? 0).transport(request);
    expect(await signIn(inTurns)).toMatch(/^ey/);
    expect(turn).toBeGreaterThan(4);
  });

  it('publish no private part of any key', () => {
    for (const { jwks } of servers)
      for (const key of jwks) for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(part);
  });

  it('would not verify each other’s tokens when new keys signed at once', () => {
    expect(isVerified(atOnce.idToken, serverIn(0).jwks)).toBe(false);
  });
});
