/** The bank authenticates its customers itself: on its page and in its app (docs/decisions/0109). */
import { type Browser, enterSigning, jsonOf, member, obtainToken, type SigningPage } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bankPageOf, beginVisit, decideInApp, decideOnPage, readApp, stateOf } from '../house/bank-pages.ts';
import { KERSTI, OSKAR } from '../house/core-accounts.ts';
import { type CoreHouse, openCoreHouse } from '../house/core-house.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const WAIT = { interval: 100 };
const FORGED = `chl_forged.${'x'.repeat(20)}.${'0'.repeat(64)}`;

let house: CoreHouse;
let browser: Browser;
let token: string;
beforeAll(async () => {
  house = await openCoreHouse({ hasOwnAuthentication: true });
  browser = house.browse();
  token = await obtainToken(browser, house.tpp, KERSTI);
});
afterEach(() => {
  house.line.faultOf = () => 'none';
  house.line.changeAnswer = (_call, _asked, answer) => answer;
});
afterAll(() => house.close());

/** The contents of the entries of this event, the newest first. */
async function auditOf(event: string): Promise<readonly string[]> {
  const joined = 'audit_entry left join audit_content using (chain, position)';
  const { rows } = await house.database.query(`select content from ${joined} where event = $1 order by recorded_at desc`, [event]);
  return rows.map((row) => String(member(row, 'content')));
}
const codeIn = ({ text }: { readonly text: string }) => /SCA_[A-Z_]+/.exec(text)?.[0];

async function openSignIn(visitor: Browser): Promise<string> {
  const opened = await visitor.send('GET', house.tpp.authorize('ee', 'en').address);
  return opened.headers.location ?? '';
}

interface Running {
  readonly page: SigningPage;
  readonly paymentId: string;
  /** The held PUT. */
  readonly answer: Promise<{ readonly status: number; readonly text: string }>;
}

async function beginSignature(method: string, amount = '1.50'): Promise<Running> {
  const { iban: creditorIban } = await house.account(OSKAR.customerId);
  const order = { product: INSTANT, amount, creditorName: OSKAR.name, creditorIban } as const;
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, KERSTI);
  const { iban } = await house.account(KERSTI.customerId);
  await page.choose(iban);
  const headers = { ...page.headers, 'signing-method': method };
  return { page, paymentId, answer: browser.send('PUT', '/api/ui/payment', { headers, body: { debtorAccountIban: iban } }) };
}

const readChallenge = ({ page }: Pick<Running, 'page'>) => browser.send('GET', '/api/ui/challenge', { headers: page.headers });
const statusOf = (paymentId: string) => house.tpp.readStatus(token, { product: INSTANT }, paymentId);

async function addressOf(running: Running): Promise<string> {
  await expect.poll(async () => (await readChallenge(running)).text, WAIT).toContain('href');
  return bankPageOf(await readChallenge(running));
}

describe('a sign-in on the bank’s page', () => {
  it('signs in whom the bank names, without an identity typed here', async () => {
    const visitor = house.browse();
    const page = await openSignIn(visitor);
    const details = jsonOf(await visitor.send('GET', `${page}/details`));
    expect(member(details, 'methods')).toEqual(['SMART_ID', 'BANK_PAGE', 'BANK_APP', 'IDCARD']);
    expect(member(details, 'bankMethods')).toHaveLength(3);
    const address = await beginVisit(visitor, page, 'IDCARD');
    expect(address).not.toContain('state=');
    const back = await visitor.send('GET', await decideOnPage(address, KERSTI.customerId));
    expect([back.status, back.headers.location]).toEqual([303, page]);
    await expect.poll(async () => stateOf(await visitor.send('GET', `${page}/challenge`)), WAIT).toBe('approved');
    const done = await visitor.send('POST', `${page}/completion`);
    expect(done.status).toBe(200);
    expect((await auditOf('sca.approved'))[0]).toContain('Small bank login');
  });

  it('counts nothing before the customer has come back, and refuses a typed identity', async () => {
    const visitor = house.browse();
    const page = await openSignIn(visitor);
    const typed = await visitor.send('POST', `${page}/authentication`, { body: { method: 'BANK_PAGE', nationalIdentityNumber: '49001019999' } });
    expect(typed.status).toBe(400);
    await decideOnPage(await beginVisit(visitor, page), KERSTI.customerId);
    expect(stateOf(await visitor.send('GET', `${page}/challenge`))).toBe('started');
    expect((await visitor.send('POST', `${page}/completion`)).status).toBe(409);
  });

  it('ends without a sign-in when the customer comes back in another browser', async () => {
    const [attacker, victim] = [house.browse(), house.browse()];
    const page = await openSignIn(attacker);
    const back = await decideOnPage(await beginVisit(attacker, page), KERSTI.customerId);
    expect((await victim.send('GET', back)).status).toBe(303);
    expect(stateOf(await attacker.send('GET', `${page}/challenge`))).toBe('timedOut');
    await attacker.send('GET', back);
    expect(stateOf(await attacker.send('GET', `${page}/challenge`))).toBe('timedOut');
    expect((await attacker.send('POST', `${page}/completion`)).status).toBe(422);
    expect((await victim.send('POST', `${page}/completion`)).status).toBe(410);
    expect(await auditOf('sign-in.returned-elsewhere')).toHaveLength(1);
  });

  it('says that the customer refused, and can be begun again', async () => {
    const visitor = house.browse();
    const page = await openSignIn(visitor);
    await visitor.send('GET', await decideOnPage(await beginVisit(visitor, page), KERSTI.customerId, 'refuse'));
    await expect.poll(async () => stateOf(await visitor.send('GET', `${page}/challenge`)), WAIT).toBe('refused');
    await visitor.send('GET', await decideOnPage(await beginVisit(visitor, page), KERSTI.customerId));
    await expect.poll(async () => stateOf(await visitor.send('GET', `${page}/challenge`)), WAIT).toBe('approved');
  });

  it('is not confirmed for a person who is no customer who may sign in here', async () => {
    const visitor = house.browse();
    const page = await openSignIn(visitor);
    // A second signatory has no accounts.
    await visitor.send('GET', await decideOnPage(await beginVisit(visitor, page), 'c-2002'));
    await expect.poll(async () => stateOf(await visitor.send('GET', `${page}/challenge`)), WAIT).toBe('unreachable');
    expect((await visitor.send('POST', `${page}/completion`)).status).toBe(422);
  });

  it('waits while the core is down, and goes on afterwards', async () => {
    const visitor = house.browse();
    const page = await openSignIn(visitor);
    const address = await beginVisit(visitor, page);
    await visitor.send('GET', await decideOnPage(address, KERSTI.customerId));
    house.line.faultOf = (call) => (call === 'read-authentication' ? 'failed' : 'none');
    expect(stateOf(await visitor.send('GET', `${page}/challenge`))).toBe('started');
    house.line.faultOf = () => 'none';
    await expect.poll(async () => stateOf(await visitor.send('GET', `${page}/challenge`)), WAIT).toBe('approved');
  });
});

describe('a signature on the bank’s page', () => {
  it('pays once, with the bank’s evidence in the audit log and its digest in the signature', async () => {
    const running = await beginSignature('BANK_PAGE');
    const back = await decideOnPage(await addressOf(running), KERSTI.customerId);
    expect(stateOf(await readChallenge(running))).toBe('started');
    const first = await browser.send('GET', back);
    expect(first.headers.location).toMatch(/^\/\?m=signingPayment&entry=/);
    expect((await running.answer).status).toBe(200);
    await expect.poll(() => statusOf(running.paymentId), WAIT).toBe('ACCC');
    // Coming back twice shows the result again.
    const second = await browser.send('GET', back);
    expect(second.headers.location).toMatch(/^\/\?m=signingPayment&entry=/);
    const [signed] = await auditOf('signing.signed');
    expect(signed).toMatch(/"bankAuthentication":\{.*"evidenceSha256":"[0-9a-f]{64}"/);
  });

  it('is refused by the customer on the bank’s page', async () => {
    const running = await beginSignature('BANK_PAGE');
    await browser.send('GET', await decideOnPage(await addressOf(running), KERSTI.customerId, 'refuse'));
    const answer = await running.answer;
    expect([answer.status, codeIn(answer)]).toEqual([422, 'SCA_REFUSED']);
  });

  it.each([
    ['other content', { contentHash: 'f'.repeat(64) }, 'otherContent'],
    ['another person', { customerId: OSKAR.customerId }, 'otherPerson'],
    ['another time', { authenticatedAt: '2020-01-01T00:00:00.000Z' }, 'otherTime'],
    ['no evidence', { evidence: null }, 'noEvidence'],
  ])('does not count with an outcome for %s', async (_name, change, fault) => {
    const running = await beginSignature('BANK_PAGE');
    const back = await decideOnPage(await addressOf(running), KERSTI.customerId);
    house.line.changeAnswer = (call, _asked, answer) => (call === 'read-authentication' ? { ...Object(answer), ...change } : answer);
    await browser.send('GET', back);
    const answer = await running.answer;
    expect([answer.status, codeIn(answer)]).toEqual([422, 'SCA_UNREACHABLE']);
    expect((await auditOf('sca.unreachable'))[0]).toContain(fault);
    expect(await statusOf(running.paymentId)).toBe('RCVD');
  });

  it('ends without a signature when another browser comes back', async () => {
    const running = await beginSignature('BANK_PAGE');
    const back = await decideOnPage(await addressOf(running), KERSTI.customerId);
    const elsewhere = await house.browse().send('GET', back);
    expect(elsewhere.headers.location).toBe('/?m=signingError');
    const answer = await running.answer;
    expect([answer.status, codeIn(answer)]).toEqual([422, 'SCA_TIMED_OUT']);
    await browser.send('GET', back);
    expect(await statusOf(running.paymentId)).toBe('RCVD');
  });

  it('is never given an address outside the registered origins', async () => {
    house.line.changeAnswer = (call, _asked, answer) => (call === 'begin-authentication' ? { address: 'https://evil.example/' } : answer);
    const running = await beginSignature('BANK_PAGE');
    await expect.poll(async () => (await readChallenge(running)).text, WAIT).toContain('bankPage');
    expect((await readChallenge(running)).text).not.toContain('href');
    await running.page.refuse();
    await running.answer;
  });

  it.each(['', '?state=', `?state=${FORGED}`, '?state=..%2F', '?error=access_denied'])(
    'a forged return %s leads to the page of errors',
    async (query) => {
      const answer = await browser.send('GET', `/bank/authentication${query}`);
      expect([answer.status, answer.headers.location]).toEqual([303, '/?m=signingError']);
    },
  );
});

describe('a signature in the bank’s app', () => {
  it('shows code and content there, and pays', async () => {
    const running = await beginSignature('BANK_APP');
    await expect.poll(async () => (await readChallenge(running)).text, WAIT).toContain('controlCode');
    const code = String(member(jsonOf(await readChallenge(running)), 'controlCode'));
    await expect.poll(() => readApp(house.core().url), WAIT).toContain(code);
    expect(await readApp(house.core().url)).toContain('Pay 1.50 EUR');
    await decideInApp(house.core().url, KERSTI.customerId);
    expect((await running.answer).status).toBe(200);
    await expect.poll(() => statusOf(running.paymentId), WAIT).toBe('ACCC');
  });

  it('is cancelled on the page, and the app asks nothing any more', async () => {
    const running = await beginSignature('BANK_APP');
    await expect.poll(async () => (await readApp(house.core().url)).includes('<form'), WAIT).toBe(true);
    expect((await running.page.refuse()).status).toBe(200);
    await running.answer;
    await expect.poll(async () => (await readApp(house.core().url)).includes('<form'), WAIT).toBe(false);
  });
});
