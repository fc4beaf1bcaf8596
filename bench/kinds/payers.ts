/** Seeded customers with a bank session in their browsers, and the demo application that sends them orders to sign. */
import { randomUUID } from 'node:crypto';
import type { SigningKind } from '@portico/contract';
import {
  type Browser,
  type Customer,
  createTpp,
  demoClient,
  enterSigning,
  jsonOf,
  obtainToken,
  openBrowser,
  overHttp,
  type PorticoProcess,
  SITE,
  type Transport,
  textOf,
} from '@portico/testkit';
import type { Query } from '../signing/rehearsal.ts';
import type { KindToSign } from './kinds-to-sign.ts';

export interface Payer {
  readonly customer: Customer;
  readonly browser: Browser;
  readonly token: string;
  readonly transport: Transport;
}

/** An open order, shown to its payer. */
export interface LaidReady {
  readonly paymentId: string;
  /** Resolves when it is signed. @throws Error with the refusal. */
  sign(): Promise<void>;
}

export async function openPayers({ origin }: PorticoProcess, dataDir: string, query: Query): Promise<readonly Payer[]> {
  await query(`update customer set scenario = 'approves'`);
  const persons = await query(`select country, national_identity_number as code from customer
    where type = 'person' and seed_key is not null and seed_key not like '%low-balance' order by id`);
  const transport = overHttp(origin);
  const tpp = createTpp({ transport, publicUrl: origin, site: SITE, ...(await demoClient(dataDir)) });
  const payers: Payer[] = [];
  for (const { country, code } of persons) {
    const customer = { country: String(country), method: 'SMART_ID', nationalIdentityNumber: String(code) };
    const browser = openBrowser(transport, origin);
    payers.push({ customer, browser, transport, token: await obtainToken(browser, tpp, customer) });
  }
  return payers;
}

/** Creates an order and opens it as its customer; for a cancellation, the payment is signed first. */
export async function layReady(payer: Payer, { path, body, page: kind, cancels }: KindToSign): Promise<LaidReady> {
  const created = await call(payer, 'POST', path, body());
  const paymentId = textOf(created, 'paymentId');
  const ordered = await enter(payer, textOf(created, '_links', 'scaRedirect', 'href'), kind);
  if (!cancels) return { paymentId, ...ordered };
  await ordered.sign();
  const cancellation = await call(payer, 'DELETE', `${path}/${paymentId}`);
  return { paymentId, ...(await enter(payer, textOf(cancellation, '_links', 'scaRedirect', 'href'), `${kind}-cancellation`)) };
}

async function enter({ browser, customer }: Payer, scaRedirect: string, kind: SigningKind) {
  const page = await enterSigning(browser, scaRedirect, customer, kind);
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  return {
    async sign() {
      const answer = await page.sign(iban);
      if (answer.status !== 200) throw new Error(`The signature of a ${kind} was answered ${answer.status}: ${answer.text}`);
    },
  };
}

async function call({ transport, token }: Payer, method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const answer = await transport({
    method,
    path: `/api/v1/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SITE}/orders/1/paid`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return jsonOf(answer);
}
