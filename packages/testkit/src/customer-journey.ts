/** The steps of a customer at the bank: signs in, opens the signing page, reads it, signs. It uses only URLs, redirects and calls. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import { readCalculator, typeResponse } from './calculator.ts';
import type { Tpp } from './tpp.ts';
import { jsonOf, member, textOf, type WireAnswer } from './transport.ts';

/** Origin of the demo application's site. */
export const SITE = 'http://127.0.0.1:3001';

const POLL_MS = 50;
const POLLS_MAX = 400;
const TURN_MS = 500;
const TURNS_MAX = 100;

export interface Customer {
  readonly country: string;
  readonly nationalIdentityNumber: string;
  /** Needed for Mobile-ID. */
  readonly phoneNumber?: string | undefined;
  /** Needed for eParaksts mobile. */
  readonly userNumber?: string | undefined;
  readonly method: string;
  /** Language of the bank's pages; default: English. */
  readonly locale?: string | undefined;
  /** Name of the role to choose; default: the first that the bank offers. */
  readonly role?: string | undefined;
}

export class SignInNotApproved extends Error {
  override readonly name = 'SignInNotApproved';
  /** State of the challenge; `timedOut` also when another browser of the customer took its place. */
  readonly state: string;
  constructor(state: string) {
    super(`The sign-in was not approved: ${state}`);
    this.state = state;
  }
}

/** @param page URL of the bank's sign-in page. Returns the URL to which the bank sends the customer next. */
export async function signInAtBank(browser: Browser, page: string, customer: Customer): Promise<string> {
  expectStatus(await browser.send('GET', `${page}/details`), 200);
  expectStatus(await takeTurn(() => browser.send('POST', `${page}/authentication`, { body: identityOf(customer) })), 200);
  if (customer.method === 'CODE_CALCULATOR') expectStatus(await typeResponse(browser, `${page}/response`, await readCalculator(browser)), 200);
  for (let polls = 0; ; polls += 1) {
    const state = member(jsonOf(await browser.send('GET', `${page}/challenge`)), 'state');
    if (state === 'approved') break;
    if (state !== 'started' || polls >= POLLS_MAX) throw new SignInNotApproved(String(state));
    await delay(POLL_MS);
  }
  const completed = jsonOf(expectStatus(await browser.send('POST', `${page}/completion`), 200));
  const roles = member(completed, 'roles');
  if (!Array.isArray(roles)) return textOf(completed, 'location');
  const role: unknown = roles.find((each) => member(each, 'name') === customer.role) ?? roles[0];
  const chosen = await browser.send('POST', `${page}/role`, { body: { roleId: textOf(role, 'roleId') } });
  return textOf(jsonOf(expectStatus(chosen, 200)), 'location');
}

/** The bank sends one challenge at a time to a device. While another browser's is in progress, it returns 429, and the sign-in is repeated. */
async function takeTurn(ask: () => Promise<WireAnswer>): Promise<WireAnswer> {
  for (let turn = 1; ; turn += 1) {
    const answer = await ask();
    if (answer.status !== 429 || turn >= TURNS_MAX) return answer;
    await delay(TURN_MS);
  }
}

/** The fields that the customer enters on the sign-in page. */
export function identityOf({ method, nationalIdentityNumber, phoneNumber, userNumber }: Customer): object {
  if (method === 'EPARAKSTS_MOBILE') return { method, userNumber };
  return method === 'MOBILE_ID' ? { method, phoneNumber, nationalIdentityNumber } : { method, nationalIdentityNumber };
}

/** From the application's redirect through the bank's sign-in to an access token. */
export async function obtainToken(browser: Browser, tpp: Tpp, customer: Customer): Promise<string> {
  const request = tpp.authorize(customer.country, customer.locale);
  const opened = expectStatus(await browser.send('GET', request.address), 303);
  const resumed = expectStatus(await browser.send('GET', await signInAtBank(browser, opened.headers.location ?? '', customer)), 303);
  return request.redeem(resumed.headers.location ?? '');
}

export interface SigningPage {
  readonly signingId: string;
  /** Body of the first `details`. */
  readonly details: unknown;
  /** Headers of every further call of the page. */
  readonly headers: Readonly<Record<string, string>>;
  /** IBANs of the customer's accounts, in the page's order. */
  ibans(): Promise<readonly string[]>;
  /** Loads the data of an account that the page shows before the signature. */
  choose(iban: string): Promise<void>;
  sign(iban: string): Promise<WireAnswer>;
  /** Signs with another body: consents and statements have no debtor account. */
  submit(body: object): Promise<WireAnswer>;
  refuse(): Promise<WireAnswer>;
}

/**
 * Follows `scaRedirect`, signing in when the bank asks for it, and exchanges the entry ticket for the signing id.
 * @param kind path segment of its `PUT` and `DELETE`; a cancellation is shown like its payment
 */
export async function enterSigning(browser: Browser, scaRedirect: string, customer: Customer, kind = 'payment'): Promise<SigningPage> {
  let { location = '' } = (await browser.send('GET', scaRedirect)).headers;
  if (location.includes('/bank/sign-in/')) {
    const way = await signInAtBank(browser, location, customer);
    location = (await browser.send('GET', way)).headers.location ?? '';
  }
  const ticket = new URL(location, 'http://portal.example').searchParams.get('entry');
  if (ticket === null) throw new Error(`The bank did not lead to the signing page but to ${location}.`);
  const first = expectStatus(
    await browser.send('GET', `/api/ui/${kind.replace('-cancellation', '')}/details`, { headers: { 'signing-entry': ticket } }),
    200,
  );
  const details = jsonOf(first);
  const signingId = textOf(details, 'signingId');
  const headers = { 'signing-id': signingId };
  const read = async (path: string) => jsonOf(expectStatus(await browser.send('GET', path, { headers }), 200));
  const submit = (body: object) => browser.send('PUT', `/api/ui/${kind}`, { headers, body });
  return {
    signingId,
    details,
    headers,
    async ibans() {
      const accounts = await read('/api/ui/account/list');
      return Array.isArray(accounts) ? accounts.map((account) => textOf(account, 'iban')) : [];
    },
    async choose(iban) {
      await read(`/api/ui/account/balance?iban=${iban}`);
    },
    sign: (iban) => submit({ debtorAccountIban: iban }),
    submit,
    refuse: () => browser.send('DELETE', `/api/ui/${kind}`, { headers }),
  };
}

function expectStatus(answer: WireAnswer, status: number): WireAnswer {
  if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer;
}
