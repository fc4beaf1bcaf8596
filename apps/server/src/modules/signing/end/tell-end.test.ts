// Review of 25 November 2026, C1: each way in which a session ends × each call that a page of it can still make.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';
import { SANDBOX } from '../testing/test-bank.ts';

const MINUTE_MS = 60_000;
const WAY_BACK = { tppSuccessUrl: 'https://shop.example/paid?order=7', tppFailureUrl: 'https://shop.example/failed?order=7' };
const INSTANT = /^\d{4}-\d\d-\d\dT/;
let harness: SigningHarness;
let browsers = 0;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase());
});
afterEach(() => harness.moveClock(0));
afterAll(() => harness.close());

interface Page {
  readonly as: string;
  readonly kind: 'payment' | 'consent';
  readonly id: string;
  readonly resourceId: string;
}

async function openIn(kind: Page['kind']): Promise<Page> {
  browsers += 1;
  const as = `mari-end-${browsers}`;
  harness.signIn.addSession(as, 'mari');
  if (kind === 'consent') {
    const { id, consentId: resourceId } = await harness.openConsent('mari', {}, as);
    return { as, kind, id, resourceId };
  }
  const { path, paymentId: resourceId } = await harness.createPayment();
  const entry = new URL(await harness.enter(path, as), 'http://bank.example').searchParams.get('entry') ?? '';
  const { body } = await harness.call<{ signingId: string }>('GET', '/api/ui/payment/details', { as, entryCode: entry });
  return { as, kind, id: body.signingId, resourceId };
}

async function signIt({ as, kind, id, resourceId }: Page): Promise<void> {
  const held = kind === 'payment' ? harness.sign(id, { as }) : harness.signConsent(id, { as });
  await harness.answerOnDevice(resourceId, 'approve');
  const { status, text } = await held;
  if (status !== 200) throw new Error(text);
}

const ENDS: readonly [name: string, kind: Page['kind'], end: (page: Page) => Promise<void>, expected: object][] = [
  [
    'signed, 16 minutes ago',
    'payment',
    async (page) => {
      await signIt(page);
      await harness.moveClock(16 * MINUTE_MS);
    },
    { outcome: 'signed', status: 'ACFC', signedAt: expect.stringMatching(INSTANT), receiptId: expect.stringMatching(/^sgn_/) },
  ],
  [
    'signed, an hour ago and signed out',
    'payment',
    async (page) => {
      await signIt(page);
      harness.signIn.endSession(page.as);
      await harness.moveClock(60 * MINUTE_MS);
    },
    { outcome: 'signed', status: 'ACFC' },
  ],
  [
    'signed, and rejected since',
    'payment',
    async (page) => {
      await signIt(page);
      await sql`update payment set status = 'RJCT', rejection_code = 'FUNDS_NOT_AVAILABLE', rejection_text = 'x'
        where payment_id = ${page.resourceId}`.execute(harness.db);
      harness.signIn.endSession(page.as);
    },
    { outcome: 'signed', status: 'RJCT', notPaidReason: 'fundsNotAvailable' },
  ],
  [
    'signed and signed out',
    'consent',
    async (page) => {
      await signIt(page);
      harness.signIn.endSession(page.as);
    },
    { outcome: 'signed', status: 'valid' },
  ],
  ['refused', 'payment', async ({ as, id }) => void (await harness.refuse(id, as)), { outcome: 'refused', endedAt: expect.stringMatching(INSTANT) }],
  [
    'refused and signed out',
    'consent',
    async ({ as, id }) => {
      await harness.refuseConsent(id, as);
      harness.signIn.endSession(as);
    },
    { outcome: 'refused' },
  ],
  ['left alone for five minutes', 'payment', async () => void (await harness.moveClock(5 * MINUTE_MS + 1000)), { outcome: 'expired' }],
  [
    'left alone, its bank session over too',
    'consent',
    async ({ as }) => {
      harness.signIn.endSession(as);
      await harness.moveClock(16 * MINUTE_MS);
    },
    { outcome: 'expired' },
  ],
  ['deleted by the provider', 'consent', ({ resourceId }) => harness.endConsent(resourceId), { outcome: 'ended' }],
  ['signed out before it was signed', 'payment', async ({ as }) => harness.signIn.endSession(as), { outcome: 'signedOut' }],
];

describe.each(ENDS)('a session that was %s (%s)', (_name, kind, end, expected) => {
  const CALLS: readonly [string, (page: Page) => Promise<{ status: number; body: unknown; text: string }>][] = [
    ['details with its id (Back, reload)', ({ as, id }) => harness.call('GET', `/api/ui/${kind}/details`, { as, id })],
    ['details without an id (history in a new tab)', ({ as }) => harness.call('GET', `/api/ui/${kind}/details`, { as })],
    ['activity', ({ as, id }) => harness.call('POST', '/api/ui/activity', { as, id })],
    ['challenge', ({ as, id }) => harness.call('GET', '/api/ui/challenge', { as, id })],
    ['account list', ({ as, id }) => harness.call('GET', '/api/ui/account/list', { as, id })],
  ];

  it('returns 410 with outcome and return URLs to each call of its browser, and without outcome to another browser', async () => {
    const page = await openIn(kind);
    await end(page);
    const known = { ...WAY_BACK, kind, bankCountry: 'ee', ...expected };
    for (const [name, call] of CALLS) {
      const answer = await call(page);
      expect([name, answer.status, answer.body]).toEqual([name, 410, expect.objectContaining(known)]);
      // What the browser of another person may see: neither amount nor payee.
      expect(answer.text).not.toMatch(/\b46\.80\b|Lumen|Invoice|EE\d{6}/);
    }
    const foreign = await harness.call('GET', `/api/ui/${kind}/details`, { as: 'jaan', id: page.id });
    const unknown = await harness.call('GET', `/api/ui/${kind}/details`, { as: 'jaan', id: 'B'.repeat(43) });
    expect([foreign.status, foreign.text]).toEqual([410, unknown.text]);
    expect(unknown.body).not.toHaveProperty('outcome');
  });
});

describe('a session that has not ended', () => {
  const details = (as: string, id?: string) => harness.call('GET', '/api/ui/payment/details', { as, ...(id === undefined ? {} : { id }) });

  it('returns the outcome elsewhere after its link was opened again', async () => {
    const page = await openIn('payment');
    const { session_id: authorisationId } = await harness.sessionOf(page.resourceId);
    await sql`update signing_session set entry_version = 9 where session_id = ${authorisationId}`.execute(harness.db);
    expect((await details(page.as, page.id)).body).toMatchObject({ outcome: 'elsewhere', kind: 'payment' });
  });

  it('returns the outcome signing when the bank session ends during the challenge, and then signed', async () => {
    const page = await openIn('payment');
    const held = harness.sign(page.id, { as: page.as });
    await harness.untilAsked(page.resourceId);
    const session = harness.signIn.sessionOf(page.as);
    harness.signIn.endSession(page.as);
    expect((await details(page.as, page.id)).body).toMatchObject({ outcome: 'signing' });
    expect(session.customerId).toBe('cus_mari');
    await harness.answerOnDevice(page.resourceId, 'approve', 'mari');
    expect((await held).status).toBe(200);
    expect((await details(page.as, page.id)).body).toMatchObject({ outcome: 'signed' });
  });

  it('is not confused with an earlier one of its browser: without an id no outcome is returned', async () => {
    const page = await openIn('payment');
    const { path, paymentId } = await harness.createPayment();
    await harness.enter(path, page.as);
    await harness.refuse(page.id, page.as);
    await harness.moveClock(16 * MINUTE_MS);
    const answer = await details(page.as);
    expect([answer.status, await harness.statusOf(paymentId)]).toEqual([410, 'RCVD']);
    expect(answer.body).toMatchObject(WAY_BACK);
    expect(answer.body).not.toHaveProperty('outcome');
  });
});

it('a session that a newer one of the same consent replaced returns the outcome superseded', async () => {
  const page = await openIn('consent');
  await harness.endConsent(page.resourceId);
  await harness.moveClock(1000);
  const { engine, open } = harness.signing;
  const tpp = { appId: 'app_shop', tppName: 'Demo Shop OÜ', tppApplicationName: 'Demo Shop', tppFailureUrl: WAY_BACK.tppFailureUrl };
  const thing = {
    kind: 'consent',
    resourceId: page.resourceId,
    sandboxId: SANDBOX,
    customerId: 'cus_mari',
    bankCountry: 'ee',
    locale: 'en',
  } as const;
  await engine.platform.write((context) => open(context, { ...thing, ...tpp, tppSuccessUrl: WAY_BACK.tppSuccessUrl }));
  const { body } = await harness.call('GET', '/api/ui/consent/details', { as: page.as, id: page.id });
  expect(body).toMatchObject({ outcome: 'superseded', kind: 'consent' });
});
