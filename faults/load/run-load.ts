/**
 * Simulates customers who sign in and pay a few cents, many at the same time. They continue through every fault of the servers: a request without an
 * answer is repeated with the same session and the same idempotency key, as the page and the application do.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Browser,
  type Customer,
  enterSigning,
  obtainToken,
  openBrowser,
  SignInNotApproved,
  type SigningPage,
  type Tpp,
  type WireAnswer,
} from '@portico/testkit';
import type { Deed, History, Intent } from '../check/history.ts';
import { createOrder, KINDS, type Order } from './orders.ts';
import { type Servers, Unanswered } from './over-servers.ts';

/** A bank session ends after 30 minutes; a customer signs in again long before. */
const PAYMENTS_PER_VISIT = 10;
/** After this time without an answer the customer gives up, and the checker reports it. */
const PATIENCE_MS = 10 * 60_000;
/**
 * The longest pause after a sign-in that another browser of the customer replaced. Without the pause two such browsers replace each other's sign-in
 * for ever.
 */
const YIELD_MS_MAX = 20_000;

/** Seeded customers whose device approves; the last one soon has no money left and is refused. */
const CUSTOMERS: readonly Customer[] = [
  { country: 'ee', nationalIdentityNumber: '60001019906', method: 'SMART_ID' },
  { country: 'lt', nationalIdentityNumber: '49002169902', method: 'SMART_ID' },
  { country: 'lv', nationalIdentityNumber: '329000-00003', method: 'SMART_ID' },
  { country: 'ee', nationalIdentityNumber: '38803149903', method: 'SMART_ID' },
];

/** Payees that the sandbox bank knows. One has an account at the bank itself (no fee), the other at another bank. */
const PAYEES = [
  { creditorIban: 'EE639977200100450817', creditorName: 'Lumen Raamatud OÜ' },
  { creditorIban: 'EE639977200100450817', creditorName: 'Lumen Raamatud OÜ' },
  { creditorIban: 'EE869800100045081764', creditorName: 'Lumen Books OÜ' },
] as const;

const PRODUCTS = ['instant-sepa-credit-transfers', 'instant-sepa-credit-transfers', 'sepa-credit-transfers'] as const;

/** What the customer does on the signing page; most sign once. `race` signs and refuses at the same time. `twins` signs in two tabs. */
const BEHAVIOURS = ['sign', 'sign', 'sign', 'sign', 'sign', 'sign', 'twins', 'twins', 'race', 'refuse'] as const;

type Page = Order['kind']['page'];

interface Ordered {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly page: Page;
}

export interface LoadSettings {
  readonly servers: Servers;
  readonly publicUrl: string;
  readonly tpp: Tpp;
  readonly history: History;
  /** The bank's current date, as an ISO date. */
  readonly today: string;
  /** Number of browsers that work at the same time. */
  readonly browsers: number;
}

export interface Load {
  /** Number of signatures and refusals that have got an answer. */
  answered(): number;
  /** Resolves when a customer next reads that their signature was accepted, for this kind of payment or for any. */
  nextAcknowledgement(page?: Page): Promise<void>;
  /** Resolves when every customer has finished their current payment. @throws the first answer that a customer must never get. */
  stop(): Promise<void>;
}

export function startLoad({ servers, publicUrl, tpp, history, today, browsers }: LoadSettings): Load {
  const stopping = new AbortController();
  let answered = 0;
  const waiting = new Set<{ readonly page: Page | undefined; readonly resolve: () => void }>();

  async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!mayRepeat(error) || performance.now() > deadline) throw error;
        if (error instanceof SignInNotApproved) await delay(randomInt(YIELD_MS_MAX));
      }
    }
  }

  /** Runs one operation and its repetitions. Each attempt has its own lines in the history. */
  function perform(intent: Intent, work: () => Promise<{ readonly answer: string; readonly isOk: boolean; readonly body: string }>) {
    return patiently(async () => {
      const number = history.sent(intent);
      try {
        const { isOk, answer, body } = await work();
        history.ended(number, { outcome: isOk ? 'ok' : 'refused', answer, body });
        return { isOk, body };
      } catch (error) {
        if (error instanceof Unanswered) history.ended(number, { outcome: 'unknown', answer: error.reason });
        throw error;
      }
    });
  }

  function acknowledge(page: Page): void {
    for (const waiter of waiting) {
      if (waiter.page !== undefined && waiter.page !== page) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
  }

  async function answerPage(payment: Ordered, page: SigningPage, debtorIban: string): Promise<void> {
    const act = async (deed: Exclude<Deed, 'create'>) => {
      const intent = { deed, subject: payment.paymentId, debtorIban, amountCents: payment.amountCents };
      const { isOk } = await perform(intent, async () => toResult(await (deed === 'sign' ? page.sign(debtorIban) : page.refuse())));
      answered += 1;
      if (isOk && deed === 'sign') acknowledge(payment.page);
      return isOk;
    };
    switch (pick(BEHAVIOURS)) {
      case 'sign':
        // A signature is refused when the account has too little money; the customer then refuses the payment.
        if (!(await act('sign'))) await act('refuse');
        return;
      case 'twins':
        await Promise.all([act('sign'), act('sign')]);
        return;
      case 'race':
        await Promise.all([act('sign'), act('refuse')]);
        return;
      case 'refuse':
        await act('refuse');
    }
  }

  async function pay(browser: Browser, token: string, customer: Customer): Promise<void> {
    const kind = pick(KINDS);
    const order: Order = { ...pick(PAYEES), kind, product: pick(PRODUCTS), cents: randomInt(1, 10), startDate: today, requestId: randomUUID() };
    const amountCents = kind.items * order.cents;
    let scaRedirect = '';
    const { body: paymentId } = await perform({ deed: 'create', subject: order.requestId, amountCents }, async () => {
      const payment = await createOrder(servers.transport, token, order);
      scaRedirect = payment.scaRedirect;
      return { isOk: true, answer: '201', body: payment.paymentId };
    });
    const { page, iban } = await patiently(async () => {
      // A 410 ends the round: a customer who may enter must never get one, in any fault of the servers.
      const entered = await enterSigning(browser, scaRedirect, customer, kind.page);
      const [first = ''] = await entered.ibans();
      await entered.choose(first);
      return { page: entered, iban: first };
    });
    await answerPage({ paymentId, amountCents, page: kind.page }, page, iban);
  }

  async function visit(browser: Browser, customer: Customer): Promise<void> {
    const token = await patiently(() => obtainToken(browser, tpp, customer));
    for (let paid = 0; paid < PAYMENTS_PER_VISIT && !stopping.signal.aborted; paid += 1) await pay(browser, token, customer);
  }

  /**
   * A customer keeps one browser. A sign-in lost with its server counts as not approved, and ten of those block a browser that the bank does not
   * know.
   */
  async function live(customer: Customer): Promise<void> {
    const browser = openBrowser(servers.transport, publicUrl);
    while (!stopping.signal.aborted) await visit(browser, customer);
  }

  const lives = Array.from({ length: browsers }, (_, index) => live(CUSTOMERS[index % CUSTOMERS.length] ?? pick(CUSTOMERS)));
  // `stop()` reads the results. Until then a rejected customer must not end the process.
  const ended = Promise.allSettled(lives);
  return {
    answered: () => answered,
    nextAcknowledgement: (page) => new Promise((resolve) => waiting.add({ page, resolve })),
    async stop() {
      stopping.abort();
      for (const life of await ended) if (life.status === 'rejected') throw life.reason;
    },
  };
}

/** A request may be repeated when it got no answer, or when a known browser of the same customer took the place of its sign-in (decision 0069). */
const mayRepeat = (error: unknown): boolean => error instanceof Unanswered || (error instanceof SignInNotApproved && error.state === 'timedOut');

function toResult(answer: WireAnswer) {
  return { isOk: answer.status < 300, answer: String(answer.status), body: createHash('sha256').update(answer.text).digest('hex') };
}

function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
