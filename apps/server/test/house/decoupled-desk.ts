/** A provider that prefers the decoupled approach, and the device of its customer: over HTTP, on the server of a house. */
import { randomUUID } from 'node:crypto';
import { type Browser, jsonOf, member, obtainToken, SITE, textOf, type WireAnswer } from '@portico/testkit';
import { expect } from 'vitest';
import { EVERY_ACCOUNT } from './access-pages.ts';
import { houseDay } from './avoid-midnight.ts';
import type { House, HouseCustomer } from './open-house.ts';
import { orderOf } from './order-of.ts';

export const DECOUPLED = { PORTICO_DECOUPLED_SCA: 'on' };
const WAIT = { interval: 50 };
export const PAYMENTS = '/api/v1/payments/instant-sepa-credit-transfers';

/** Payments of every kind that are executed on a later day, so that a customer can cancel them. */
export const ORDERS = ['payments', 'periodic-payments', 'bulk-payments'] as const;
export type Order = (typeof ORDERS)[number];

export interface Asked {
  readonly customer: HouseCustomer;
  readonly browser: Browser;
  readonly token: string;
  /** The account from which the customer pays. */
  readonly iban: string;
}

type Headers = Readonly<Record<string, string>>;

export function openDecoupledDesk(house: House) {
  const rows = async (text: string, values: readonly unknown[]) => (await house.database.query(text, [...values])).rows;

  /** Signs the customer in for the application in a new browser, whose device waits for an answer unless `isAutomatic`. */
  async function arrive(customer: HouseCustomer, { isAutomatic = false } = {}): Promise<Asked> {
    const browser = house.browse();
    const token = await obtainToken(browser, house.tpp, customer);
    if (!isAutomatic) await browser.send('PUT', '/bank/device', { body: { automatic: false } });
    const [account] = await rows(
      `select iban from account join customer on customer.id = customer_id join account_balance on account_id = account.id
       where user_name = $1 and account.currency = 'EUR' order by balance_cents desc limit 1`,
      [customer.userName],
    );
    return { customer, browser, token, iban: textOf(account, 'iban') };
  }

  function send(asked: Asked, method: 'GET' | 'POST' | 'DELETE', path: string, { body, headers = {} }: { body?: object; headers?: Headers } = {}) {
    const own = {
      authorization: `Bearer ${asked.token}`,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SITE}/done`,
    };
    return house.browse().send(method, path, { ...(body && { body }), headers: { ...own, ...headers } });
  }

  /** `psuId`: default the customer's own. */
  const wish = (asked: Asked, psuId: string = asked.customer.nationalIdentityNumber): Headers => ({
    'tpp-decoupled-preferred': 'true',
    'psu-id': psuId,
  });

  function orderBody({ iban }: Asked, amount: string): object {
    const { creditorName, creditorIban } = orderOf(amount);
    return { debtorAccount: { iban }, instructedAmount: { amount, currency: 'EUR' }, creditorAccount: { iban: creditorIban }, creditorName };
  }

  const pay = (asked: Asked, headers: Headers = wish(asked), change: object = {}) =>
    send(asked, 'POST', PAYMENTS, { body: { ...orderBody(asked, '0.10'), ...change }, headers });
  const consent = (asked: Asked, headers: Headers = wish(asked), change: object = {}) =>
    send(asked, 'POST', '/api/v1/consents', { body: { ...EVERY_ACCOUNT, ...change }, headers });

  function laterBody(asked: Asked, service: Order): object {
    const { debtorAccount, ...payee } = { debtorAccount: undefined, ...orderBody(asked, '0.10') };
    const day = houseDay(9);
    if (service === 'bulk-payments') return { debtorAccount, payments: [payee, payee], requestedExecutionDate: day };
    if (service === 'payments') return { debtorAccount, ...payee, requestedExecutionDate: day };
    return { debtorAccount, ...payee, startDate: day, endDate: houseDay(99), frequency: 'Monthly' };
  }
  /** An order of 0.10 EUR, in a bulk payment two of them. */
  const order = (asked: Asked, service: Order, headers: Headers = wish(asked), change: object = {}) =>
    send(asked, 'POST', `/api/v1/${service}/sepa-credit-transfers`, { body: { ...laterBody(asked, service), ...change }, headers });
  /** Starts an authorisation explicitly. `what`: the response that has the link `self`. */
  const authorise = (asked: Asked, what: WireAnswer, segment: 'authorisations' | 'cancellation-authorisations', headers: Headers = wish(asked)) =>
    send(asked, 'POST', `${pathOf(what, 'self')}/${segment}`, { headers });

  const pathOf = (answer: WireAnswer, link: string) => new URL(textOf(jsonOf(answer), '_links', link, 'href')).pathname;
  const scaStatus = async (asked: Asked, started: WireAnswer) => textOf(jsonOf(await send(asked, 'GET', pathOf(started, 'scaStatus'))), 'scaStatus');
  const status = async (asked: Asked, started: WireAnswer) => {
    const answer = jsonOf(await send(asked, 'GET', pathOf(started, 'status')));
    return member(answer, 'transactionStatus') ?? member(answer, 'consentStatus');
  };

  /** The requests on the device of the customer's browser, newest first. */
  async function onDevice({ browser }: Asked): Promise<readonly unknown[]> {
    const shown = member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges');
    return (Array.isArray(shown) ? shown : []).filter((challenge) => member(challenge, 'purpose') === 'signing');
  }

  /** A round of the server, which otherwise has one each second. */
  const watch = () => house.portico.modules.signing.watchDevices();

  /** The one request that waits on the device. */
  async function waiting(asked: Asked): Promise<unknown> {
    const started = async () => {
      await watch();
      return (await onDevice(asked)).filter((shown) => member(shown, 'state') === 'started');
    };
    await expect.poll(async () => (await started()).length, WAIT).toBe(1);
    return (await started())[0];
  }

  const answer = (asked: Asked, challenge: unknown, given: string) =>
    asked.browser.send('POST', `/bank/device/challenges/${textOf(challenge, 'challengeId')}/answer`, { body: { answer: given } });

  /** Signing requests that any device of this customer got. */
  const countAsked = async ({ customer }: Asked) =>
    Number(
      member(
        (
          await rows(
            `select count(*)::integer as count from challenge join customer on customer.id = customer_id where user_name = $1 and purpose = 'signing'`,
            [customer.userName],
          )
        )[0],
        'count',
      ),
    );

  /** Time passes for every open request, and for what devices are asked. */
  async function passTime(seconds: number): Promise<void> {
    const age = `$1::integer * interval '1 second'`;
    await rows(`update decoupled_signing set ends_at = ends_at - ${age}`, [seconds]);
    await rows(`update challenge set expires_at = expires_at - ${age} where state = 'started'`, [seconds]);
  }

  return {
    arrive,
    send,
    wish,
    pay,
    consent,
    order,
    authorise,
    orderBody,
    watch,
    waiting,
    scaStatus,
    status,
    onDevice,
    answer,
    countAsked,
    passTime,
    rows,
    pathOf,
    WAIT,
  };
}

export type DecoupledDesk = ReturnType<typeof openDecoupledDesk>;
