import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import type { OpenSignIn } from './index.ts';
import { AUTHORIZATION, Browser, CODES, registerSignInHarness } from './testing/sign-in-harness.ts';

const appendAudit = createAudit({ keyAudit: Buffer.alloc(32, 1) }).append;
const SIGNING = {
  ...AUTHORIZATION,
  purpose: 'signing',
  signingSessionId: 'sig_1',
  customerId: 'cus_mari',
  returnTo: '/bank/sca',
  returnSecret: 'r'.repeat(43),
  cancelTo: 'https://shop.example/failed',
} as const;

let house: TestPlatform;
let app: FastifyInstance;
let door: ReturnType<typeof registerSignInHarness>;
beforeAll(async () => {
  // The device answers at once, so that no test waits; `timesOut` never answers.
  house = await openTestPlatform({ appendAudit, config: { deviceAnswerSeconds: 0 } });
  app = await house.openApp();
  door = registerSignInHarness(app, house);
  await house.database.query(
    `insert into tpp_app (app_id, sandbox_id, client_id, client_name, registered_name, redirect_uris, client_secret_sealed)
    values ('app_shop', $1, 'shop', 'Demo Shop', 'Näidispood OÜ', '["https://shop.example/callback"]', 'none')`,
    ['sbx_test'],
  );
});
beforeEach(async () => {
  door.openNext(AUTHORIZATION);
  door.handedOver.length = 0;
  for (const table of ['person_attempt', 'spent_allowance', 'sign_in_request', 'known_browser']) await house.database.query(`delete from ${table}`);
});
afterAll(async () => {
  await app.close();
  await house.database.close();
});

const newBrowser = () => new Browser(app, house.ownPage);
const expire = (path: string) => house.database.query(`update sign_in set expires_at = now() where sign_in_id = $1`, [path.split('/').at(-1)]);

describe('opening a sign-in', () => {
  it('returns the third party, the country and only the available methods', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    expect(path).toMatch(/^\/bank\/sign-in\/sgi_[0-9a-z]{26}$/);
    expect((await browser.send('GET', `${path}/details`)).json()).toEqual({
      purpose: 'authorization',
      tppName: 'Näidispood OÜ',
      tppApplicationName: 'Demo Shop',
      bankCountry: 'ee',
      locale: 'en',
      methods: ['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR'],
      deviceLinkMethods: ['SMART_ID'],
      hasTestDevice: true,
      challengeRunning: false,
    });
  });

  it('uses the id of the interaction with the authorization server', async () => {
    door.openNext({ ...AUTHORIZATION, id: 'V4kDlS_interaction-1' });
    expect(await newBrowser().open()).toBe('/bank/sign-in/V4kDlS_interaction-1');
  });

  it('refuses an id with path characters', async () => {
    door.openNext({ ...AUTHORIZATION, id: '../x; Path=/' });
    expect((await newBrowser().send('GET', '/test/open')).statusCode).toBe(500);
  });

  it('sets HttpOnly cookies for its path and for the device', async () => {
    const response = await newBrowser().send('GET', '/test/open');
    const byName = new Map(response.cookies.map((cookie) => [cookie.name, cookie]));
    expect(byName.get('portico-sign-in')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: response.json().path });
    expect(byName.get('portico-device')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  });
});

describe('a sign-in of another browser', () => {
  it('gets the same response as one that does not exist, on every call', async () => {
    const path = await newBrowser().open();
    const stranger = newBrowser();
    await stranger.open();
    const calls = (at: string) => [
      stranger.send('GET', `${at}/details`),
      stranger.send('GET', `${at}/challenge`),
      stranger.authenticate(at, CODES.mari),
      stranger.send('POST', `${at}/completion`),
      stranger.send('DELETE', at),
    ];
    const foreign = await Promise.all(calls(path));
    const missing = await Promise.all(calls('/bank/sign-in/sgi_nobody'));
    expect(foreign.map(({ statusCode }) => statusCode)).toEqual([410, 410, 410, 410, 410]);
    expect(foreign.map(({ body }) => body)).toEqual(missing.map(({ body }) => body));
    expect(foreign[0]?.json().errors[0].code).toBe('SIGN_IN_UNKNOWN');
  });

  it('is not accessible with the cookie of another sign-in', async () => {
    const path = await newBrowser().open();
    const stranger = newBrowser();
    const own = await stranger.open();
    const secret = stranger.cookie('portico-sign-in') ?? '';
    stranger.cookies.set('stolen', { name: 'portico-sign-in', value: secret, path });
    expect((await stranger.send('GET', `${own}/details`)).statusCode).toBe(200);
    expect((await stranger.send('GET', `${path}/details`)).statusCode).toBe(410);
  });

  it('ends after 15 minutes, but still returns to the third party', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.mari);
    await expire(path);
    const over = await browser.send('GET', `${path}/details`);
    expect([over.statusCode, over.json()]).toEqual([410, expect.objectContaining({ tppApplicationName: 'Demo Shop' })]);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(410);
    expect((await browser.send('DELETE', path)).json()).toEqual({ location: 'https://shop.example/callback?error=access_denied' });
  });
});

describe('identifying the customer', () => {
  it('starts a challenge with a control code', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    const started = (await browser.authenticate(path, CODES.timesOut)).json();
    expect(started).toMatchObject({ state: 'started', method: 'SMART_ID', secondsLeft: 120 });
    expect(started.controlCode).toMatch(/^\d{4}$/);
    expect((await browser.send('GET', `${path}/challenge`)).json()).toMatchObject({ state: 'started', controlCode: started.controlCode });
    expect((await browser.send('GET', `${path}/details`)).json().challengeRunning).toBe(true);
  });

  it('accepts the code with spaces', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    expect((await browser.authenticate(path, ` ${CODES.mari.slice(0, 6)} ${CODES.mari.slice(6)}`)).statusCode).toBe(200);
  });

  it('has no challenge before', async () => {
    const browser = newBrowser();
    expect((await browser.send('GET', `${await browser.open()}/challenge`)).json()).toEqual({ state: 'none' });
  });

  it('refuses every invalid personal code with the same response', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    const answers = [];
    for (const code of ['40504040002', '49001010013', '4050404', 'abc']) answers.push(await browser.authenticate(path, code));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.json().errors[0]).toMatchObject({ code: 'CUSTOMER_UNKNOWN', path: 'nationalIdentityNumber' });
  });

  it('returns the same for an unknown code, a customer, a customer who may not sign and one of another sandbox', async () => {
    const started = { state: 'started', method: 'SMART_ID', controlCode: expect.stringMatching(/^\d{4}$/), secondsLeft: 120 };
    for (const code of ['49001010012', CODES.timesOut]) {
      const browser = newBrowser();
      const response = await browser.authenticate(await browser.open(), code);
      expect([response.statusCode, response.json()]).toEqual([200, started]);
    }
    for (const input of [
      { ...SIGNING, customerId: 'cus_somebody' },
      { ...AUTHORIZATION, sandboxId: 'sbx_other' },
    ]) {
      door.openNext(input);
      const browser = newBrowser();
      const response = await browser.authenticate(await browser.open(), CODES.mari);
      expect([response.statusCode, response.json()]).toEqual([200, started]);
    }
  });

  it('refuses unknown methods and fields by their path', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    expect((await browser.authenticate(path, CODES.mari, 'PASSWORD')).json().errors[0].path).toBe('method');
    const extra = await browser.send('POST', `${path}/authentication`, { method: 'SMART_ID', nationalIdentityNumber: CODES.mari, customerId: 'x' });
    expect(extra.json().errors[0].path).toBe('customerId');
  });

  it('joins the running challenge when the button is pressed twice', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    const [first, second] = await Promise.all([browser.authenticate(path, CODES.timesOut), browser.authenticate(path, CODES.timesOut)]);
    const third = await browser.authenticate(path, CODES.timesOut);
    expect(second?.json().controlCode).toBe(first?.json().controlCode);
    expect(third.json().controlCode).toBe(first?.json().controlCode);
  });

  it('starts a challenge for the corrected code and ends that of the mistyped one', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.timesOut);
    const { rows } = await house.database.query('select challenge_id from sign_in where sign_in_id = $1', [path.split('/').at(-1)]);
    await browser.authenticate(path, CODES.mari);
    expect((await browser.send('GET', `${path}/challenge`)).json().state).toBe('approved');
    const [row] = rows;
    const first = typeof row === 'object' && row !== null && 'challenge_id' in row ? String(row.challenge_id) : '';
    expect(await door.sca.read(first)).toMatchObject({ customerId: 'cus_late', state: 'timedOut' });
  });

  it('starts a challenge with another code after a refusal', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.refuses);
    expect((await browser.send('GET', `${path}/challenge`)).json().state).toBe('refused');
    expect((await browser.send('GET', `${path}/details`)).json().challengeRunning).toBe(false);
    expect((await browser.authenticate(path, CODES.mari)).statusCode).toBe(200);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(200);
  });

  it('is blocked after five refusals in a row', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    for (let failure = 1; failure <= 5; failure += 1) {
      await browser.authenticate(path, CODES.refuses);
      await browser.send('GET', `${path}/challenge`);
    }
    const sixth = await browser.authenticate(path, CODES.refuses);
    expect([sixth.statusCode, sixth.json().errors[0].code]).toEqual([422, 'SCA_METHOD_BLOCKED']);
  });
});

describe('completing a sign-in', () => {
  it('passes the customer to the authorization server and starts a bank session', async () => {
    const browser = newBrowser();
    expect((await browser.signIn()).json()).toEqual({ location: 'https://bank.example/resume/1' });
    expect(door.handedOver).toEqual([
      {
        sandboxId: 'sbx_test',
        customerId: 'cus_mari',
        authMethod: 'SMART_ID',
        person: expect.stringMatching(/^[\da-f]{64}$/),
        deviceKeyHash: sha256Hex(browser.cookie('portico-device') ?? ''),
        completedAt: expect.any(Date),
      },
    ]);
    expect(await browser.session()).toMatchObject({ customerId: 'cus_mari', country: 'ee', authMethod: 'SMART_ID' });
  });

  it('redirects a customer of a signing session to the signing page', async () => {
    door.openNext(SIGNING);
    expect((await newBrowser().signIn()).json()).toEqual({ location: `/bank/sca/${SIGNING.returnSecret}` });
    expect(door.handedOver).toEqual([]);
  });

  it('keeps the return secret in the browser only', async () => {
    door.openNext(SIGNING);
    const browser = newBrowser();
    await browser.signIn();
    const { rows } = await house.database.query('select string_agg(sign_in::text, chr(10)) as text from sign_in');
    expect(JSON.stringify(rows)).not.toContain(SIGNING.returnSecret);
    const cookie = [...browser.cookies.values()].find(({ value }) => value === SIGNING.returnSecret);
    expect(cookie?.path).toMatch(/^\/bank\/sign-in\/sgi/);
  });

  it('is refused before a challenge was started and while the phone has not answered', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(409);
    await browser.authenticate(path, CODES.timesOut);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(409);
    expect([browser.cookie('portico-bank'), door.handedOver]).toEqual([undefined, []]);
  });

  it.each([
    ['refuses', 'SCA_REFUSED'],
    ['wrongCode', 'SCA_WRONG_CODE'],
  ] as const)('is refused when the phone %s', async (who, code) => {
    const browser = newBrowser();
    const response = await browser.signIn(CODES[who]);
    expect([response.statusCode, response.json().errors[0].code]).toEqual([422, code]);
    expect(await browser.session()).toBeNull();
  });

  it('is refused when the phone did not answer in time', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.timesOut);
    await house.database.query(`update challenge set expires_at = now() where state = 'started' and customer_id = 'cus_late'`);
    expect((await browser.send('POST', `${path}/completion`)).json().errors[0].code).toBe('SCA_TIMED_OUT');
  });

  it('starts one session for simultaneous calls, and a repeated call gets 410', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.mari);
    const all = await Promise.all([1, 2, 3, 4].map(() => browser.send('POST', `${path}/completion`)));
    expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(all.filter(({ cookies }) => cookies.some(({ name }) => name === 'portico-bank'))).toHaveLength(1);
    for (const what of ['details', 'challenge']) expect((await browser.send('GET', `${path}/${what}`)).statusCode).toBe(410);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(410);
  });

  it.each([
    ['the authorization server', AUTHORIZATION, /^https:\/\/bank\.example\/resume\/\d+$/],
    ['the signing page', SIGNING, /^\/bank\/sca\/r{43}$/],
  ] as const)('can be repeated after a lost response and leads to %s without a second session', async (_where, input, location) => {
    door.openNext(input);
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.mari);
    const before = new Map(browser.cookies);
    await browser.send('POST', `${path}/completion`);
    browser.cookies.clear();
    for (const [key, cookie] of before) browser.cookies.set(key, cookie);

    expect((await browser.send('GET', `${path}/details`)).json()).toMatchObject({ challengeRunning: true });
    expect((await browser.send('GET', `${path}/challenge`)).json()).toMatchObject({ state: 'approved' });
    expect((await browser.authenticate(path, CODES.mari)).statusCode).toBe(410);
    const repeated = await browser.send('POST', `${path}/completion`);
    expect([repeated.statusCode, repeated.json().location]).toEqual([200, expect.stringMatching(location)]);
    expect(repeated.cookies).toEqual([]);
    await expire(path);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(410);
  });

  it('is refused with an approval that was used or is for other content', async () => {
    for (const spoil of ['used_at = now()', `content_hash = repeat('0', 64)`]) {
      const browser = newBrowser();
      const path = await browser.open();
      await browser.authenticate(path, CODES.mari);
      await browser.send('GET', `${path}/challenge`);
      await house.database.query(`update challenge set ${spoil} where challenge_id = (select challenge_id from sign_in where sign_in_id = $1)`, [
        path.split('/').at(-1),
      ]);
      expect((await browser.send('POST', `${path}/completion`)).json().errors[0].code).toBe('SCA_CONTENT_CHANGED');
      expect(await browser.session()).toBeNull();
    }
  });

  it('starts no session when the authorization server refuses the customer', async () => {
    door.refuseHandover(true);
    const browser = newBrowser();
    expect((await browser.signIn()).statusCode).toBe(410);
    door.refuseHandover(false);
    expect(browser.cookie('portico-bank')).toBeUndefined();
    expect(door.handedOver).toEqual([]);
  });

  it('is refused for the origin of another site', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.mari);
    const evil = new Browser(app, { ...house.ownPage, origin: 'https://evil.example' });
    for (const [key, cookie] of browser.cookies) evil.cookies.set(key, cookie);
    expect((await evil.send('POST', `${path}/completion`)).statusCode).toBe(403);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(200);
  });

  it('is recorded in the audit log, step by step', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.mari);
    await browser.send('POST', `${path}/completion`);
    expect(await house.auditOf(`sign-in:${path.split('/').at(-1)}`)).toEqual(['sign-in.authentication-started', 'sca.approved', 'sign-in.completed']);
  });
});

describe('a completed sign-in', () => {
  /** Completes a sign-in, and returns what each later call of its page says. */
  async function completed(input: OpenSignIn) {
    door.openNext(input);
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.mari);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(200);
    return { browser, path, over: () => bodiesOf(browser, path) };
  }
  const bodiesOf = async (browser: Browser, path: string) => {
    const calls = [
      browser.send('GET', `${path}/details`),
      browser.send('GET', `${path}/challenge`),
      browser.send('POST', `${path}/completion`),
      browser.authenticate(path, CODES.mari),
      browser.send('DELETE', path),
    ];
    return (await Promise.all(calls)).map((answer) => {
      const { isSignedIn, continueTo, tppApplicationName } = answer.json();
      return [answer.statusCode, isSignedIn, continueTo, tppApplicationName];
    });
  };
  const BANK_OWN = { purpose: 'bank', tppName: 'Bank', tppApplicationName: 'Bank', bankCountry: 'ee', locale: 'en' } as const;

  it.each([
    ['the page of a signing', SIGNING, `/bank/sca/${'r'.repeat(43)}`, undefined],
    ['the bank’s own page', { ...BANK_OWN, returnTo: '/bank/receipts', cancelTo: '/bank/receipts' }, '/bank/receipts', undefined],
    ['the website of an application', AUTHORIZATION, 'https://shop.example/', 'Demo Shop'],
    [
      'the website, not the address for refusals',
      { ...AUTHORIZATION, cancelTo: 'https://shop.example/failed' },
      'https://shop.example/',
      'Demo Shop',
    ],
  ] as const)('leads on to %s in every response', async (_where, input, continueTo, name) => {
    const { over } = await completed(input);
    expect(await over()).toEqual(Array.from({ length: 5 }, () => [410, true, continueTo, name]));
  });

  it('leads to the website once the cookie with the secret of the signing is gone', async () => {
    const { browser, over } = await completed(SIGNING);
    for (const [key, { name }] of browser.cookies) if (name === 'portico-return') browser.cookies.delete(key);
    expect(await over()).toEqual(Array.from({ length: 5 }, () => [410, true, 'https://shop.example/', 'Demo Shop']));
  });

  it('leads nowhere when the application has been suspended', async () => {
    const { over } = await completed(AUTHORIZATION);
    await house.database.query(`update tpp_app set suspended_at = now() where app_id = 'app_shop'`);
    try {
      expect(await over()).toEqual(Array.from({ length: 5 }, () => [410, true, undefined, undefined]));
    } finally {
      await house.database.query(`update tpp_app set suspended_at = null where app_id = 'app_shop'`);
    }
  });

  it('leads another browser nowhere', async () => {
    const { path } = await completed(SIGNING);
    const stranger = newBrowser();
    await stranger.open();
    expect(await bodiesOf(stranger, path)).toEqual(Array.from({ length: 5 }, () => [410, undefined, undefined, undefined]));
  });
});

describe('cancelling a sign-in', () => {
  it('ends an authorization with access_denied, also when repeated', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    const first = await browser.send('DELETE', path);
    expect(first.json()).toEqual({ location: 'https://shop.example/callback?error=access_denied' });
    expect((await browser.send('DELETE', path)).body).toBe(first.body);
  });

  it('is possible for a day, as long as the cookie lasts', async () => {
    const browser = newBrowser();
    const opened = await browser.send('GET', '/test/open');
    expect(opened.cookies.find(({ name }) => name === 'portico-sign-in')?.maxAge).toBe(24 * 60 * 60);
  });

  it('redirects to the third party’s cancel address in a signing session', async () => {
    door.openNext(SIGNING);
    const browser = newBrowser();
    expect((await browser.send('DELETE', await browser.open())).json()).toEqual({ location: 'https://shop.example/failed' });
  });

  it('ends the running challenge, so that a late answer starts no session', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.timesOut);
    await browser.send('DELETE', path);
    const { rows } = await house.database.query(
      `select state from challenge where challenge_id = (select challenge_id from sign_in where sign_in_id = $1)`,
      [path.split('/').at(-1)],
    );
    expect(rows).toEqual([{ state: 'timedOut' }]);
    expect((await browser.send('POST', `${path}/completion`)).statusCode).toBe(410);
    expect((await browser.authenticate(path, CODES.mari)).statusCode).toBe(410);
  });

  it('is refused once the customer is signed in', async () => {
    const browser = newBrowser();
    const path = await browser.open();
    await browser.authenticate(path, CODES.mari);
    await browser.send('POST', `${path}/completion`);
    const over = await browser.send('DELETE', path);
    expect([over.statusCode, over.json()]).toEqual([410, expect.objectContaining({ isSignedIn: true, continueTo: 'https://shop.example/' })]);
    // Where it led, money may be moving just now.
    expect(over.json().message).not.toContain('no money moved');
    expect(await browser.session()).toMatchObject({ customerId: 'cus_mari' });
  });
});
