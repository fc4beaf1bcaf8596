/**
 * Plays flows as an application and its customers see them: created on the API, entered and signed on the customer's page, read on the
 * API. All flows of one scenario run at the same time, so that a slow bank is waited for once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BankCountry, CustomerScenario } from '@portico/contract';
import { type Browser, enterSigning, jsonOf, member, obtainToken, type SigningPage, textOf, type WireAnswer } from '@portico/testkit';
import { PAYEES } from '#modules/bank/index.ts';
import type { House, HouseCustomer } from '../open-house.ts';
import { bankDay } from '../xs2a/acts.ts';
import { send } from '../xs2a/wire.ts';
import type { Flow, Outcome } from './flow-table.ts';

export interface Played {
  readonly country: BankCountry;
  readonly flow: Flow;
  readonly outcome: Outcome;
  /** Signed once more as the ordinary customer does, where the first time left it open; else undefined. */
  readonly again: Outcome | undefined;
}

type Kind = 'payment' | 'periodic-payment';

interface FlowSteps {
  readonly kind: Kind;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body: () => object;
}

const ORDER = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  creditorName: PAYEES.lumenBooks.name,
};

const STEPS: Readonly<Record<Flow, FlowSteps>> = {
  payment: { kind: 'payment', path: '/payments/instant-sepa-credit-transfers', body: () => ORDER },
  'periodic-payment': {
    kind: 'periodic-payment',
    path: '/periodic-payments/sepa-credit-transfers',
    body: () => ({ ...ORDER, startDate: bankDay(3), frequency: 'Monthly' }),
  },
};

/** Persons of the seed, by their scenario there. Kinds share none: five refusals in a row would block the method for all of them. */
const PERSON_OF: Readonly<Record<Kind, CustomerScenario>> = { payment: 'approves', 'periodic-payment': 'refuses' };
const POLL_MS = 50;
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
    const { kind, path, body } = STEPS[flow];
    const person = await personOf(country, kind);
    const created = await call(person.token, 'POST', path, body());
    const page = await enterSigning(person.browser, textOf(created, '_links', 'scaRedirect', 'href'), person.customer, kind);
    const [iban = ''] = await page.ibans();
    await page.choose(iban);
    return { country, flow, person, paymentId: textOf(created, 'paymentId'), page, iban };
  }

  async function statusOf({ flow, person, paymentId }: Prepared): Promise<string> {
    return textOf(await call(person.token, 'GET', `${STEPS[flow].path}/${paymentId}/status`), 'transactionStatus');
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
    const [statuses, after] = [await Promise.all(all.map(statusOf)), await Promise.all(all.map(moneyOf))];
    return answers.map((answer, index) => ({
      answer: describe(answer),
      status: statuses[index] ?? '',
      money: before[index] === after[index] ? 'stays' : 'moves',
    }));
  }

  return {
    async play(scenario, cells) {
      const prepared: Prepared[] = [];
      for (const { country, flow } of cells) prepared.push(await prepare(country, flow));
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
