import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { outsideUrlFault } from '#platform/egress/post-outside.ts';
import { noteMtlsCall } from '#platform/tls/mtls-call.ts';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { keptReturnUrl } from '../tpp-apps/index.ts';
import { createNotifications } from './create-notifications.ts';

/** Each URL of the table has the origin of one of them, unless the row is about that. */
const REDIRECT_URIS = [
  'https://shop.example/callback',
  'https://shop.example:8443/callback',
  'https://shop.example:9443/callback',
  'https://203.0.113.7/callback',
  'https://[2001:db8::7]/callback',
  'http://127.0.0.1:7000/callback',
];
const APP = {
  appId: 'app_shop',
  sandboxId: 'sbx_test',
  clientId: 'cli_shop',
  clientName: 'Shop',
  registeredName: 'Shop (fictitious)',
  redirectUris: REDIRECT_URIS,
};

let test: TestPlatform;
let secrets: readonly string[];
let redirectUris: readonly string[];
const sent: string[] = [];
beforeAll(async () => {
  test = await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append });
});
afterAll(() => test.database.close());
beforeEach(() => {
  secrets = ['the-secret-of-the-shop'];
  redirectUris = REDIRECT_URIS;
  sent.length = 0;
});

function notifications({ isOn = true, isDevelopment = false } = {}) {
  return createNotifications({
    platform: { ...test.platform, log: pino({ level: 'silent' }) },
    apiBase: 'https://bank.example/api',
    tppApps: {
      isReturnUrl: (app, url) => keptReturnUrl(url, app.redirectUris) !== undefined,
      findByAppId: async () => ({ ...APP, redirectUris }),
      secretsOf: async () => secrets,
    },
    shutdown: { signal: new AbortController().signal },
    isOn,
    canSendTo: (url) => outsideUrlFault(url, isDevelopment) === undefined,
    send: async ({ url }) => {
      sent.push(url);
      return { status: 204 };
    },
  });
}

const ask = (url: string, settings: Parameters<typeof notifications>[0] = {}, raw = new IncomingMessage(new Socket())) =>
  notifications(settings).readWish({ headers: { 'tpp-notification-uri': url }, raw }, APP);

it.each([
  ['https://shop.example/', {}],
  ['https://shop.example/any/path?order=1', {}],
  ['https://shop.example:8443/', {}],
  ['http://127.0.0.1:7000/', { isDevelopment: true }],
])('sends to %s', async (url, settings) => {
  expect(await ask(url, settings)).toEqual({ url, contents: ['PROCESS'] });
});

it.each([
  ['an origin of no redirect URI', 'https://attacker.example/'],
  ['the redirect URI of another application', 'https://other-shop.example/callback'],
  ['a subdomain of a redirect URI', 'https://events.shop.example/'],
  ['a host that begins with that of a redirect URI', 'https://shop.example.attacker.example/'],
  ['a port that the server does not call', 'https://shop.example:9443/'],
  ['an IPv4 address', 'https://203.0.113.7/'],
  ['an IPv4 address in hexadecimal', 'https://0xcb007107/'],
  ['an IPv6 address', 'https://[2001:db8::7]/'],
  ['http', 'http://shop.example/'],
  ['http on this machine, outside development', 'http://127.0.0.1:7000/'],
  ['a user', 'https://user@shop.example/'],
  ['a user and a password', 'https://user:password@shop.example/'],
  ['a user that looks like the host', 'https://shop.example@attacker.example/'],
  ['a fragment', 'https://shop.example/#part'],
  ['dot segments', 'https://shop.example/a/../b'],
])('sends nothing to %s', async (_what, url) => {
  expect(await ask(url)).toBeUndefined();
});

it('sends nothing for an application that is suspended, deleted or was not told its secret', async () => {
  secrets = [];
  expect(await ask('https://shop.example/')).toBeUndefined();
});

it('sends nothing outside the domain of the certificate of the call', async () => {
  for (const [host, isSent] of [
    ['shop.example', true],
    ['other-shop.example', false],
  ] as const) {
    const raw = new IncomingMessage(new Socket());
    noteMtlsCall(raw, { chain: [(await makeCertificate({ name: 'Provider (fictitious)', host })).der] });
    expect((await ask('https://shop.example/', {}, raw)) !== undefined).toBe(isSent);
  }
});

/** A status of a consent, to the receiver of an earlier registration. */
async function addWaiting(): Promise<void> {
  const { query } = test.database;
  await query("insert into notification_channel (app_id, origin, sandbox_id) values ('app_shop', 'https://shop.example', 'sbx_test')");
  await query(
    `insert into notification_delivery (resource_id, sequence, sandbox_id, app_id, origin, url, path, type, status, next_try_at)
     values ('cns_1', 1, 'sbx_test', 'app_shop', 'https://shop.example', 'https://shop.example/a', '/v1/consents/cns_1', 'consent', 'valid', now() - interval '1 hour')`,
  );
}

it('switched off: registers and sends nothing, refuses what cannot be read, and the waiting events are sent when it is on again', async () => {
  expect(await ask('https://shop.example/', { isOn: false })).toBeUndefined();
  await expect(ask('shop.example', { isOn: false })).rejects.toMatchObject({ code: 'FORMAT_ERROR' });
  await addWaiting();
  const [off, on] = [notifications({ isOn: false }), notifications()];
  await off.deliverDue();
  expect([sent, await off.readOldestSeconds(), Math.floor((await on.readOldestSeconds()) / 3_600)]).toEqual([[], 0, 1]);
  await on.deliverDue();
  expect([sent, await on.readOldestSeconds()]).toEqual([['https://shop.example/a'], 0]);
});

it('sends nothing to an origin of which the application has no redirect URI any more, and sends it when it has one again', async () => {
  for (const table of ['delivery', 'channel']) await test.database.query(`delete from notification_${table}`);
  await addWaiting();
  redirectUris = REDIRECT_URIS.filter((uri) => !uri.startsWith('https://shop.example/'));
  await notifications().deliverDue();
  expect(sent).toEqual([]);
  redirectUris = REDIRECT_URIS;
  await test.database.query(
    "update notification_channel set paused_until = null; update notification_delivery set next_try_at = now() - interval '1 second'",
  );
  await notifications().deliverDue();
  expect(sent).toEqual(['https://shop.example/a']);
});
