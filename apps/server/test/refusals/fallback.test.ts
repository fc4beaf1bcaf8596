/** Every refusal that the documents name for the fallback interface, provoked over HTTP: status, code, form of the body, echo of the request's id. */
import { randomUUID } from 'node:crypto';
import { UiErrorBody } from '@portico/contract';
import { DEVICE_METHODS, UI_ERROR_CODES } from '@portico/contract/values';
import { member, textOf } from '@portico/testkit';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { API_SECTIONS, type Operation } from '#modules/catalog/index.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { admit } from '../house/admit.ts';
import { houseNow } from '../house/avoid-midnight.ts';
import { basicOf, certificatesOf, type DeskCertificate, type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { withCertificate } from '../house/open-developers-house.ts';
import { type HeaderFlaws, readPromisedHeaders } from '../house/promised-headers.ts';
import { COMMON_REFUSALS, type Provocations } from '../house/xs2a/common-refusals.ts';
import { type BadDay, openBadDay } from '../house/xs2a/service-refusals.ts';
import { type Reply, type Request, send, withHeaders, withQuery } from '../house/xs2a/wire.ts';
import { openWorld, type World } from '../house/xs2a/world.ts';

let world: World;
let badDay: BadDay;
let headerFlaws: HeaderFlaws;
let desk: FallbackDesk;
/** An application whose customers' devices are told what to answer. */
let stubborn: FallbackDesk;
/** An application of the profile mtls, with certificates that are refused. */
let proved: ProvedDesk;
let session: string;
let iban: string;

beforeAll(async () => {
  world = await openWorld();
  headerFlaws = await readPromisedHeaders(world.house.app, world.house.config.publicUrl);
  badDay = await openBadDay();
  desk = await openFallbackDesk(world.house, 'dev_desk');
  stubborn = await openFallbackDesk(world.house, 'dev_stubborn');
  proved = await openProvedDesk();
  session = await desk.signIn(customerOf(desk).userName);
  iban = await desk.firstIban(session);
});
afterAll(async () => {
  await badDay.close();
  await world.house.close();
});

interface ProvedDesk {
  readonly desk: FallbackDesk;
  readonly sound: DeskCertificate;
  readonly ofFunds: DeskCertificate;
  readonly expired: DeskCertificate;
  readonly revoked: DeskCertificate;
  readonly blocked: DeskCertificate;
  readonly foreign: DeskCertificate;
}

async function openProvedDesk(): Promise<ProvedDesk> {
  const of = await openFallbackDesk(world.house, 'dev_proved');
  const { issue, setProfile, mark } = certificatesOf(world.house, of);
  const [sound, ofFunds, expired, revoked, blocked] = [
    await issue(),
    await issue({ roles: ['piis'] }),
    await issue({ lifetime: 'expired' }),
    await issue(),
    await issue(),
  ];
  await mark(revoked, 'revocation');
  await mark(blocked, 'block');
  await setProfile('mtls');
  return { desk: of, sound, ofFunds, expired, revoked, blocked, foreign: await certificatesOf(world.house, stubborn).issue() };
}

function customerOf(of: FallbackDesk, place = 0) {
  const customer = of.customers[place];
  if (customer === undefined) throw new Error('There is no such test customer.');
  return customer;
}

const ORDER = () => ({
  debtorAccountIban: iban,
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorName: PAYEES.lumenBooks.name,
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  isInstant: true,
});
async function order(): Promise<string> {
  await forgetRequests();
  const reply = await desk.call('POST', '/payments', { session, body: ORDER() });
  return textOf(reply.body, 'paymentId');
}

/** Most orders of these tests are never confirmed, and only one test is about their number. */
const forgetRequests = () => world.house.database.query("delete from spent_allowance where key like 'fallback:asked:%'");

/** Requests that work, by operation. */
const GOOD: Readonly<Record<string, () => Promise<Request>>> = {
  startFallbackSignIn: async () => desk.request('POST', '/sign-ins', { body: { userName: customerOf(desk).userName } }),
  getFallbackSignIn: async () => desk.request('GET', `/sign-ins/${await desk.ask(customerOf(desk).userName)}`),
  openFallbackSession: async () => desk.request('POST', `/sign-ins/${await desk.ask(customerOf(desk).userName)}/session`),
  endFallbackSession: async () => desk.request('DELETE', '/session', { session: await desk.signIn(customerOf(desk).userName) }),
  getFallbackAccounts: async () => desk.request('GET', '/accounts', { session }),
  getFallbackTransactions: async () => desk.request('GET', `/accounts/${iban}/transactions`, { session }),
  async orderFallbackPayment() {
    await forgetRequests();
    return desk.request('POST', '/payments', { session, body: ORDER() });
  },
  getFallbackPayment: async () => desk.request('GET', `/payments/${await order()}`, { session }),
  confirmFallbackPayment: async () => desk.request('POST', `/payments/${await order()}/confirmation`, { session }),
};

type Provocation = (good: () => Promise<Request>) => Promise<readonly (Request | Reply)[]>;

const changed =
  (...changes: readonly Parameters<typeof withHeaders>[1][]): Provocation =>
  async (good) => {
    const request = await good();
    return changes.map((change) => withHeaders(request, change));
  };
const withBody =
  (...changes: readonly object[]): Provocation =>
  async (good) => {
    const request = await good();
    return changes.map((change) => ({ ...withHeaders(request, { 'x-request-id': randomUUID() }), body: { ...Object(request.body), ...change } }));
  };
const atPath =
  (path: string): Provocation =>
  async (good) => {
    const request = await good();
    return [{ ...request, url: request.url.replace(/(?<=\/)(fsi|pay)_\w+/, path) }];
  };

/** The device of a customer of `stubborn` says this; a sign-in that waits for it, or a payment. */
const answered =
  (scenario: string): Provocation =>
  async (good) => {
    const request = await good();
    const customer = customerOf(stubborn, 1);
    await stubborn.setScenario(customer.id, 'approves');
    await world.house.database.query('delete from person_attempt');
    const open = request.url.includes('/sign-ins/') ? undefined : await stubborn.signIn(customer.userName);
    const account = open === undefined ? '' : await stubborn.firstIban(open);
    await stubborn.setScenario(customer.id, scenario === 'unreachable' ? 'approves' : scenario);
    const body = { ...ORDER(), debtorAccountIban: account };
    const id =
      open === undefined
        ? await stubborn.ask(customer.userName)
        : textOf((await stubborn.call('POST', '/payments', { session: open, body })).body, 'paymentId');
    if (scenario === 'timesOut') await world.house.database.query("update challenge set expires_at = now() where state = 'started'");
    if (scenario === 'unreachable') {
      const asked =
        'select challenge_id from fallback_session where sign_in_id = $1 union select challenge_id from fallback_payment where payment_id = $1';
      await world.house.database.query(
        `update challenge set state = 'unreachable', ended_at = coalesce(ended_at, now()) where challenge_id in (${asked})`,
        [id],
      );
    }
    const path = open === undefined ? `/sign-ins/${id}/session` : `/payments/${id}/confirmation`;
    return [stubborn.request('POST', path, open === undefined ? {} : { session: open })];
  };

const refusedCertificate =
  (name: 'expired' | 'revoked' | 'blocked'): Provocation =>
  async (good) => [withHeaders(await good(), proved[name].headers)];

/** By the words of the table; a function of the operation where the same words mean different requests. */
const PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  'the client id is unknown, the secret is wrong, or the bank has suspended the application': async (good) => {
    const request = await good();
    const suspended = await openFallbackDesk(world.house, 'dev_suspended');
    const all = [undefined, 'Bearer x', basicOf(desk.clientId, 'wrong'), basicOf('tpp_x', desk.clientSecret), suspended.basic];
    return all.map((authorization) => withHeaders(request, { authorization }));
  },
  'a secret came, and the profile of the application takes none': async (good) => {
    const request = await good();
    return ['wrong', proved.desk.clientSecret].map((secret) => ({
      ...withHeaders(request, { ...proved.sound.headers, authorization: basicOf(proved.desk.clientId, secret) }),
    }));
  },
  'the profile of the application needs a certificate, and none came': async (good) => {
    const request = await good();
    const authorization = basicOf(proved.desk.clientId, '');
    return [withHeaders(request, { authorization }), withHeaders(request, { authorization, ...withCertificate() })];
  },
  'the certificate is not accepted, or is not one of the application; the text says why': async (good) => {
    const request = await good();
    const { foreign } = proved;
    const ofDesk = withHeaders(request, withCertificate(foreign.pem));
    return [ofDesk, withHeaders(ofDesk, { authorization: basicOf(proved.desk.clientId, '') })];
  },
  'the certificate has run out': refusedCertificate('expired'),
  'its authority revoked the certificate': refusedCertificate('revoked'),
  'the bank blocks the certificate': refusedCertificate('blocked'),
  'the bank’s admission of the application, or the certificate of the call, lacks the role that this call needs; the text names it': async (good) => {
    const request = await good();
    await openFallbackDesk(world.house, 'dev_roleless');
    await admit(world.house, 'dev_roleless', [request.url.includes('/payments') ? 'ais' : 'piis']);
    const roleless = await openFallbackDesk(world.house, 'dev_roleless');
    return [withHeaders(request, { authorization: roleless.basic }), withHeaders(request, proved.ofFunds.headers)];
  },
  'no session of the application is open under Fallback-Session, its time is over, or another person represents the company now': async (good) => {
    const foreign = await stubborn.signIn(customerOf(stubborn).userName);
    const former = await desk.signIn(customerOf(desk).userName);
    await world.house.database.query("update fallback_session set person = 'another' where session_hash = $1", [sha256Hex(former)]);
    const sessions = [undefined, 'x', foreign, former].map((each) => ({ 'fallback-session': each }));
    return changed(...sessions)(good);
  },
  'the application has started no such sign-in': atPath('fsi_unknown'),
  'the application has ordered no such payment for this customer here': atPath('pay_unknown'),
  'the customer has no such account': async () => [
    desk.request('GET', `/accounts/${PAYEES.lumenBooks.iban}/transactions`, { session }),
    desk.request('GET', '/accounts/x/transactions', { session }),
  ],
  'this sign-in has opened its session already': async (good) => {
    const request = await good();
    await send(world.house.app, request);
    return [request];
  },
  'no customer has this user name': withBody({ userName: 'nobody' }, { userName: 'Liis Näidis' }),
  'the customer does not hold this method, or it is a calculator': async (good) => {
    const { authMethods } = customerOf(desk);
    const others = DEVICE_METHODS.filter((method) => method === 'CODE_CALCULATOR' || !authMethods.includes(method));
    return withBody(...others.map((method) => ({ method })))(good);
  },
  'five confirmations in a row failed: the method is blocked for 15 minutes': async (good) => {
    const request = await good();
    await world.house.database.query(
      `insert into person_attempt (sandbox_id, person, method, stranger_failures, stranger_blocked_until)
       select $1, (select person from challenge where customer_id = $2 limit 1), unnest(auth_methods), 5, $3::timestamptz + interval '15 minutes'
       from customer where id = $2
       on conflict (sandbox_id, person, method) do update set stranger_failures = 5, stranger_blocked_until = excluded.stranger_blocked_until`,
      [desk.sandboxId, customerOf(desk).id, houseNow()],
    );
    const replies = [await send(world.house.app, request)];
    await world.house.database.query('delete from person_attempt');
    return replies;
  },
  'the customer was asked ten times in 15 minutes without an approval; Retry-After says when to ask again': async (good) => {
    const request = await good();
    await world.house.database.query(
      `insert into spent_allowance (key, spent_at, expires_at)
       select 'fallback:asked:' || (select person from challenge where customer_id = $1 and person is not null limit 1) || ':' || unnest(auth_methods), array_fill($2::timestamptz, array[10]), $2::timestamptz + interval '1 hour' from customer where id = $1
       on conflict (key) do update set spent_at = excluded.spent_at, expires_at = excluded.expires_at`,
      [customerOf(desk).id, houseNow()],
    );
    const replies = [await send(world.house.app, request)];
    await forgetRequests();
    return replies;
  },
  'another person represents the company since the device was asked': async (good) => {
    const request = await good();
    const id = /(?:fsi|pay)_\w+/.exec(request.url)?.[0];
    await world.house.database.query("update fallback_session set person = 'another' where sign_in_id = $1", [id]);
    await world.house.database.query("update fallback_payment set person = 'another' where payment_id = $1", [id]);
    return [request];
  },
  'the customer has not answered yet': async (good) => {
    const request = await good();
    const id = /(?:fsi|pay)_\w+/.exec(request.url)?.[0];
    // Nobody has asked the device, or it waits: the test waits no 20 seconds for it.
    await world.house.database.query('update fallback_payment set challenge_id = null where payment_id = $1', [id]);
    if (request.url.includes('/payments/')) return [request];
    const customer = customerOf(stubborn, 2);
    await stubborn.setScenario(customer.id, 'timesOut');
    const waiting = stubborn.call('POST', `/sign-ins/${await stubborn.ask(customer.userName)}/session`);
    return [await waiting];
  },
  'the customer refused': answered('refuses'),
  'the customer did not answer in time, or an approval was not used within five minutes of the request': answered('timesOut'),
  'the customer chose another control code or mistyped his PIN': answered('wrongCode'),
  'the customer’s phone could not be reached': answered('unreachable'),
  'a parameter of the query is unknown, comes twice or is not of the accepted form': async (good) => {
    const request = await good();
    return ['colour=blue', 'dateFrom=2026-01-01&dateFrom=2026-01-02', 'dateTo=yesterday', 'dateFrom=2026-02-30'].map((more) =>
      withQuery(request, more),
    );
  },
  'dateFrom lies after dateTo': async (good) => [withQuery(await good(), 'dateFrom=2026-02-02&dateTo=2026-02-01')],
  'dateFrom lies more than 90 days back, and the sign-in more than 5 minutes': async (good) => {
    const request = await good();
    const before = "update fallback_session set signed_in_at = signed_in_at - interval '6 minutes' where sandbox_id = $1";
    await world.house.database.query(before, [desk.sandboxId]);
    return [withQuery(request, 'dateFrom=2024-01-01')];
  },
  'an IBAN, the amount or the payee’s name breaks a rule of payments, or the payee’s account is the payer’s': async (good) =>
    withBody(
      { creditorAccount: { iban: 'EE009800100045081764' } },
      { instructedAmount: { amount: '0.00', currency: 'EUR' } },
      { creditorName: '🐶' },
      { creditorAccount: { iban } },
    )(good),
  'debtorAccountIban is no account of this customer': withBody({ debtorAccountIban: PAYEES.lumenBooks.iban }),
  'the account is no account of this customer any more': async () => {
    const own = await openAccount('EUR');
    const { body } = await desk.call('POST', '/payments', { session, body: { ...ORDER(), debtorAccountIban: own } });
    await world.house.database.query("update account set status = 'closed' where iban = $1", [own]);
    return [desk.request('POST', `/payments/${textOf(body, 'paymentId')}/confirmation`, { session })];
  },
  'the account of the customer is blocked': async (good) => {
    const request = await good();
    await world.house.database.query("update account set status = 'blocked' where iban = $1", [iban]);
    const replies = [await send(world.house.app, request)];
    await world.house.database.query("update account set status = 'enabled' where iban = $1", [iban]);
    return replies;
  },
  'the account of the customer is not in euros': async (good) => withBody({ debtorAccountIban: await openAccount('USD') })(good),
  'there is not enough money on the account; the text says how much': async (good) => {
    const request = await good();
    await desk.setScenario(customerOf(desk).id, 'notEnoughMoney');
    const replies = [await send(world.house.app, request)];
    await desk.setScenario(customerOf(desk).id, 'approves');
    return replies;
  },
  'this X-Request-ID came before with another body': async (good) => {
    const request = await good();
    await send(world.house.app, request);
    return [{ ...request, body: { ...Object(request.body), instructedAmount: { amount: '2.00', currency: 'EUR' } } }];
  },
  'the payment was ended before it was signed': async (good) => {
    const request = await good();
    const id = /pay_\w+/.exec(request.url)?.[0] ?? '';
    await world.house.platform.write((context) => world.house.modules.payments.reject(context, desk.sandboxId, id, 'expired'));
    return [request];
  },
  'what the customer confirmed is not what would be paid now': async (good) => {
    const request = await good();
    await world.house.database.query("update payment set creditor_name = 'Kurja OÜ' where payment_id = $1", [/pay_\w+/.exec(request.url)?.[0]]);
    return [request];
  },
  'too many calls came from this address in a minute': async (good) => [await badDay.tooMany(await good())],
  'the bank made a mistake; give it the X-Request-ID': async (good) => [await badDay.broken(await good())],
  'the bank maintains its service: nothing was done, and Retry-After says when to come again': async (good) => [
    await badDay.maintained(await good()),
  ],
  'the service is stopping or busy, or the bank does not answer': async (good) => {
    const request = await good();
    const busy = await badDay.busy(request);
    if (request.url.includes('/sign-ins/')) return [busy];
    await desk.setScenario(customerOf(desk).id, 'bankDown');
    const down = await send(world.house.app, withHeaders(request, { 'x-request-id': randomUUID() }));
    await desk.setScenario(customerOf(desk).id, 'approves');
    return [busy, down];
  },
};

async function openAccount(currency: string): Promise<string> {
  const path = `/api/tpp/customers/${customerOf(desk).id}/accounts`;
  const made = await world.house.send(desk.developerId, 'POST', path, { body: { name: currency, currency, openingBalance: '10' } });
  return textOf(made.body, 'iban');
}

const SECTIONS = API_SECTIONS.filter(({ list }) => list === 'fallback');
const OPERATIONS = SECTIONS.flatMap(({ operations }) => operations);

/** Nothing beside what the document shows. */
const BODY = Type.Object(UiErrorBody.properties, { additionalProperties: false });

/** What is wrong with a refusal apart from its code. */
function flawsOf({ request, status, headers, body }: Reply): readonly string[] {
  const given = request.headers['x-request-id'];
  return [
    ...(Value.Check(BODY, body) ? [] : ['the body has another form']),
    ...(typeof given === 'string' && given.length === 36 && headers['x-request-id'] !== given ? ['X-Request-ID is another one'] : []),
    ...(status === 401 && headers['www-authenticate'] === undefined ? ['no WWW-Authenticate'] : []),
    ...(status === 503 && headers['retry-after'] === undefined ? ['no Retry-After'] : []),
  ];
}

function provocationOf(when: string): Provocation | undefined {
  const common: Provocations[string] | undefined = COMMON_REFUSALS[when];
  return PROVOCATIONS[when] ?? (common && ((good) => common({ ...world, send: (request) => send(world.house.app, request) }, good)));
}

const isReply = (one: Request | Reply): one is Reply => 'status' in one;

describe.each(OPERATIONS.map((operation): [string, Operation] => [operation.operationId, operation]))('%s', (operationId, operation) => {
  const good = () => {
    const make = GOOD[operationId];
    if (make === undefined) throw new Error(`${operationId} has no request that works.`);
    return make();
  };

  it('works', async () => {
    const reply = await send(world.house.app, await good());
    expect([operation.answers[0]?.status], reply.text).toEqual([reply.status]);
    expect(headerFlaws(operationId, reply)).toEqual([]);
  });

  it.each(operation.errors.map(({ status, code, when }) => [status, code, when] as const))('answers %i %s when %s', async (status, code, when) => {
    const provoke = provocationOf(when);
    expect(provoke, 'Nothing provokes this row. Add it to the table of this test, under these words.').toBeDefined();
    const provoked = (await provoke?.(good)) ?? [];
    expect(provoked).not.toEqual([]);
    for (const one of provoked) {
      const reply = isReply(one) ? one : await send(world.house.app, one);
      expect([reply.status, member(reply.body, 'errors', '0', 'code')], `${reply.request.url} → ${reply.text}`).toEqual([status, code]);
      expect([...flawsOf(reply), ...headerFlaws(operationId, reply)], reply.text).toEqual([]);
    }
  });
});

describe('the table of refusals', () => {
  it('has codes of the contract only', () => {
    const known: readonly string[] = UI_ERROR_CODES;
    expect(OPERATIONS.flatMap(({ errors }) => errors).filter(({ code }) => !known.includes(code))).toEqual([]);
  });
  it('names every provocation of this test', () => {
    const named = new Set(OPERATIONS.flatMap(({ errors }) => errors.map(({ when }) => when)));
    expect(Object.keys(PROVOCATIONS).filter((when) => !named.has(when))).toEqual([]);
  });
});
