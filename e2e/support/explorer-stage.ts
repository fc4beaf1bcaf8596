/**
 * What stands behind the pages of the explorer: a developer whose cookies are in the browser, and over HTTP, with the same test customer's
 * token, what an operation needs to be there: a payment that was signed, a consent that waits for its authorisation.
 */
import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { SigningKind } from '@portico/contract';
import {
  becomeDeveloper,
  type Customer,
  enterSigning,
  jsonOf,
  member,
  openBrowser,
  overHttp,
  textOf,
  type WireAnswer,
  type WireRequest,
} from '@portico/testkit';
import { KINDS } from './flows.ts';
import { bringCookies } from './sandbox.ts';

const PAYMENTS = ['payment', 'periodic-payment', 'bulk-payment'] as const;
type PaymentFlow = (typeof PAYMENTS)[number];

const EXPLICIT = { 'tpp-explicit-authorisation-preferred': 'true' };

export interface Stage {
  /** Asked for, its authorisation not started: answers the id. */
  ask(flow: 'consent' | PaymentFlow): Promise<string>;
  /** A payment for a later day, signed: it can be taken back. */
  signed(flow: PaymentFlow): Promise<string>;
  /** As another window of the developer does: the token that a page has is good no longer, nor is the stage's own. */
  renewToken(): Promise<void>;
  /** What happens to the customer from now on. */
  setScenario(scenario: 'approves' | 'bankDown'): Promise<void>;
  /** A customer that the developer created; answers the id. */
  createCustomer(): Promise<string>;
  /** Another account of the customer; answers the IBAN. */
  openAccount(): Promise<string>;
  /** The customer signs what this answer of the bank asks for. */
  sign(answer: unknown, kind: 'consent' | 'transactions-statement'): Promise<void>;
}

export async function openStage(context: BrowserContext, portalUrl: string): Promise<Stage> {
  const transport = overHttp(portalUrl);
  const developer = openBrowser(transport, portalUrl);
  await becomeDeveloper(developer);
  await bringCookies(context, developer, portalUrl);
  const listed = jsonOf(done(await developer.send('GET', '/api/tpp/psu'), 'customers'));
  const users: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const current = users.find((user) => member(user, 'access_token') !== undefined);
  const customer: Customer = {
    country: textOf(current, 'country'),
    nationalIdentityNumber: textOf(current, 'customer', 'nationalIdentityNumber'),
    method: 'SMART_ID',
    locale: 'en',
  };
  const browser = openBrowser(transport, portalUrl);
  const iban = textOf(await call('GET', '/account-list'), 'accounts', '0', 'iban');

  async function call(method: WireRequest['method'], path: string, body?: object, more: WireRequest['headers'] = {}): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${textOf(current, 'access_token')}`,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${portalUrl}/back`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    };
    return jsonOf(
      done(await transport({ method, path: `/api/v1${path}`, headers, body: body === undefined ? undefined : JSON.stringify(body) }), path),
    );
  }

  const enter = (answer: unknown, kind: SigningKind) => enterSigning(browser, textOf(answer, '_links', 'scaRedirect', 'href'), customer, kind);

  return {
    async ask(flow) {
      const { path, body, idField } = flow === 'consent' ? KINDS.consent : KINDS[`${flow}-cancellation`];
      return textOf(await call('POST', path, body(iban), EXPLICIT), idField);
    },
    async signed(flow) {
      const { path, body, idField } = KINDS[`${flow}-cancellation`];
      const created = await call('POST', path, body(iban));
      const page = await enter(created, flow);
      await page.choose(iban);
      done(await page.sign(iban), flow);
      return textOf(created, idField);
    },
    async renewToken() {
      const headers = { origin: portalUrl, 'content-type': 'application/json', 'x-request-id': randomUUID() };
      done(await developer.send('GET', '/api/tpp/refresh', { headers }), 'refresh');
    },
    async setScenario(scenario) {
      done(await developer.send('PUT', `/api/tpp/customers/${textOf(current, 'id')}/scenario`, { body: { scenario } }), scenario);
    },
    async createCustomer() {
      const body = { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Proov' };
      return textOf(jsonOf(done(await developer.send('POST', '/api/tpp/customers', { body }), 'customer')), 'id');
    },
    async openAccount() {
      const body = { name: 'Holidays', currency: 'EUR', openingBalance: '1.00' };
      return textOf(jsonOf(done(await developer.send('POST', `/api/tpp/customers/${textOf(current, 'id')}/accounts`, { body }), 'account')), 'iban');
    },
    async sign(answer, kind) {
      const page = await enter(answer, kind);
      done(await page.submit(kind === 'consent' ? { accounts: [{ iban }] } : {}), kind);
    },
  };
}

function done(answer: WireAnswer, what: string): WireAnswer {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 500)}`);
  return answer;
}
