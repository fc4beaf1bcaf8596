/** The bank's page as a browser sees it: the confirmation runs through the bank's OpenID provider, and nothing else approves. */
import type { Server } from 'node:http';
import { freePort } from '@portico/testkit';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthentications } from './authentication.ts';
import { openBrowserSide } from './pages.ts';
import { type Body, serve } from './serve.ts';

const HASH = 'a'.repeat(64);
const RETURN = 'http://bank.example/bank/authentication?state=of-the-bank';
const KERSTI = 'c-1001';
const OSKAR = 'c-1002';

let origin: string;
let server: Server;
let core: ReturnType<typeof createAuthentications>;
let number = 0;
let challengeId: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  core = createAuthentications(origin);
  server = serve(['the-secret'], core.calls, openBrowserSide(core, origin));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  number += 1;
  challengeId = `chl_${number}`;
});

/** @returns the address of the bank's page */
function begin(more: Body = { customerId: KERSTI }): string {
  const asked = {
    challengeId,
    approach: 'redirect',
    contentHash: HASH,
    returnAddress: RETURN,
    displayText: 'Pay 1.50 EUR to Näidis',
    secondsLeft: 120,
  };
  return String(Reflect.get(core.calls['begin-authentication']?.({ ...asked, ...more }) ?? {}, 'address'));
}
const outcome = (): Body => ({ ...core.calls['read-authentication']?.({ challengeId }) });

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly location: string;
}

/** A browser that keeps its cookies and follows no redirect. */
function openBrowser() {
  const cookies = new Map<string, string>();
  return async (url: string, form?: Record<string, string>): Promise<Seen> => {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const posted = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const response = await fetch(new URL(url, origin), { redirect: 'manual', headers, ...posted });
    for (const [name = '', value = ''] of response.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/))) cookies.set(name, value);
    return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' };
  };
}
type Browse = ReturnType<typeof openBrowser>;

/** Goes to the provider's page. @returns its address */
async function openQuestion(browse: Browse, address: string): Promise<string> {
  const provider = await browse((await browse(address)).location);
  expect(provider.location).toContain('/openid/sign-in/');
  return provider.location;
}

/** @returns the address of the core to which the provider sends the browser */
async function decide(browse: Browse, question: string, form: Record<string, string>): Promise<string> {
  return (await browse((await browse(question, form)).location)).location;
}

describe('the bank’s page', () => {
  it('shows what is confirmed, and approves with an ID token of the provider for this content', async () => {
    const browse = openBrowser();
    const question = await openQuestion(browse, begin());
    expect((await browse(question)).text).toContain('Pay 1.50 EUR to Näidis');
    const answer = await decide(browse, question, { customer: KERSTI, answer: 'approve' });
    expect(outcome()).toEqual({ state: 'started', customerId: undefined });
    expect((await browse(answer)).location).toBe(RETURN);
    const { evidence, ...rest } = outcome();
    expect(rest).toMatchObject({ state: 'approved', customerId: KERSTI, contentHash: HASH });
    const keys = createRemoteJWKSet(new URL('/openid/jwks', origin));
    const { payload } = await jwtVerify(String(evidence), keys, { issuer: `${origin}/openid`, audience: 'small-core' });
    expect(payload).toMatchObject({ sub: KERSTI, nonce: expect.stringMatching(new RegExp(`^${HASH}\\.`)) });
  });

  it('asks again at each confirmation, also after one by another customer in the same browser', async () => {
    const browse = openBrowser();
    for (const customer of [OSKAR, KERSTI, OSKAR]) {
      number += 1;
      challengeId = `chl_${number}`;
      const answer = await decide(browse, await openQuestion(browse, begin({})), { customer, answer: 'approve' });
      expect((await browse(answer)).location).toBe(RETURN);
      expect(outcome()).toMatchObject({ state: 'approved', customerId: customer });
    }
  });

  it('leads on when the decision was made, and approves nothing twice', async () => {
    const browse = openBrowser();
    const address = begin();
    const answer = await decide(browse, await openQuestion(browse, address), { customer: KERSTI, answer: 'approve' });
    await browse(answer);
    const before = outcome();
    expect((await browse(answer)).status).toBe(400);
    expect((await browse(address)).location).toBe(RETURN);
    expect(outcome()).toEqual(before);
  });

  it.each([
    ['the customer refuses', { customer: KERSTI, answer: 'refuse' }],
    ['another customer is named', { customer: OSKAR, answer: 'approve' }],
    ['no customer is named', { answer: 'approve' }],
    ['nothing is answered', { customer: KERSTI }],
  ])('refuses when %s', async (_name, form: Record<string, string>) => {
    const browse = openBrowser();
    const answer = await decide(browse, await openQuestion(browse, begin()), form);
    expect((await browse(answer)).location).toBe(RETURN);
    expect(outcome()).toEqual({ state: 'refused', customerId: KERSTI });
  });

  it.each<[string, (answer: URL) => void, boolean]>([
    ['comes from another browser', () => {}, true],
    ['has another state', (answer) => answer.searchParams.set('state', 'of-another-attempt'), false],
    ['has no state', (answer) => answer.searchParams.delete('state'), false],
    ['has another code', (answer) => answer.searchParams.set('code', 'x'.repeat(43)), false],
    ['has no code', (answer) => answer.searchParams.delete('code'), false],
    ['names another issuer', (answer) => answer.searchParams.set('iss', 'http://other.example'), false],
    ['has an error', (answer) => answer.searchParams.set('error', 'server_error'), false],
  ])('approves nothing by an answer that %s', async (_name, change, isElsewhere) => {
    const browse = openBrowser();
    const answer = new URL(await decide(browse, await openQuestion(browse, begin()), { customer: KERSTI, answer: 'approve' }));
    change(answer);
    const seen = await (isElsewhere ? openBrowser() : browse)(answer.href);
    expect([seen.status, seen.text]).toEqual([400, 'This confirmation has ended. Go back to the bank and start again.']);
    expect(outcome()).toEqual({ state: 'started', customerId: undefined });
  });

  it('keeps the question of one browser from another', async () => {
    const question = await openQuestion(openBrowser(), begin());
    expect((await openBrowser()(question)).status).toBe(400);
    expect((await openBrowser()(question, { customer: KERSTI, answer: 'approve' })).status).toBe(400);
    expect(outcome()).toEqual({ state: 'started', customerId: undefined });
  });

  it.each(['/authentication/unknown', '/authentication/', '/authentication', '/app/unknown', '/openid/sign-in/unknown'])(
    'has nothing at %s',
    async (path) => {
      expect((await openBrowser()(path, { customer: KERSTI, answer: 'approve' })).status).toBeGreaterThanOrEqual(400);
    },
  );
});
