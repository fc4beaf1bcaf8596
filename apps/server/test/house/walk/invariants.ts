/** The invariants that are checked after each step of a walk. They compare the database with the answers of the pages. */
import { jsonOf, member, textOf } from '@portico/testkit';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { nameOf } from './people.ts';
import type { Page, World } from './world.ts';

/** Nothing of such a payment is decided any more by a signature. */
const ACCEPTED: ReadonlySet<string> = new Set(['ACTC', 'ACCP', 'ACFC', 'ACSP', 'ACSC', 'ACCC']);
const PAID: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

export async function createInvariants(world: World) {
  const { people } = world;
  const seen = new Set<string>();
  const cents = async () =>
    new Map(
      (
        await world.rows(
          'select iban, balance_cents, held_cents from account_balance join account on account.id = account_id where customer_id = any($1)',
          Object.values(people.ids),
        )
      ).map((row) => [textOf(row, 'iban'), { booked: Number(member(row, 'balance_cents')), held: Number(member(row, 'held_cents')) }]),
    );
  const before = await cents();

  async function audited() {
    const ids = [...new Set(world.things.map(({ id }) => id))];
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
    const payments = await world.rows(
      'select payment_id, customer_id, status, signatories, debtor_iban, signed_at, amount_cents, fee_cents from payment where payment_id = any($1)',
      world.things.map(({ id }) => id),
    );
    const spent = new Map<string, { booked: number; held: number }>();
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
      const firstEntry = entries.find((entry) => entry.id === id && entry.event === 'signing.signed' && member(entry.about, 'kind') === 'payment');
      if (names.length > 0 && names[0] !== member(firstEntry?.content, 'signature', 'signatory'))
        world.complain(`${id} names ${names[0]} as first, the audit log ${String(member(firstEntry?.content, 'signature', 'signatory'))}`);
      const moved = Number(member(payment, 'amount_cents')) + Number(member(payment, 'fee_cents') ?? 0);
      const iban = String(member(payment, 'debtor_iban'));
      const sum = spent.get(iban) ?? { booked: 0, held: 0 };
      if (PAID.has(status)) sum.booked += moved;
      if (status === 'ACFC') sum.held += moved;
      spent.set(iban, sum);
    }
    for (const [iban, now] of await cents()) {
      const [was, { booked, held }] = [before.get(iban), spent.get(iban) ?? { booked: 0, held: 0 }];
      if (was === undefined) continue;
      if (was.booked - now.booked !== booked || now.held - was.held !== held)
        world.complain(`${iban} lost ${was.booked - now.booked} and holds ${now.held - was.held}; its payments make ${booked} and ${held}`);
    }
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
      if (told === undefined || thing.kind === 'consent') return;
      const [payment] = await world.rows('select status from payment where payment_id = $1', thing.id);
      if (textOf(payment, 'status') !== told)
        world.complain(`${name} of ${thing.name} says ${String(told)}, the payment is ${textOf(payment, 'status')}`);
    },
  };
}
