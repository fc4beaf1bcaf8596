/** The invariants that are checked after each step of a walk. They compare the database with the answers of the pages. */
import { jsonOf, member, textOf } from '@portico/testkit';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { nameOf } from './people.ts';
import type { Page, World } from './world.ts';

/** Nothing of such a payment is decided any more by a signature. */
const ACCEPTED: ReadonlySet<string> = new Set(['ACTC', 'ACCP', 'ACFC', 'ACSP', 'ACSC', 'ACCC']);
const PAID: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

/** Of payments that move money themselves: neither bulk nor periodic ones, whose items and runs are payments of their own. */
const MONEY = `
  select iban, balance_cents as booked, held_cents as held,
    coalesce((select sum(amount_cents + coalesce(fee_cents, 0)) from payment where debtor_iban = iban and status in ('ACSC', 'ACCC')
      and not exists (select 1 from payment part where payment.payment_id in (part.bulk_payment_id, part.periodic_payment_id))), 0) as paid,
    coalesce((select sum(amount_cents) from account_hold where account_hold.account_id = account.id and state = 'held'
      and generation = (select generation from customer where id = customer_id)), 0) as holds
  from account_balance join account on account.id = account_id where customer_id = any($1)`;

const ENDED = `
  select session_id as id, state, state in ('signed', 'refused', 'expired') as is_over from signing_session where resource_id = any($1)
  union all select payment_id, status, status in ('ACSC', 'ACCC', 'RJCT', 'CANC', 'PART') from payment where payment_id = any($1)
  union all select consent_id, status, status not in ('received', 'valid') from consent where consent_id = any($1)`;

/** One statement, because jobs pay meanwhile. */
async function readMoney({ rows, people }: Pick<World, 'rows' | 'people'>) {
  return new Map(
    (await rows(MONEY, Object.values(people.ids))).map((row) => {
      const number = (name: string) => Number(member(row, name));
      return [textOf(row, 'iban'), { booked: number('booked'), held: number('held'), paid: number('paid'), holds: number('holds') }];
    }),
  );
}

export async function createInvariants(world: World) {
  const { people } = world;
  const seen = new Set<string>();
  const ended = new Map<string, string>();
  let money = await readMoney(world);

  async function audited() {
    const ids = world.ids();
    const rows = await world.rows(
      `select chain, audit_entry.position, event, ids, content from audit_entry left join audit_content using (chain, position)
       where (ids->>'paymentId' = any($1) or ids->>'consentId' = any($1) or ids->>'resourceId' = any($1)) order by recorded_at`,
      ids,
    );
    return rows.map((row) => {
      const content = member(row, 'content');
      const about: unknown = member(row, 'ids');
      return {
        key: `${textOf(row, 'chain')} ${member(row, 'position')}`,
        event: textOf(row, 'event'),
        about,
        id: String(member(about, 'paymentId') ?? member(about, 'consentId') ?? member(about, 'resourceId')),
        content: typeof content === 'string' ? (JSON.parse(content) as unknown) : undefined,
      };
    });
  }

  /** Whose device approved what this signature stands on. */
  async function approvedBy(condition: string, value: unknown): Promise<readonly string[]> {
    return (
      await world.rows(`select coalesce(signatory_name, customer_name) as name from challenge where state = 'approved' and ${condition} = $1`, value)
    ).map((row) => textOf(row, 'name'));
  }

  async function checkNewSignatures(entries: Awaited<ReturnType<typeof audited>>): Promise<void> {
    for (const { key, event, about, id, content } of entries) {
      if (seen.has(key)) continue;
      seen.add(key);
      if (event === 'signing.signed') {
        const thing = world.things.find((each) => each.id === id);
        if (thing === undefined) continue;
        const [signatory, holder] = [member(content, 'signature', 'signatory'), nameOf(people.holders[thing.place])];
        if (signatory !== holder) world.complain(`${String(signatory)} signed ${thing.name}, which ${holder} signs`);
        const approvers = await approvedBy('challenge_id', member(about, 'challengeId'));
        if (approvers.join() !== holder) world.complain(`${thing.name} was signed by ${holder} and approved by ${approvers.join()}`);
      }
      // Without a signatory: the bank's own channels say that the second signature is there.
      if (event === 'payment.co-signed' && member(about, 'signatoryId') !== undefined) {
        const [signatory, holder] = [member(content, 'signatory'), nameOf(people.holders.coSigner)];
        if (signatory !== holder || !people.isAppointed())
          world.complain(`${String(signatory)} gave the second signature of ${id}, where ${holder} may`);
        const approvers = await approvedBy('content_hash', member(content, 'contentHash'));
        if (!approvers.includes(String(signatory)))
          world.complain(`the second signature of ${String(signatory)} was approved by ${approvers.join()}`);
      }
    }
  }

  async function checkPayments(entries: Awaited<ReturnType<typeof audited>>): Promise<void> {
    const payments = await world.rows('select payment_id, customer_id, status, signatories from payment where payment_id = any($1)', world.ids());
    for (const payment of payments) {
      const [id, status] = [textOf(payment, 'payment_id'), textOf(payment, 'status')];
      const count = (event: string) => entries.filter((entry) => entry.id === id && entry.event === event).length;
      const isCompany = textOf(payment, 'customer_id') === people.ids.company;
      const [first, second] = [count('payment.signed'), count('payment.co-signed')];
      if (first > 1 || second > 1) world.complain(`${id} was signed ${first} and ${second} times`);
      if (ACCEPTED.has(status) && (first !== 1 || (isCompany && second !== 1)))
        world.complain(`${id} is ${status} with ${first} and ${second} signatures`);
      if (status === 'PATC' && (first !== 1 || second !== 0)) world.complain(`${id} waits with ${first} and ${second} signatures`);
      if (status === 'RCVD' && first > 0) world.complain(`${id} is unsigned and was signed`);
      if (count('payment.cancellation-signed') > 0 && status !== 'CANC') world.complain(`${id} was taken back with a signature and is ${status}`);
      const signatories: unknown = member(payment, 'signatories');
      const names = (Array.isArray(signatories) ? signatories : [])
        .filter((each) => member(each, 'state') === 'signed')
        .map((each) => String(member(each, 'name')));
      if (new Set(names).size < names.length) world.complain(`${names.join()} signed ${id} twice`);
      const firstEntry = entries.find(
        (entry) => entry.id === id && entry.event === 'signing.signed' && /^(bulk-|periodic-)?payment$/.test(String(member(entry.about, 'kind'))),
      );
      if (firstEntry !== undefined && names.length > 0 && names[0] !== member(firstEntry.content, 'signature', 'signatory'))
        world.complain(`${id} names ${names[0]} as first, the audit log ${String(member(firstEntry.content, 'signature', 'signatory'))}`);
    }
  }

  /** What an account has lost is what its payments made, at every moment. */
  async function checkMoney(): Promise<void> {
    const now = await readMoney(world);
    for (const [iban, { booked, paid, held, holds }] of world.rebase ? [] : now) {
      const was = money.get(iban);
      if (was !== undefined && was.booked - booked !== paid - was.paid)
        world.complain(`${iban} lost ${was.booked - booked}; its payments make ${paid - was.paid}`);
      if (held !== holds) world.complain(`${iban} holds ${held}; its open payments hold ${holds}`);
    }
    if (world.rebase) money = now;
    world.rebase = false;
  }

  /** What ended stays ended, also when the clock is set back. */
  async function checkEnded(): Promise<void> {
    for (const row of await world.rows(ENDED, world.ids())) {
      const [id, state] = [textOf(row, 'id'), textOf(row, 'state')];
      const before = ended.get(id);
      if (before !== undefined && before !== state && !(PAID.has(before) && PAID.has(state))) world.complain(`${id} was ${before} and is ${state}`);
      if (member(row, 'is_over') === true) ended.set(id, state);
    }
  }

  async function checkApprovals(): Promise<void> {
    const old = await world.rows(`select challenge_id from challenge where used_at >= created_at + interval '5 minutes'`);
    for (const row of old) world.complain(`${textOf(row, 'challenge_id')} was used five minutes after its start`);
  }

  async function checkConsents(): Promise<void> {
    const consents = await world.rows(
      `select customer_id, count(*) as count from consent where status = 'valid' and consent_id = any($1) group by customer_id`,
      world.things.map(({ id }) => id),
    );
    for (const row of consents)
      if (Number(member(row, 'count')) > 1) world.complain(`${textOf(row, 'customer_id')} has ${member(row, 'count')} valid consents`);
    if (world.isSuspended && consents.length > 0) world.complain('a suspended application has a valid consent');
  }

  return {
    async check(): Promise<void> {
      const entries = await audited();
      await checkNewSignatures(entries);
      await checkPayments(entries);
      await checkConsents();
      await checkApprovals();
      await checkMoney();
      await checkEnded();
    },
    /** Of the whole bank, which takes longer: once for a walk. */
    async checkLedger(): Promise<void> {
      for (const fault of await verifyLedger(world.house.database.db)) world.complain(`ledger: ${JSON.stringify(fault)}`);
    },
    /** A page says nothing that the database does not say. It reads only what is left: reading is activity. */
    async askPage({ name, thing, seat, signingId, isLeft }: Page): Promise<void> {
      const path = `/api/ui/${thing.kind.replace('-cancellation', '')}/details`;
      const answer = await seat.browser.send('GET', path, { headers: { 'signing-id': signingId } });
      world.heard(`${seat.name}, ${name} (${thing.name}) is read again`, answer);
      if (isLeft && answer.status === 200) world.complain(`${name} of ${thing.name} can be read after its browser signed out`);
      const rows = await world.rows(
        'select state, resource_id from signing_session join signing_entry using (session_id) where signing_id_hash = $1',
        world.hash(signingId),
      );
      const state = textOf(rows[0], 'state');
      const outcome = member(jsonOf(answer), 'outcome');
      const said = answer.status === 200 ? member(jsonOf(answer), 'state') : outcome;
      if ((said === 'signed') !== (state === 'signed') && said !== undefined)
        world.complain(`${name} of ${thing.name} says ${String(said)} and it is ${state}`);
      if ((said === 'refused') !== (state === 'refused') && said !== undefined)
        world.complain(`${name} of ${thing.name} says ${String(said)} and it is ${state}`);
      if (['expired', 'ended', 'superseded'].includes(String(said)) && state !== 'expired')
        world.complain(`${name} of ${thing.name} says ${String(said)} and it is ${state}`);
      const told =
        answer.status === 200
          ? member(jsonOf(answer), 'details', 'transactionStatus')
          : outcome === 'signed'
            ? member(jsonOf(answer), 'status')
            : undefined;
      if (told === undefined || !thing.kind.includes('payment')) return;
      const [payment] = await world.rows('select status from payment where payment_id = $1', thing.id);
      if (textOf(payment, 'status') !== told)
        world.complain(`${name} of ${thing.name} says ${String(told)}, the payment is ${textOf(payment, 'status')}`);
    },
  };
}
