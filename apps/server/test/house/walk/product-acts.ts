/** Acts of a walk beside single payments: bulk and periodic payments, statements, the fallback interface, a reset and the clock of a sandbox. */
import { jsonOf, member, textOf } from '@portico/testkit';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { houseDay } from '../avoid-midnight.ts';
import { orderBody } from '../company-house.ts';
import type { SeededRandom } from '../fuzz/seeded-random.ts';
import { nameOf, type Place } from './people.ts';
import type { Steps } from './steps.ts';
import type { FallbackSession, World } from './world.ts';

const COLLECTIONS = {
  'bulk-payment': ['/api/v1/bulk-payments/instant-sepa-credit-transfers', '/api/v1/bulk-payments/sepa-credit-transfers'],
  'periodic-payment': ['/api/v1/periodic-payments/sepa-credit-transfers'],
} as const;

const OPEN = `
  select 'a hold' as kind from account_balance join account on account.id = account_id where customer_id = any($1) and held_cents <> 0
  union all select 'a payment' from payment where customer_id = any($1) and status not in ('ACSC', 'ACCC', 'RJCT', 'CANC', 'PART')
    and bulk_payment_id is null
  union all select 'a consent' from consent where customer_id = any($1) and status in ('received', 'valid')
  union all select 'a page' from signing_session where customer_id = any($1) and state in ('received', 'open', 'signing')
  union all select 'a fallback session' from fallback_session where customer_id = any($1) and ended_at is null`;

export function createProductActs(world: World, random: SeededRandom, { some, place, asApplication, remember }: Steps) {
  const { house, people } = world;
  const amount = () => `${1 + random.below(20)}.0${random.below(10)}`;

  async function orderOf(kind: keyof typeof COLLECTIONS, body: object): Promise<void> {
    const [whose, collection] = [place(), random.pick(COLLECTIONS[kind])];
    const later = kind === 'bulk-payment' && !collection.includes('instant') ? { requestedExecutionDate: houseDay(30) } : {};
    const made = await asApplication(`${kind} of the ${whose}`, whose, 'POST', collection, { ...body, ...later });
    if (made.status !== 201) return;
    const id = textOf(jsonOf(made), 'paymentId');
    await remember(made, { kind, place: whose, id, self: `${collection}/${id}` });
  }

  const atFallback = async (what: string, method: 'GET' | 'POST', path: string, options = {}) =>
    world.heard(`fallback: ${what}`, await world.desk.call(method, path, options));

  /** Only the person who signed in, as long as the bank names that person, gets an answer in this session. */
  function judge({ place: whose, person }: FallbackSession, what: string, status: number): void {
    if (status < 300 && person !== people.holders[whose])
      world.complain(`the fallback session of ${nameOf(person)} ${what} in the place of ${nameOf(people.holders[whose])}`);
  }

  /** After a reset of these customers nothing of theirs is open. */
  async function beginAgain(places: readonly Place[]): Promise<void> {
    for (const where of world.seats) if (where.visitor !== undefined && places.includes(where.visitor.place)) world.leave(where);
    const ids = places.map((each) => people.ids[each]);
    for (const row of await world.rows(OPEN, ids)) world.complain(`the reset of ${places.join()} left ${textOf(row, 'kind')}`);
    world.rebase = true;
  }

  return {
    payMany: () => orderOf('bulk-payment', { payments: [orderBody(amount()), orderBody(amount())] }),
    payRegularly: () =>
      orderOf('periodic-payment', {
        ...orderBody(amount()),
        startDate: houseDay(3 + random.below(5)),
        frequency: random.pick(['Weekly', 'Monthly']),
      }),
    async askStatement() {
      const whose = place();
      const [account] = await world.rows('select iban from account where customer_id = $1 order by iban', people.ids[whose]);
      const body = { account: { iban: textOf(account, 'iban') }, dateFrom: houseDay(-60), dateTo: houseDay(-1) };
      const made = await asApplication(`statement of the ${whose}`, whose, 'POST', '/api/v1/transactions-statements', body);
      if (made.status !== 201) return;
      const id = textOf(jsonOf(made), 'statementId');
      await remember(made, { kind: 'transactions-statement', place: whose, id, self: `/api/v1/transactions-statements/${id}` });
    },
    async fallbackSignIn() {
      const whose = place();
      const userName = whose === 'company' ? house.company.userName : house.customer('ee', 'person').userName;
      const asked = await atFallback(`${nameOf(people.holders[whose])} signs in`, 'POST', '/sign-ins', { body: { userName } });
      if (asked.status !== 201) return;
      const opened = await atFallback('session', 'POST', `/sign-ins/${textOf(asked.body, 'signInId')}/session`);
      if (opened.status !== 201) return;
      world.fallback.push({ session: textOf(opened.body, 'fallbackSession'), place: whose, person: people.holders[whose] });
    },
    async fallbackRead() {
      const open = some(world.fallback.slice(-3));
      if (open === undefined) return;
      judge(open, 'read accounts', (await atFallback('reads accounts', 'GET', '/accounts', { session: open.session })).status);
    },
    async fallbackOrder() {
      const open = some(world.fallback.slice(-3));
      if (open === undefined) return;
      const [account] = await world.rows('select iban from account where customer_id = $1 order by iban', people.ids[open.place]);
      const body = {
        debtorAccountIban: textOf(account, 'iban'),
        instructedAmount: { amount: amount(), currency: 'EUR' },
        creditorName: PAYEES.lumenBooks.name,
        creditorAccount: { iban: PAYEES.lumenBooks.iban },
        isInstant: random.below(3) > 0,
      };
      const ordered = await atFallback('orders', 'POST', '/payments', { session: open.session, body });
      judge(open, 'ordered', ordered.status);
      if (ordered.status === 201) world.fallbackPayments.push({ id: textOf(ordered.body, 'paymentId'), orderedBy: open.person });
    },
    /** Mostly in the latest session, also for what another session ordered. */
    async fallbackConfirm() {
      const [open, payment] = [some(world.fallback.slice(-3)), some(world.fallbackPayments.slice(-4))];
      if (open === undefined || payment === undefined) return;
      const signed = async () => (await world.rows('select 1 from payment where payment_id = $1 and signed_at is not null', payment.id)).length > 0;
      const wasSigned = await signed();
      const { status } = await atFallback('confirms', 'POST', `/payments/${payment.id}/confirmation`, { session: open.session });
      judge(open, 'confirmed', status);
      if (!wasSigned && (await signed()) && payment.orderedBy !== people.holders[open.place])
        world.complain(`${payment.id} was ordered by ${nameOf(payment.orderedBy)} and signed by ${nameOf(people.holders[open.place])}`);
    },
    /** By the developer, for one customer. */
    async reset() {
      const whose = place();
      const answer = await asApplication(`the developer resets the ${whose}`, whose, 'DELETE', '/api/v1/sandbox/reset');
      if (answer.status !== 204) return;
      await beginAgain([whose]);
    },
    /** Real time again, which resets every customer: what is over stays over. */
    async clockBack() {
      // A suspended application is refused: the reset would give it a token.
      if (world.isSuspended) return;
      world.story.push('  time: as it really is');
      await house.resetClock();
      await beginAgain(['company', 'coSigner', 'person']);
    },
    async clockOn() {
      const step = random.pick([{ days: 3 }, { days: 31 }, { months: 1 }] as const);
      world.story.push(`  time: ${JSON.stringify(step)}`);
      await house.advance(step);
    },
    async statusOf() {
      const thing = some(world.things.slice(-4));
      if (thing === undefined) return;
      const answer = await asApplication(`status of ${thing.name}`, thing.place, 'GET', `${thing.self}/status`);
      if (answer.status === 200 && member(jsonOf(answer), 'transactionStatus') === undefined && thing.kind.includes('payment'))
        world.complain(`${thing.name} has no status`);
    },
  };
}
