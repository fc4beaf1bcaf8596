import { SIGNING_TOTAL_SECONDS } from '@portico/contract/values';
import { addDays } from '@portico/primitives';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { PaymentService } from '../store/payment-store.ts';
import {
  CALLER,
  get,
  insertSandbox,
  moveClock,
  openPaymentsHarness,
  type PaymentsHarness,
  post,
  requestId,
  VALID_BODY,
} from '../testing/payments-harness.ts';
import { createTestBank, IBANS, OWNER } from '../testing/test-bank.ts';

const ORDINARY = 'sepa-credit-transfers';
const INSTANT = 'instant-sepa-credit-transfers';
const API = 'http://localhost:3000/api/v1';
const RETURN = { 'tpp-redirect-uri': 'https://shop.example/cancelled', 'tpp-nok-redirect-uri': 'https://shop.example/kept' };
const EXPLICIT = { 'tpp-explicit-authorisation-preferred': 'true' };

const FUTURE = { requestedExecutionDate: addDays(new Date().toISOString().slice(0, 10), 9) };
/** Past it, also where closed days have moved it on. */
const DAYS_UNTIL_PAID = 15;
const MONTHLY = { startDate: FUTURE.requestedExecutionDate, frequency: 'Monthly' };

let harness: PaymentsHarness;
beforeAll(async () => {
  harness = await openPaymentsHarness(await openTestDatabase(), createTestBank(), {
    good: CALLER,
    otherApp: { ...CALLER, appId: 'app_other' },
    otherCustomer: { ...CALLER, customerId: 'cus_jaan' },
  });
  await insertSandbox(harness.database, OWNER.sandboxId);
});
beforeEach(() => moveClock(harness.database, OWNER.sandboxId, 0));
afterAll(async () => {
  await harness.app.close();
  await harness.database.close();
});

let calls = 0x10_000;

interface Call {
  readonly token?: string;
  readonly id?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

function call(method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, { token = 'good', headers = {}, ...given }: Call = {}) {
  calls += 1;
  const id = 'id' in given ? given.id : requestId(calls);
  return harness.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(id === undefined ? {} : { 'x-request-id': id }),
      ...(method === 'POST' ? { 'psu-ip-address': '192.0.2.7', ...RETURN } : {}),
      ...headers,
    },
  });
}

interface Order {
  readonly service?: PaymentService;
  readonly change?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly product?: string;
}

/** `{service}/{product}/{paymentId}`. */
async function create({ service = 'payments', change = {}, product = ORDINARY, headers = {} }: Order = {}): Promise<string> {
  const response = await post(harness.app, { ...VALID_BODY, ...change }, { service, product, headers });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return `${service}/${product}/${response.json().paymentId}`;
}

const idOf = (path: string) => path.split('/').at(-1) ?? '';

async function signed(order: Order = { change: FUTURE }): Promise<string> {
  const path = await create(order);
  const paymentId = idOf(path);
  const submission = { ...OWNER, paymentId, debtorAccountIban: IBANS.main, debtorDetails: undefined };
  await harness.write((context) => harness.payments.sign(context, submission));
  return path;
}

const statusOf = async (path: string) => {
  const status = (await call('GET', `${path}/status`)).json();
  // The standard has it only beside ACTC, ACWC and ACCP. Review of 25 November 2026, X7.
  expect(status).not.toHaveProperty('fundsAvailable');
  return status.transactionStatus;
};
const refusalOf = (response: Awaited<ReturnType<typeof call>>) => [response.statusCode, response.json().tppMessages[0].code];

describe('cancelling a payment that another transaction orders to be executed meanwhile', () => {
  // The second signature began after the cancellation and commits before it: its time is later than the time of the cancellation's transaction.
  it.each<[PaymentService, object]>([
    ['payments', FUTURE],
    ['periodic-payments', MONTHLY],
  ])('is refused, because the payment is being executed: %s', async (service, change) => {
    const path = await signed({ service, change });
    const opened = harness.opened.length;
    harness.faults.beforeLock = async (tx) => {
      await sql`update payment set execute_at = clock_timestamp() where payment_id = ${idOf(path)}`.execute(tx.withTables<Record<string, never>>());
    };
    const responses = [await call('DELETE', path), await call('POST', `${path}/cancellation-authorisations`)];
    harness.faults.beforeLock = undefined;
    expect(responses.map(refusalOf)).toEqual([
      [405, 'CANCELLATION_INVALID'],
      [405, 'CANCELLATION_INVALID'],
    ]);
    expect(harness.opened).toHaveLength(opened);
  });
});

describe('cancelling an unsigned payment', () => {
  it.each<[PaymentService, object]>([
    ['payments', {}],
    ['payments', FUTURE],
    ['periodic-payments', MONTHLY],
  ])('takes effect immediately: %s %o', async (service, change) => {
    const path = await create({ service, change });
    const response = await call('DELETE', path);
    expect([response.statusCode, response.body, await statusOf(path)]).toEqual([204, '', 'CANC']);
    const kind = service === 'payments' ? 'payment' : 'periodic-payment';
    expect(harness.withdrawn.at(-1)).toEqual({ sandboxId: OWNER.sandboxId, resourceId: idOf(path), kind });
  });

  it('requires neither a redirect URI nor the customer', async () => {
    const opened = harness.opened.length;
    const path = await create();
    expect((await call('DELETE', path, { headers: { 'tpp-redirect-uri': 'https://evil.example/' } })).statusCode).toBe(204);
    expect(harness.opened).toHaveLength(opened + 1);
  });

  it('returns the first response to a repeated request, and 405 to another one', async () => {
    const path = await create();
    const id = requestId(0xd00d);
    expect((await call('DELETE', path, { id })).statusCode).toBe(204);
    expect((await call('DELETE', path, { id })).statusCode).toBe(204);
    const again = await call('DELETE', path);
    expect([refusalOf(again), again.headers.allow]).toEqual([[405, 'CANCELLATION_INVALID'], 'GET']);
  });

  it('prevents a later signature', async () => {
    const path = await create();
    await call('DELETE', path);
    const submission = { ...OWNER, paymentId: idOf(path), debtorAccountIban: IBANS.main, debtorDetails: undefined };
    await expect(harness.write((context) => harness.payments.sign(context, submission))).rejects.toMatchObject({ code: 'SIGNING_STATE_INVALID' });
  });

  it('takes effect once among five simultaneous requests', async () => {
    const path = await create();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('DELETE', path)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 405, 405, 405, 405]);
  });
});

describe('cancelling a payment that was signed for a later day', () => {
  it.each<[PaymentService, object, string]>([
    ['payments', FUTURE, 'payment-cancellation'],
    ['periodic-payments', MONTHLY, 'periodic-payment-cancellation'],
  ])('redirects the customer to the bank: %s', async (service, change, kind) => {
    const path = await signed({ service, change });
    const response = await call('DELETE', path, { headers: RETURN });
    const authorisation = `sgn_${harness.opened.length}`;
    expect([response.statusCode, response.json()]).toEqual([
      202,
      {
        transactionStatus: 'ACTC',
        _links: {
          scaRedirect: { href: `http://localhost:3000/bank/sca/reference-of-${idOf(path)}` },
          scaStatus: { href: `${API}/${path}/cancellation-authorisations/${authorisation}` },
          self: { href: `${API}/${path}` },
          status: { href: `${API}/${path}/status` },
        },
      },
    ]);
    expect(response.headers['aspsp-sca-approach']).toBe('REDIRECT');
    expect(harness.opened.at(-1)).toMatchObject({ kind, resourceId: idOf(path), ...OWNER, tppSuccessUrl: RETURN['tpp-redirect-uri'] });
    expect(await statusOf(path)).toBe('ACTC');
    expect((await call('GET', `${path}/cancellation-authorisations`)).json()).toEqual({ authorisationIds: [authorisation] });
    expect((await call('GET', `${path}/cancellation-authorisations/${authorisation}`)).json()).toEqual({ scaStatus: 'received' });
  });

  it.each([
    ['no return address', {}, 'FORMAT_ERROR'],
    ['another’s return address', { 'tpp-redirect-uri': 'https://evil.example/' }, 'FORMAT_ERROR'],
    ['another’s address for a refusal', { ...RETURN, 'tpp-nok-redirect-uri': 'https://evil.example/' }, 'FORMAT_ERROR'],
    ['a preference that is none', { ...RETURN, 'tpp-redirect-preferred': 'maybe' }, 'FORMAT_ERROR'],
    ['a wish that is none', { ...RETURN, 'tpp-explicit-authorisation-preferred': 'perhaps' }, 'FORMAT_ERROR'],
  ])('with %s is refused, and no signing session is opened', async (_what, headers, code) => {
    const path = await signed();
    const opened = harness.opened.length;
    expect(refusalOf(await call('DELETE', path, { headers }))).toEqual([400, code]);
    expect([harness.opened.length, await statusOf(path)]).toEqual([opened, 'ACTC']);
  });

  it('returns the first response to a repeated request; a new one opens a new session and ends the older', async () => {
    const path = await signed();
    const id = requestId(0xd1d1);
    const first = await call('DELETE', path, { id, headers: RETURN });
    const opened = harness.opened.length;
    expect((await call('DELETE', path, { id, headers: RETURN })).json()).toEqual(first.json());
    expect(harness.opened).toHaveLength(opened);
    expect((await call('DELETE', path, { headers: RETURN })).statusCode).toBe(202);
    expect([harness.opened.length, harness.withdrawn.at(-1)?.kind]).toEqual([opened + 1, 'payment-cancellation']);
  });

  it('with an explicit start opens no session before the start', async () => {
    const path = await signed();
    const opened = harness.opened.length;
    const response = await call('DELETE', path, { headers: EXPLICIT });
    const start = { href: `${API}/${path}/cancellation-authorisations` };
    expect([response.statusCode, response.json()._links.startAuthorisation]).toEqual([202, start]);
    expect([harness.opened.length, (await call('GET', `${path}/cancellation-authorisations`)).json()]).toEqual([opened, { authorisationIds: [] }]);
    const started = await call('POST', `${path}/cancellation-authorisations`);
    expect([started.statusCode, started.json(), started.headers.location]).toEqual([
      201,
      {
        scaStatus: 'received',
        authorisationId: `sgn_${opened + 1}`,
        _links: {
          scaRedirect: { href: `http://localhost:3000/bank/sca/reference-of-${idOf(path)}` },
          scaStatus: { href: `${start.href}/sgn_${opened + 1}` },
        },
      },
      `${start.href}/sgn_${opened + 1}`,
    ]);
  });

  it('is refused from the morning of the execution day', async () => {
    const path = await signed();
    await moveClock(harness.database, OWNER.sandboxId, DAYS_UNTIL_PAID * 24 * 60 * 60_000);
    expect(refusalOf(await call('DELETE', path, { headers: RETURN }))).toEqual([405, 'CANCELLATION_INVALID']);
    expect(refusalOf(await call('POST', `${path}/cancellation-authorisations`))).toEqual([405, 'CANCELLATION_INVALID']);
    expect(await statusOf(path)).toBe('ACTC');
  });
});

describe('a cancellation is refused', () => {
  it.each<[string, () => Promise<string>]>([
    ['what waits for its settlement', () => signed({})],
    ['what was paid instantly', () => signed({ product: INSTANT })],
    [
      'what was rejected',
      async () => {
        const path = await create();
        await harness.write((context) => harness.payments.reject(context, OWNER.sandboxId, idOf(path), 'refused'));
        return path;
      },
    ],
  ])('of %s', async (_what, make) => {
    const path = await make();
    const before = await statusOf(path);
    expect(refusalOf(await call('DELETE', path, { headers: RETURN }))).toEqual([405, 'CANCELLATION_INVALID']);
    expect(refusalOf(await call('POST', `${path}/cancellation-authorisations`))).toEqual([405, 'CANCELLATION_INVALID']);
    expect(await statusOf(path)).toBe(before);
  });

  it('to another application or customer, and under another service or product', async () => {
    const path = await signed();
    const answers = await Promise.all([
      call('DELETE', path, { token: 'otherApp', headers: RETURN }),
      call('DELETE', path, { token: 'otherCustomer', headers: RETURN }),
      call('DELETE', path.replace(/^payments/, 'periodic-payments'), { headers: RETURN }),
      call('DELETE', path.replace(ORDINARY, INSTANT), { headers: RETURN }),
      call('DELETE', `payments/${ORDINARY}/pay_unknown`, { headers: RETURN }),
    ]);
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(refusalOf(answers[0])).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(await statusOf(path)).toBe('ACTC');
  });

  it('without a token, without X-Request-ID, and for an unknown product', async () => {
    const path = await signed();
    expect(refusalOf(await call('DELETE', path, { token: 'none' }))).toEqual([401, 'TOKEN_UNKNOWN']);
    expect(refusalOf(await call('DELETE', path, { id: undefined }))).toEqual([400, 'FORMAT_ERROR']);
    expect(refusalOf(await call('DELETE', path.replace(ORDINARY, 'target-2-payments')))).toEqual([404, 'PRODUCT_UNKNOWN']);
  });

  it('by an authorisation when the payment is unsigned', async () => {
    const path = await create();
    expect(refusalOf(await call('POST', `${path}/cancellation-authorisations`))).toEqual([409, 'STATUS_INVALID']);
    expect(await statusOf(path)).toBe('RCVD');
  });
});

describe('the authorisation of a payment', () => {
  const explicit = (change: object = {}) => create({ change, headers: EXPLICIT });

  it('is listed and linked when it was created with the payment', async () => {
    const response = await post(harness.app, VALID_BODY);
    const { paymentId, _links } = response.json();
    const path = `payments/${ORDINARY}/${paymentId}`;
    const authorisation = `sgn_${harness.opened.length}`;
    expect(_links.scaStatus).toEqual({ href: `${API}/${path}/authorisations/${authorisation}` });
    expect((await call('GET', `${path}/authorisations`)).json()).toEqual({ authorisationIds: [authorisation] });
    expect((await call('GET', `${path}/authorisations/${authorisation}`)).json()).toEqual({ scaStatus: 'received' });
    expect((await call('GET', `${path}/cancellation-authorisations`)).json()).toEqual({ authorisationIds: [] });
    expect(refusalOf(await call('POST', `${path}/authorisations`))).toEqual([409, 'STATUS_INVALID']);
  });

  it('is started once with an explicit start', async () => {
    const opened = harness.opened.length;
    const response = await post(harness.app, VALID_BODY, { headers: EXPLICIT });
    const { paymentId, _links } = response.json();
    const path = `payments/${ORDINARY}/${paymentId}`;
    const start = { href: `${API}/${path}/authorisations` };
    expect(_links).toEqual({ startAuthorisation: start, self: { href: `${API}/${path}` }, status: { href: `${API}/${path}/status` } });
    expect(harness.opened).toHaveLength(opened);
    const started = await call('POST', `${path}/authorisations`);
    expect([started.statusCode, started.json().authorisationId]).toEqual([201, `sgn_${opened + 1}`]);
    expect(refusalOf(await call('POST', `${path}/authorisations`))).toEqual([409, 'STATUS_INVALID']);
    expect(harness.opened).toHaveLength(opened + 1);
  });

  it('is started once among five simultaneous requests', async () => {
    const path = await explicit();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', `${path}/authorisations`)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    ['without a customer', { 'psu-ip-address': 'nowhere' }],
    ['without a way back', { 'tpp-redirect-uri': '' }],
    ['with another’s way back', { 'tpp-redirect-uri': 'https://evil.example/' }],
  ])('is not started %s', async (_what, headers) => {
    const path = await explicit();
    expect(refusalOf(await call('POST', `${path}/authorisations`, { headers }))).toEqual([400, 'FORMAT_ERROR']);
    expect((await call('GET', `${path}/authorisations`)).json()).toEqual({ authorisationIds: [] });
  });

  it('ends the payment when it is not started in time', async () => {
    const path = await explicit();
    await moveClock(harness.database, OWNER.sandboxId, (SIGNING_TOTAL_SECONDS - 5) * 1000);
    expect(await statusOf(path)).toBe('RCVD');
    await moveClock(harness.database, OWNER.sandboxId, (SIGNING_TOTAL_SECONDS + 5) * 1000);
    expect((await call('GET', `${path}/status`)).json()).toMatchObject({ transactionStatus: 'RJCT', tppMessages: [{ code: 'RESOURCE_EXPIRED' }] });
    expect(refusalOf(await call('POST', `${path}/authorisations`))).toEqual([403, 'RESOURCE_EXPIRED']);
    const begun = await create();
    await moveClock(harness.database, OWNER.sandboxId, 2 * (SIGNING_TOTAL_SECONDS + 5) * 1000);
    expect(await statusOf(begun)).toBe('RCVD');
  });

  it('is not found by another application or customer, or with an unknown id', async () => {
    const path = await create();
    const own = `${path}/authorisations/sgn_${harness.opened.length}`;
    const answers = await Promise.all([
      call('GET', own, { token: 'otherApp' }),
      call('GET', own, { token: 'otherCustomer' }),
      call('GET', `${path}/authorisations`, { token: 'otherApp' }),
      call('POST', `${path}/authorisations`, { token: 'otherCustomer' }),
      call('GET', `${path}/authorisations/sgn_1`),
      call('GET', `${path}/cancellation-authorisations/sgn_${harness.opened.length}`),
    ]);
    expect(answers.map(refusalOf)).toEqual(Array.from({ length: 6 }, () => [404, 'RESOURCE_UNKNOWN']));
  });

  it.each(['authorisations', 'cancellation-authorisations'])('cannot be updated in the redirect approach: PUT …/%s gets 405', async (segment) => {
    const response = await call('PUT', `${await create()}/${segment}/sgn_1`);
    expect([refusalOf(response), response.headers.allow]).toEqual([[405, 'SERVICE_INVALID'], 'GET']);
  });

  it('refuses psuData', async () => {
    const path = await explicit();
    const response = await harness.app.inject({
      method: 'POST',
      url: `/api/v1/${path}/authorisations`,
      headers: { authorization: 'Bearer good', 'x-request-id': requestId(0xb0d7), 'psu-ip-address': '192.0.2.7', ...RETURN },
      payload: { psuData: { password: 'secret' } },
    });
    expect(refusalOf(response)).toEqual([400, 'PARAMETER_NOT_SUPPORTED']);
  });
});

it('an initiation with another value than true or false for the explicit start is refused', async () => {
  const response = await post(harness.app, VALID_BODY, { headers: { 'tpp-explicit-authorisation-preferred': 'yes' } });
  expect(response.json().tppMessages[0]).toMatchObject({ code: 'FORMAT_ERROR', path: 'header:TPP-Explicit-Authorisation-Preferred' });
  expect((await get(harness.app, `${ORDINARY}/pay_unknown`)).statusCode).toBe(404);
});
