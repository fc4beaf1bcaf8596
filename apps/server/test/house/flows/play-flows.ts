/**
 * Plays flows as an application and its customers see them: created on the API, entered and signed on the customer's page, read on the
 * API. All flows of one scenario run at the same time, so that a slow bank is waited for once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BankCountry, CustomerScenario, SigningKind } from '@portico/contract';
import { type Browser, enterSigning, jsonOf, member, obtainToken, type SigningPage, textOf, type WireAnswer } from '@portico/testkit';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { houseDay } from '../avoid-midnight.ts';
import type { House, HouseCustomer } from '../open-house.ts';
import { send } from '../xs2a/wire.ts';
import type { Flow, Outcome } from './flow-table.ts';

export interface Played {
  readonly country: BankCountry;
  readonly flow: Flow;
  readonly outcome: Outcome;
  /** Signed once more as the ordinary customer does, where the first time left it open; else undefined. */
  readonly again: Outcome | undefined;
}

type Kind = 'payment' | 'periodic-payment' | 'bulk-payment';

interface FlowSteps {
  readonly kind: Kind;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body: () => object;
  /** Signed before; the flow takes it back. */
  readonly cancels?: true;
}

const ORDER = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  creditorName: PAYEES.lumenBooks.name,
};

const PERIODIC: FlowSteps = {
  kind: 'periodic-payment',
  path: '/periodic-payments/sepa-credit-transfers',
  body: () => ({ ...ORDER, startDate: houseDay(3), frequency: 'Monthly' }),
};

const STEPS: Readonly<Record<Flow, FlowSteps>> = {
  payment: { kind: 'payment', path: '/payments/instant-sepa-credit-transfers', body: () => ORDER },
  'periodic-payment': PERIODIC,
  'bulk-payment': { kind: 'bulk-payment', path: '/bulk-payments/instant-sepa-credit-transfers', body: () => ({ payments: [ORDER, ORDER] }) },
  'payment-cancellation': {
    kind: 'payment',
    path: '/payments/sepa-credit-transfers',
    body: () => ({ ...ORDER, requestedExecutionDate: houseDay(3) }),
    cancels: true,
  },
  'periodic-payment-cancellation': { ...PERIODIC, cancels: true },
  'bulk-payment-cancellation': {
    kind: 'bulk-payment',
    path: '/bulk-payments/sepa-credit-transfers',
    body: () => ({ payments: [ORDER, ORDER], requestedExecutionDate: houseDay(3) }),
    cancels: true,
  },
};

/** Persons of the seed, by their scenario there. Kinds share none: five refusals in a row would block the method for all of them. */
const PERSON_OF: Readonly<Record<Kind, CustomerScenario>> = {
  payment: 'approves',
  'periodic-payment': 'refuses',
  'bulk-payment': 'wrongCode',
};
const POLL_MS = 50;
/** Signed, and being paid by a job. */
const IN_EXECUTION = /^(ACFC|ACSP)$/;
const LEFT_OPEN = /^(400|422|503) /;

/** A customer at a browser, and the application's token for him. */
interface Person {
  readonly customer: HouseCustomer;
  readonly browser: Browser;
  readonly token: string;
}

interface Prepared {
  readonly country: BankCountry;
  readonly flow: Flow;
  readonly person: Person;
  readonly paymentId: string;
  readonly page: SigningPage;
  readonly iban: string;
}

export interface FlowPlayer {
  play(scenario: CustomerScenario, cells: readonly { readonly country: BankCountry; readonly flow: Flow }[]): Promise<readonly Played[]>;
}

export async function createFlowPlayer(house: House): Promise<FlowPlayer> {
  await playAs('approves');
  const persons = new Map<string, Person>();

  async function playAs(scenario: CustomerScenario): Promise<void> {
    await house.database.query('update customer set scenario = $1', [scenario]);
  }

  async function personOf(country: BankCountry, kind: Kind): Promise<Person> {
    const key = `${country} ${kind}`;
    const known = persons.get(key);
    if (known !== undefined) return known;
    const customer = house.customers.find((each) => each.country === country && each.type === 'person' && each.scenario === PERSON_OF[kind]);
    if (customer === undefined) throw new Error(`The seed has no such person in ${country}.`);
    const browser = house.browse();
    const person = { customer, browser, token: await obtainToken(browser, house.tpp, customer) };
    persons.set(key, person);
    return person;
  }

  async function call(token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const initiation = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': 'http://127.0.0.1:3001/back' };
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': randomUUID(), ...initiation };
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await send(house.portico.app, { method, url: `/api/v1${path}`, headers: { ...headers, ...json }, body });
    if (reply.status >= 300) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }

  async function prepare(country: BankCountry, flow: Flow): Promise<Prepared> {
    const { kind, path, body, cancels } = STEPS[flow];
    const person = await personOf(country, kind);
    const enter = (answer: unknown, signed: SigningKind) =>
      enterSigning(person.browser, textOf(answer, '_links', 'scaRedirect', 'href'), person.customer, signed);
    const created = await call(person.token, 'POST', path, body());
    const paymentId = textOf(created, 'paymentId');
    const page = await enter(created, kind);
    // Each flow has an account of its own, so that what one moves is not taken for another's.
    const [first = '', second = ''] = await page.ibans();
    const iban = cancels ? second : first;
    await page.choose(iban);
    const prepared = { country, flow, person, paymentId, iban };
    if (!cancels) return { ...prepared, page };
    const signed = await page.sign(iban);
    if (signed.status !== 200) throw new Error(`What is to be cancelled was not signed: ${signed.text}`);
    return { ...prepared, page: await enter(await call(person.token, 'DELETE', `${path}/${paymentId}`), `${kind}-cancellation`) };
  }

  async function statusOf({ flow, person, paymentId }: Prepared): Promise<string> {
    const path = `${STEPS[flow].path}/${paymentId}/status`;
    for (;;) {
      const status = textOf(await call(person.token, 'GET', path), 'transactionStatus');
      if (!IN_EXECUTION.test(status)) return status;
      await delay(POLL_MS);
    }
  }

  async function moneyOf({ iban }: Prepared): Promise<string> {
    const query = 'select balance_cents, held_cents from account_balance join account on account.id = account_id where iban = $1';
    return JSON.stringify((await house.database.query(query, [iban])).rows);
  }

  /** Signs all of them, while nobody answers the phone where that is the scenario. */
  async function signAll(all: readonly Prepared[], scenario: CustomerScenario): Promise<readonly Outcome[]> {
    await playAs(scenario);
    const before = await Promise.all(all.map(moneyOf));
    let isOver = false;
    const signed = Promise.all(all.map(({ page, iban }) => page.sign(iban))).finally(() => {
      isOver = true;
    });
    while (scenario === 'timesOut' && !isOver) {
      for (const { browser } of new Set(all.map(({ person }) => person))) await letTimePass(browser);
      await delay(POLL_MS);
    }
    const answers = await signed;
    await playAs('approves');
    const statuses = await Promise.all(all.map(statusOf));
    const after = await Promise.all(all.map(moneyOf));
    return answers.map((answer, index) => ({
      answer: describe(answer),
      status: statuses[index] ?? '',
      money: before[index] === after[index] ? 'stays' : 'moves',
    }));
  }

  return {
    async play(scenario, cells) {
      for (const { country, flow } of cells) await personOf(country, STEPS[flow].kind);
      const prepared = await Promise.all(cells.map(({ country, flow }) => prepare(country, flow)));
      const first = await signAll(prepared, scenario);
      const open = prepared.filter((_each, index) => LEFT_OPEN.test(first[index]?.answer ?? ''));
      const again = new Map((await signAll(open, 'approves')).map((outcome, index) => [open[index], outcome]));
      return prepared.flatMap((each, index) => {
        const outcome = first[index];
        return outcome === undefined ? [] : [{ country: each.country, flow: each.flow, outcome, again: again.get(each) }];
      });
    },
  };
}

/** The device lets every challenge that waits on it run out. */
async function letTimePass(browser: Browser): Promise<void> {
  const waiting = member(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges');
  for (const challenge of Array.isArray(waiting) ? waiting : []) {
    if (member(challenge, 'state') !== 'started') continue;
    await browser.send('POST', `/bank/device/challenges/${textOf(challenge, 'challengeId')}/answer`, { body: { answer: 'timeOut' } });
  }
}

function describe(answer: WireAnswer): string {
  const body = jsonOf(answer);
  return `${answer.status} ${String(member(body, 'transactionStatus') ?? member(body, 'errors', '0', 'code'))}`;
}
