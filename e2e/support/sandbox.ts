/**
 * A developer's sandbox as a stage: an application of one's own asks its test customers for signatures. Everything before the customer's
 * page happens over HTTP, the sign-in at the bank included, so that a journey begins where its point is.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import type { BankCountry, CustomerScenario, Locale } from '@portico/contract';
import {
  type Browser,
  becomeDeveloper,
  type Customer,
  createTpp,
  enterSigning,
  jsonOf,
  member,
  obtainToken,
  openBrowser,
  overHttp,
  SITE,
  textOf,
  type WireAnswer,
  type WireRequest,
} from '@portico/testkit';
import { type Flow, KINDS } from './flows.ts';

const POLL_MS = 50;
const POLLS_MAX = 200;

interface Who {
  readonly country: BankCountry;
  readonly locale?: Locale;
  readonly type?: 'person' | 'company';
}

/** What the application asked for, and the customer who is sent to sign it, signed in at the bank. */
export interface Asked {
  readonly flow: Flow;
  /** With which the customer signs in at the bank. */
  readonly personalCode: string;
  /** With which the second signatory signs in; only a company has one. */
  readonly coSignersCode: string | undefined;
  /** Where the application sends the customer. */
  readonly address: string;
  /** As the bank tells it to the application. */
  status(): Promise<string>;
  /** The customer's phone: from now on it waits to be answered. */
  holdDevice(): Promise<void>;
  answerDevice(answer: 'approve' | 'refuse' | 'wrongCode' | 'timeOut'): Promise<void>;
  playAs(scenario: CustomerScenario): Promise<void>;
  /** Puts the customer's cookies into a browser. */
  bring(context: BrowserContext): Promise<void>;
}

export interface Sandbox {
  ask(flow: Flow, who: Who, changes?: object): Promise<Asked>;
  /** Moves the sandbox's time. */
  advance(step: { readonly minutes: number }): Promise<void>;
}

export async function openSandbox(portalUrl: string): Promise<Sandbox> {
  const transport = overHttp(portalUrl);
  const developer = openBrowser(transport, portalUrl);
  await becomeDeveloper(developer);
  const application = jsonOf(await call('GET', '/api/tpp'));
  await call('PUT', '/api/tpp', { redirectionUris: [`${SITE}/callback`] });
  const clientSecret = textOf(jsonOf(await call('POST', '/api/tpp/secret/reveal')), 'clientSecret');
  const tpp = createTpp({ transport, publicUrl: portalUrl, clientId: textOf(application, 'clientId'), clientSecret, site: SITE });
  const listed = jsonOf(await call('GET', '/api/tpp/psu'));
  const customers: readonly unknown[] = Array.isArray(listed) ? listed : [];

  async function call(method: WireRequest['method'], path: string, body?: object): Promise<WireAnswer> {
    return done(await developer.send(method, path, body === undefined ? {} : { body }), path);
  }

  async function xs2a(token: string, method: WireRequest['method'], path: string, body?: object): Promise<unknown> {
    const initiation = {
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SITE}/signed?order=1`,
      'tpp-nok-redirect-uri': `${SITE}/refused?order=1`,
    };
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': randomUUID(), ...initiation, ...json };
    return jsonOf(
      done(await transport({ method, path: `/api/v1${path}`, headers, body: body === undefined ? undefined : JSON.stringify(body) }), path),
    );
  }

  async function play(found: unknown, scenario: CustomerScenario): Promise<void> {
    await call('PUT', `/api/tpp/customers/${textOf(found, 'id')}/scenario`, { scenario });
  }

  return {
    async ask(flow, { country, locale = 'en', type = 'person' }, changes = {}) {
      const found = customers.find((each) => member(each, 'country') === country && member(each, 'type') === type);
      await play(found, 'approves');
      const nationalIdentityNumber = textOf(found, 'customer', 'nationalIdentityNumber');
      const customer: Customer = { country, nationalIdentityNumber, method: 'SMART_ID', locale };
      const browser = openBrowser(transport, portalUrl);
      const token = await obtainToken(browser, tpp, customer);
      const { path, body, idField, statusField, kind } = KINDS[flow];
      const iban = textOf(await xs2a(token, 'GET', '/account-list'), 'accounts', '0', 'iban');
      const created = await xs2a(token, 'POST', path, { ...body(iban), ...changes });
      const own = `${path}/${textOf(created, idField)}`;
      const answer = kind === undefined ? created : await takeBack(created, own);

      /** Signed first: what the flow takes back. */
      async function takeBack(first: unknown, what: string): Promise<unknown> {
        const page = await enterSigning(browser, addressOf(first), customer, kind);
        await page.choose(iban);
        done(await page.sign(iban), what);
        return xs2a(token, 'DELETE', what);
      }

      return {
        flow,
        personalCode: nationalIdentityNumber,
        coSignersCode: type === 'company' ? textOf(found, 'coSigner', 'nationalIdentityNumber') : undefined,
        address: addressOf(answer),
        status: async () => textOf(await xs2a(token, 'GET', `${own}/status`), statusField),
        holdDevice: async () => void done(await browser.send('PUT', '/bank/device', { body: { automatic: false } }), 'device'),
        answerDevice: (given) => answerDevice(browser, given),
        playAs: (scenario) => play(found, scenario),
        bring: (context) => bringCookies(context, browser, portalUrl),
      };
    },
    advance: async (step) => void (await call('POST', '/api/tpp/clock/advance', step)),
  };
}

/** Answers the one request that waits on the customer's device. */
async function answerDevice(browser: Browser, answer: string): Promise<void> {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    const shown = member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges');
    const waiting = Array.isArray(shown) ? shown.find((challenge) => member(challenge, 'state') === 'started') : undefined;
    if (waiting !== undefined) {
      done(await browser.send('POST', `/bank/device/challenges/${textOf(waiting, 'challengeId')}/answer`, { body: { answer } }), 'device');
      return;
    }
    await delay(POLL_MS);
  }
  throw new Error('Nothing waits on the device.');
}

export async function bringCookies(context: BrowserContext, browser: Browser, url: string): Promise<void> {
  const pairs = browser.cookieHeader('/').split('; ');
  await context.addCookies(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url, httpOnly: true, sameSite: 'Lax' as const };
    }),
  );
}

const addressOf = (created: unknown): string => textOf(created, '_links', 'scaRedirect', 'href');

function done(answer: WireAnswer, what: string): WireAnswer {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return answer;
}
