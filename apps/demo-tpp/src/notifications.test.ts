/** The bank tells the shop; messages are signed by the public library of Standard Webhooks. */
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSite } from './build-site.ts';
import { createScriptedBank, ISSUER, type ScriptedBank, SETTINGS } from './testing/scripted-bank.ts';

let site: FastifyInstance;
let bank: ScriptedBank;
let now: number;
let path: string;
let notificationPath: string;

beforeEach(async () => {
  bank = createScriptedBank();
  now = Date.parse('2026-12-31T23:59:50Z');
  site = await buildSite(SETTINGS, { send: bank.send, now: () => now });
  // An order whose customer stands before the bank's signing page.
  const payload = new URLSearchParams({ payee: 'match', amount: '46.80', bank: 'ee', speed: 'instant' }).toString();
  const sent = await site.inject({ method: 'POST', url: '/pay', payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const asked = new URL(String(sent.headers.location)).searchParams;
  bank.nonce = asked.get('nonce') ?? '';
  const cookie = sent.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const back = `/callback?code=canary-code-123456789&state=${asked.get('state')}&iss=${encodeURIComponent(ISSUER)}`;
  expect((await site.inject({ url: back, headers: { cookie } })).statusCode).toBe(303);
  const created = bank.requests.find(({ method, url }) => method === 'POST' && url.includes('/payments/'));
  path = new URL(created?.headers.get('tpp-redirect-uri') ?? '').pathname.replace('/paid', '');
  notificationPath = new URL(created?.headers.get('tpp-notification-uri') ?? '').pathname;
  bank.requests.length = 0;
});
afterEach(() => site.close());

const statusIs = (transactionStatus: string) => bank.instead.set('/status', () => Response.json({ transactionStatus }));
const statusCalls = () => bank.requests.filter(({ url }) => url.endsWith('/status')).length;

/** Sends what the bank sends. */
async function tell({ sequence = 1, of = 'pay_1', secret = SETTINGS.clientSecret, to = notificationPath, seconds = 0 } = {}): Promise<number> {
  const body = JSON.stringify({ type: 'payment.status_changed', sequence, paymentId: of, transactionStatus: 'ACSC' });
  const at = new Date(now - seconds * 1000);
  const id = `${of}-${sequence}`;
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(id, at, body),
  };
  return (await site.inject({ method: 'POST', url: to, headers, payload: body })).statusCode;
}

describe('a notification of the bank', () => {
  it('lets the shop read the status once, and no page asks again', async () => {
    statusIs('ACSC');
    expect(await tell()).toBe(204);
    for (const url of [path, `${path}/paid`, path]) {
      const { body } = await site.inject(url);
      expect(body).toContain('<h1 id="outcome">Paid</h1>');
      expect(body).toContain('the bank told us, 2026-12-31 23:59:50 UTC');
    }
    expect(statusCalls()).toBe(1);
  });

  it('does not keep the customer from asking the bank again', async () => {
    statusIs('ACSC');
    await tell();
    statusIs('ACCC');
    expect((await site.inject(path)).body).toContain(`href="${path}?ask"`);
    expect((await site.inject(`${path}?ask`)).body).toContain('<code>ACCC</code><span class="block small muted">read ');
  });

  it('of a status that is not the end lets the page ask', async () => {
    statusIs('ACTC');
    await tell();
    expect((await site.inject(path)).body).not.toContain('the bank told us');
    expect(statusCalls()).toBe(2);
  });

  it('counts once, and an earlier one that comes late changes nothing', async () => {
    statusIs('ACSC');
    expect([await tell({ sequence: 2 }), await tell({ sequence: 2 }), await tell({ sequence: 1 })]).toEqual([204, 204, 204]);
    expect(statusCalls()).toBe(1);
    statusIs('ACCC');
    expect(await tell({ sequence: 3 })).toBe(204);
    expect((await site.inject(path)).body).toContain('<code>ACCC</code>');
  });

  it('is asked for again while the bank does not say the status', async () => {
    bank.instead.set('/status', () => new Response('{}', { status: 500 }));
    expect(await tell()).toBe(503);
    statusIs('ACSC');
    expect(await tell()).toBe(204);
    expect((await site.inject(path)).body).toContain('the bank told us');
  });

  it('is taken, and nothing read, when the token of the customer has expired', async () => {
    now += 3_601_000;
    expect(await tell()).toBe(204);
    expect(statusCalls()).toBe(0);
  });

  it.each<[string, Parameters<typeof tell>[0], number]>([
    ['with another secret', { secret: 'another-secret' }, 400],
    ['that is old', { seconds: 301 }, 400],
    ['of another payment', { of: 'pay_of_somebody_else' }, 410],
    ['of an order that the shop does not have', { to: '/notifications/0123456789abcdef0123456789abcdef' }, 410],
  ])('%s is refused, and the shop asks nothing', async (_name, change, status) => {
    expect(await tell(change)).toBe(status);
    expect(statusCalls()).toBe(0);
    expect((await site.inject(path)).body).not.toContain('the bank told us');
  });

  it('without a signature is refused', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await site.inject({ method: 'POST', url: notificationPath, headers, payload: '{}' })).statusCode).toBe(400);
  });
});
