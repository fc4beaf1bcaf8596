import type { SigningSessionOf } from '@portico/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { entryCodeOf } from '../testing/answers.ts';
import { openSigningHarness, type SigningHarness } from '../testing/signing-harness.ts';

const MINUTE_MS = 60_000;
const DETAILS = '/api/ui/payment/details';
let harness: SigningHarness;

beforeAll(async () => {
  harness = await openSigningHarness(await openTestDatabase(), { deviceAnswerSeconds: 0 });
});
afterEach(() => harness.moveClock(0));
afterAll(() => harness.close());

const details = (given: { as?: string; id?: string; entryCode?: string }) => harness.call<SigningSessionOf<'payment'>>('GET', DETAILS, given);

describe('/bank/sca/{reference}', () => {
  it('redirects a browser without bank session to a sign-in for the entitled customer, with the return URL', async () => {
    const { path, paymentId } = await harness.createPayment();
    const response = await harness.call('GET', path);
    expect(response.headers.location).toBe('/bank/sign-in/signin-1');
    expect(harness.signIn.opened.at(-1)).toEqual({
      purpose: 'signing',
      appId: 'app_shop',
      signingSessionId: (await harness.sessionOf(paymentId)).session_id,
      tppName: 'Demo Shop OÜ',
      tppApplicationName: 'Demo Shop',
      bankCountry: 'ee',
      locale: 'en',
      customerId: 'cus_mari',
      returnTo: '/bank/sca',
      returnSecret: path.split('/').at(-1),
      cancelTo: 'https://shop.example/failed?order=7',
    });
  });

  it('opens a second order within the bank session without another sign-in, and asks the phone for its signature', async () => {
    const signIns = harness.signIn.opened.length;
    const asked = await harness.challengesOf('mari');
    for (const order of [1, 2]) {
      const page = await harness.openPage();
      expect([(await harness.sign(page.id)).status, await harness.challengesOf('mari')]).toEqual([200, asked + order]);
    }
    expect(harness.signIn.opened).toHaveLength(signIns);
  });

  it('redirects the bank session of another customer to the sign-in without binding to it', async () => {
    const { path } = await harness.createPayment();
    expect(await harness.enter(path, 'jaan')).toBe('/bank/sign-in/signin-1');
    expect(entryCodeOf(await harness.enter(path, 'mari'))).toHaveLength(43);
  });

  it('redirects a bank session with four minutes left to the sign-in without binding to it', async () => {
    harness.signIn.addSession('mari-late', 'mari', new Date(Date.now() - 26 * 60_000));
    const { path } = await harness.createPayment();
    expect(await harness.enter(path, 'mari-late')).toBe('/bank/sign-in/signin-1');
    expect(await harness.enter(path)).toContain('entry=');
  });

  it.each(['/bank/sca/unknown', `/bank/sca/${'x'.repeat(43)}`])('redirects %s to the error page', async (path) => {
    expect(await harness.enter(path)).toBe('/?m=signingError');
  });

  it('redirects every other bank session to the error page once it is bound', async () => {
    const { path } = await harness.openPage();
    harness.signIn.addSession('mari-elsewhere', 'mari');
    expect(await harness.enter(path, 'mari-elsewhere')).toBe('/?m=signingError');
    expect(await harness.enter(path, 'nobody')).toBe('/?m=signingError');
  });

  it('reopens an unsigned session in its bank session, and the signing id of the older tab ends', async () => {
    const page = await harness.openPage();
    const again = await details({ as: 'mari', entryCode: entryCodeOf(await harness.enter(page.path)) });
    expect(again.status).toBe(200);
    expect(again.body.signingId).not.toBe(page.id);
    expect(await details({ as: 'mari', id: page.id })).toMatchObject({ status: 410, body: { tppSuccessUrl: 'https://shop.example/paid?order=7' } });
    expect((await harness.sign(page.id)).status).toBe(410);
    expect((await details({ as: 'mari', id: again.body.signingId })).status).toBe(200);
  });

  it('reopens a signed session for fifteen minutes', async () => {
    const page = await harness.openPage();
    expect((await harness.sign(page.id)).status).toBe(200);
    await harness.moveClock(14 * MINUTE_MS);
    const again = await details({ as: 'mari', entryCode: entryCodeOf(await harness.enter(page.path)) });
    expect(again.body).toMatchObject({ state: 'signed', details: { transactionStatus: 'ACFC' } });
    await harness.moveClock(15 * MINUTE_MS + 5_000);
    expect(await harness.enter(page.path)).toBe('/?m=signingError');
    expect((await details({ as: 'mari', id: again.body.signingId })).status).toBe(410);
  });

  it('says to the browser that signed out before the signature that its link ends, with the way back, and opens nowhere again', async () => {
    harness.signIn.addSession('mari-out', 'mari');
    const { path, paymentId } = await harness.createPayment();
    const opened = await details({ as: 'mari-out', entryCode: entryCodeOf(await harness.enter(path, 'mari-out')) });
    harness.signIn.endSession('mari-out');
    const entryCode = entryCodeOf(await harness.enter(path, 'mari-out'));
    // The signing id of another order in this tab's storage does not decide what the page says.
    const other = await harness.openPage();
    expect(await details({ as: 'mari-out', id: other.id, entryCode })).toMatchObject({
      status: 410,
      body: { outcome: 'signedOut', kind: 'payment', tppFailureUrl: 'https://shop.example/failed?order=7' },
    });
    expect((await details({ as: 'mari-out', id: opened.body.signingId })).status).toBe(410);
    expect(await harness.enter(path, 'mari')).toBe('/?m=signingError');
    harness.signIn.addSession('mari-out-again', 'mari');
    expect(await harness.enter(path, 'mari-out-again')).toBe('/?m=signingError');
    expect(await harness.statusOf(paymentId)).toBe('RCVD');
    await harness.moveClock(5 * MINUTE_MS + 1_000);
    expect(await harness.enter(path, 'mari-out')).toBe('/?m=signingError');
    expect(await harness.statusOf(paymentId)).toBe('RJCT');
  });

  it('redirects to the error page after a refusal', async () => {
    const page = await harness.openPage();
    await harness.refuse(page.id);
    expect(await harness.enter(page.path)).toBe('/?m=signingError');
  });

  it('redirects to the error page after fifteen minutes without an entry, and the payment is rejected', async () => {
    const { path, paymentId } = await harness.createPayment();
    await harness.moveClock(15 * MINUTE_MS + 1_000);
    expect(await harness.enter(path)).toBe('/?m=signingError');
    expect(await harness.statusOf(paymentId)).toBe('RJCT');
  });
});

describe('the entry code', () => {
  it('is exchanged once for a signing id of 256 bits', async () => {
    const { path } = await harness.createPayment();
    const entryCode = entryCodeOf(await harness.enter(path));
    const first = await details({ as: 'mari', entryCode });
    expect(first.body.signingId).toMatch(/^[\w-]{43}$/);
    expect((await details({ as: 'mari', entryCode })).status).toBe(410);
    expect((await details({ as: 'mari', id: first.body.signingId })).status).toBe(200);
  });

  it('is exchanged by one of two simultaneous requests', async () => {
    const { path } = await harness.createPayment();
    const entryCode = entryCodeOf(await harness.enter(path));
    const answers = await Promise.all([details({ as: 'mari', entryCode }), details({ as: 'mari', entryCode })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('is refused in another browser, also of the same customer', async () => {
    const { path } = await harness.createPayment();
    const entryCode = entryCodeOf(await harness.enter(path));
    harness.signIn.addSession('mari-stolen', 'mari');
    for (const as of ['jaan', 'mari-stolen', 'nobody']) expect((await details({ as, entryCode })).status).toBe(410);
    expect((await details({ entryCode })).status).toBe(410);
    expect((await details({ as: 'mari', entryCode })).status).toBe(200);
  });

  it('takes precedence over a signing id that the browser sends', async () => {
    const { path } = await harness.createPayment();
    const preset = 'A'.repeat(43);
    const answer = await details({ as: 'mari', id: preset, entryCode: entryCodeOf(await harness.enter(path)) });
    expect(answer.status).toBe(200);
    expect(answer.body.signingId).not.toBe(preset);
    expect((await details({ as: 'mari', id: preset })).status).toBe(410);
  });

  it('is refused when a later one was exchanged first', async () => {
    const { path } = await harness.createPayment();
    const early = entryCodeOf(await harness.enter(path));
    const late = entryCodeOf(await harness.enter(path));
    expect((await details({ as: 'mari', entryCode: late })).status).toBe(200);
    expect((await details({ as: 'mari', entryCode: early })).status).toBe(410);
  });
});

describe('details without entry code and id', () => {
  it('return the only unfinished session of the bank session, and 410 when there are two or none', async () => {
    harness.signIn.addSession('mari-alone', 'mari');
    const first = await harness.createPayment();
    await harness.enter(first.path, 'mari-alone');
    const lost = await details({ as: 'mari-alone' });
    expect(lost.status).toBe(200);

    // Asking once more (a reload, the error page in another tab) opens beside it.
    const beside = await details({ as: 'mari-alone' });
    expect(beside.body.signingId).not.toBe(lost.body.signingId);
    expect((await details({ as: 'mari-alone', id: lost.body.signingId })).status).toBe(200);

    const second = await harness.createPayment();
    await harness.enter(second.path, 'mari-alone');
    expect(await details({ as: 'mari-alone' })).toMatchObject({ status: 410, body: { tppName: 'Demo Shop OÜ' } });

    // A cross-site link to the address must not take the session from its tab.
    const navigation = await harness.app.inject({
      url: DETAILS,
      headers: { cookie: 'portico-bank=mari-alone', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' },
    });
    expect(navigation.statusCode).toBe(410);
    expect((await details({ as: 'mari-alone', id: lost.body.signingId })).status).toBe(200);

    harness.signIn.addSession('mari-new', 'mari');
    const none = await details({ as: 'mari-new' });
    expect(none.status).toBe(410);
    expect(none.body).not.toHaveProperty('tppName');
  });
});

describe('a 410', () => {
  it('is identical in every byte for unknown ids and for ids of other customers', async () => {
    const marisPage = await harness.openPage();
    const jaansPage = await harness.openPage('jaan');
    await harness.refuse(jaansPage.id, 'jaan');
    const answers = await Promise.all([
      details({ as: 'jaan', id: marisPage.id }),
      details({ as: 'jaan', id: 'B'.repeat(43) }),
      details({ as: 'nobody', id: marisPage.id }),
      details({ id: marisPage.id }),
      details({ as: 'mari', id: jaansPage.id }),
      details({ as: 'mari', entryCode: 'C'.repeat(43) }),
      harness.sign('D'.repeat(43)),
      harness.call('GET', '/api/ui/challenge', { as: 'jaan', id: marisPage.id }),
      harness.call('POST', '/api/ui/activity', { as: 'jaan', id: marisPage.id }),
      harness.call('GET', '/api/ui/account/list', { as: 'jaan', id: marisPage.id }),
      harness.refuse(marisPage.id, 'jaan'),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([410]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ errors: [{ code: 'SIGNING_TERMINATED' }] });
    expect(answers[0]?.text).not.toContain('shop.example');
    expect((await details({ as: 'mari', id: marisPage.id })).status).toBe(200);
  });

  it('contains the return URLs for its browser also after the bank session has ended', async () => {
    harness.signIn.addSession('mari-leaves', 'mari');
    const { path } = await harness.createPayment();
    const { body } = await details({ as: 'mari-leaves', entryCode: entryCodeOf(await harness.enter(path, 'mari-leaves')) });
    harness.signIn.endSession('mari-leaves');
    expect(await details({ as: 'mari-leaves', id: body.signingId })).toMatchObject({
      status: 410,
      body: { tppName: 'Demo Shop OÜ', tppSuccessUrl: 'https://shop.example/paid?order=7', tppFailureUrl: 'https://shop.example/failed?order=7' },
    });
  });
});
