/** What the database and the log know after everything was done once: no password, code, link, cookie or token, in any spelling. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { createLogger } from '#platform/telemetry/logger.ts';
import { openSmtpServer } from '../../testing/open-smtp-server.ts';
import { CLIENT, openSmallProvider, type SmallProvider } from '../../testing/small-provider.ts';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { type IdentityHouse, openIdentityHouse } from './testing/identity-harness.ts';

const FIRST = 'Canary-Uks1-qzx';
const SECOND = 'Canary-Kaks2-qzx';

const lines: string[] = [];
const secrets = new Map<string, string>();
let provider: SmallProvider;
let house: IdentityHouse;
beforeAll(async () => {
  provider = await openSmallProvider();
  const google = { issuer: provider.issuer, ...CLIENT, isStandIn: false };
  const ground = await openTestPlatform({ appendAudit: async () => {}, config: { google } });
  const log = createLogger({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const openApp = () => createHttpServer({ config: ground.platform.config, log, shutdown: createShutdown() });
  house = await openIdentityHouse({ ...ground, platform: { ...ground.platform, log }, openApp }, { hashesForReal: true, smtpUrl: await urlOfNone() });
  await liveThroughEverything();
});
afterAll(async () => {
  await house.close();
  await provider.close();
});

/** Mails wait in the database, because no mail server listens at this address. */
async function urlOfNone(): Promise<string> {
  const { url, close } = await openSmtpServer();
  await close();
  return url;
}

async function liveThroughEverything(): Promise<void> {
  const keep = (name: string, value: string | undefined) => secrets.set(name, value ?? '');
  const browser = house.browse();
  keep('first password', FIRST);
  keep('second password', SECOND);
  await browser.send('POST', '/identity/sign-up', { email: 'mari@example.com', password: FIRST });
  keep('link', house.tokenOf());
  await browser.send('POST', '/identity/verify-email', { token: house.tokenOf() });
  // A second link stays unused, a wrong password is tried, a code stays unused.
  await house.browse().send('POST', '/identity/sign-up', { email: 'jaan@example.com', password: FIRST });
  keep('unused link', house.tokenOf());
  await house.signIn(house.browse(), 'mari@example.com', SECOND);
  await house.signIn(browser, 'mari@example.com', FIRST);
  keep('device', browser.jar.get('portico-dev-device'));
  await browser.send('POST', '/identity/forgot-password', { email: 'mari@example.com' });
  keep('reset cookie', browser.jar.get('portico-reset'));
  keep('code', house.codeOf());
  await browser.send('POST', '/identity/reset-password', { email: 'mari@example.com', code: house.codeOf(), password: SECOND });
  await browser.send('POST', '/identity/forgot-password', { email: 'mari@example.com' });
  keep('unused code', house.codeOf());
  await house.signIn(browser, 'mari@example.com', SECOND);
  keep('session', browser.jar.get('portico-dev'));
  const start = await browser.send('POST', '/identity/social/google', {});
  const location = new URL(typeof start.body === 'object' && start.body !== null && 'location' in start.body ? String(start.body.location) : '');
  for (const name of ['state', 'nonce']) keep(name, location.searchParams.get(name) ?? '');
  keep('social cookie', browser.jar.get('portico-social'));
  provider.state.request = location.searchParams;
  provider.state.shape = { claims: { aud: 'canary-audience' } };
  await browser.send('GET', `/identity/social/google/callback?code=good-code&state=${location.searchParams.get('state')}`);
  keep('client secret', CLIENT.clientSecret);
}

async function dump(): Promise<string> {
  const { rows } = await house.database.query(`select table_schema || '.' || table_name as table_name from information_schema.tables
    where table_schema in ('public', 'jobs') order by 1`);
  const tables = rows.map((row) => (typeof row === 'object' && row !== null && 'table_name' in row ? String(row.table_name) : ''));
  const texts: string[] = [];
  for (const table of tables) texts.push(JSON.stringify((await house.database.query(`select row_to_json(t)::text as row from ${table} as t`)).rows));
  return texts.join('\n');
}

/** Raw, hex, base64 at each of its three alignments, and as a URL writes it. */
function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const aligned = [0, 1, 2].map((skip) => bytes.subarray(skip, skip + Math.floor((bytes.length - skip) / 3) * 3));
  return [
    secret,
    bytes.toString('hex'),
    encodeURIComponent(secret),
    ...aligned.flatMap((part) => [part.toString('base64'), part.toString('base64url')]),
    [...secret].reverse().join(''),
  ].filter((text) => text.length >= 6);
}

describe('after everything was done once', () => {
  it('there are secrets to look for, and tables to look in', async () => {
    expect([...secrets].filter(([, value]) => value.length < 8)).toEqual([]);
    expect(secrets.size).toBe(13);
    const text = await dump();
    for (const word of ['mari@example.com', 'argon2id', 'v1.']) expect(text).toContain(word);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join('')).toContain('A sign-in with Google was refused.');
  });

  it('the database holds none of them', async () => {
    const text = (await dump()).toLowerCase();
    const found = [...secrets].filter(([, value]) => spellings(value).some((spelling) => text.includes(spelling.toLowerCase())));
    expect(found.map(([name]) => name)).toEqual([]);
  });

  it('the log holds none of them, and no address', () => {
    const text = lines.join('\n').toLowerCase();
    const found = [...secrets].filter(([, value]) => spellings(value).some((spelling) => text.includes(spelling.toLowerCase())));
    expect(found.map(([name]) => name)).toEqual([]);
    expect(text).not.toContain('@example.com');
  });

  it('the log tells every sign-in, the one that failed, too', () => {
    const said = lines.map((line) => JSON.parse(line));
    const signedIn = said.filter(({ msg }) => msg === 'A developer has signed in with a password.');
    const developerId = expect.stringMatching(/^dev_/);
    expect(signedIn.map(({ time, developerId: id, knownBrowser }) => ({ time, id, knownBrowser }))).toEqual(
      [false, true].map((knownBrowser) => ({ time: expect.stringMatching(/Z$/), id: developerId, knownBrowser })),
    );
    expect(said).toContainEqual(expect.objectContaining({ msg: 'A request was refused.', status: 401, reason: 'CREDENTIALS_WRONG' }));
  });

  it('the search would find them', async () => {
    await house.database.query(`insert into developer_session (session_hash, developer_id) select $1, developer_id from developer`, [
      Buffer.from(secrets.get('session') ?? '').toString('base64'),
    ]);
    expect(await dump()).toContain(spellings(secrets.get('session') ?? '')[3]);
  });
});
