import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { isTerminal, nextState, SIGNING_EVENTS, SIGNING_STATES, type SigningState } from './signing-state.ts';

const ALLOWED = [
  'received enter open',
  'received expire expired',
  'open enter open',
  'open submit signing',
  'open refuse refused',
  'open expire expired',
  'signing enter signing',
  'signing submit signing',
  'signing fail open',
  'signing sign signed',
  'signing refuse refused',
  'signing expire expired',
  'signed enter signed',
];
const PAIRS = SIGNING_STATES.flatMap((from) => SIGNING_EVENTS.map((event) => ({ from, event })));

describe('the state table', () => {
  it.each(PAIRS)('answers $from + $event as written down', ({ from, event }) => {
    const to = nextState(from, event);
    const listed = ALLOWED.filter((line) => line.startsWith(`${from} ${event} `));
    expect(to === undefined ? [] : [`${from} ${event} ${to}`]).toEqual(listed);
  });

  it('leaves no terminal state for another', () => {
    const escapes = PAIRS.filter(({ from, event }) => isTerminal(from) && (nextState(from, event) ?? from) !== from);
    expect(escapes).toEqual([]);
  });
});

describe('the database', () => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await sql`insert into sandbox (id, name) values ('sbx_state', 'State')`.execute(database.db);
  });
  afterAll(() => database.close());

  const moves = SIGNING_STATES.flatMap((from) => SIGNING_STATES.filter((to) => to !== from).map((to) => ({ from, to })));

  it.each(moves)('lets $from become $to exactly when the table does', async ({ from, to }) => {
    const isAllowed = SIGNING_EVENTS.some((event) => nextState(from, event) === to);
    const id = `sgn_${from}_${to}`;
    await insert(id, from);
    const update = move(id, to);
    await (isAllowed ? expect(update).resolves.toBeUndefined() : expect(update).rejects.toThrow(/does not move|stays as it is/));
  });

  it('keeps the answer of a signed session', async () => {
    await insert('sgn_kept', 'signed');
    const change = sql`update signing_session set answer = '{"other":true}' where session_id = 'sgn_kept'`.execute(database.db);
    await expect(change).rejects.toThrow(/stays as it is/);
  });

  it('keeps the bank session a session was bound to', async () => {
    await insert('sgn_bound', 'open');
    const change = sql`update signing_session set bank_session_hash = 'other' where session_id = 'sgn_bound'`.execute(database.db);
    await expect(change).rejects.toThrow(/stays with the bank session/);
  });

  it('allows one unfinished session for one thing to sign', async () => {
    await insert('sgn_one', 'open', 'pay_same');
    await expect(insert('sgn_two', 'received', 'pay_same')).rejects.toThrow(/signing_session_unfinished/);
  });

  async function insert(id: string, state: SigningState, resource = id): Promise<void> {
    const isEnded = isTerminal(state);
    await sql`insert into signing_session (session_id, sandbox_id, reference_hash, kind, resource_id, customer_id, app_id, tpp_name,
      tpp_application_name, tpp_success_url, bank_country, locale, state, bank_session_hash, submission, submission_digest, answer,
      created_at, last_activity_at, signed_at, ended_at)
      values (${id}, 'sbx_state', ${id}, 'payment', ${resource}, 'cus', 'app', 'T', 'T', 'https://t.example', 'ee', 'en', ${state}, 'hash',
      '{}', 'digest', '{}', now(), now(), ${state === 'signed' ? sql`now()` : null}, ${isEnded ? sql`now()` : null})`.execute(database.db);
  }

  async function move(id: string, to: SigningState): Promise<void> {
    await sql`update signing_session set state = ${to}, signed_at = ${to === 'signed' ? sql`now()` : null},
      ended_at = ${isTerminal(to) ? sql`now()` : null} where session_id = ${id}`.execute(database.db);
  }
});
