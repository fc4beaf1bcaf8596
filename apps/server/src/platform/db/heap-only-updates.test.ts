/**
 * An update that changes no column of an index, as a key or in its condition, creates the new row version on the same page and changes no index
 * (PostgreSQL: heap-only tuples). The writes of a signature then do not grow with the number of earlier signatures.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedDatabase } from './open-database.ts';

/** The columns that change during a signature or a code exchange. A session's end and a chain's `is_sealed` are written once and may be indexed. */
const CHANGED = {
  signing_session: ['state', 'submission', 'submission_digest', 'claim_id', 'claimed_until', 'challenge_id', 'challenge_content_hash', 'held_until'],
  payment: ['status', 'debtor_iban', 'debtor_details', 'fee_cents', 'signed_at'],
  challenge: ['state', 'ended_at', 'used_at'],
  bank_session: ['last_seen_at'],
  person_attempt: ['failures', 'blocked_until'],
  account_balance: ['balance_cents', 'held_cents'],
  audit_chain: ['position', 'hash'],
  oauth_artifact: ['consumed_at'],
};

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('a signature, or an exchange of tokens,', () => {
  it.each(Object.entries(CHANGED))('changes no column of %s that an index names', async (table, columns) => {
    const { rows } = await database.query(
      `select distinct index.relname as index, attname as column from pg_index
       join pg_class as index on index.oid = indexrelid
       join pg_depend on classid = 'pg_class'::regclass and objid = indexrelid and refclassid = 'pg_class'::regclass and refobjid = indrelid
       join pg_attribute on attrelid = indrelid and attnum = refobjsubid
       where indrelid = $1::regclass and attname = any($2)`,
      [table, columns],
    );
    expect(rows).toEqual([]);
  });

  it('changes columns that exist, and the look sees keys and conditions', async () => {
    const { rows } = await database.query(
      `select attname as column from pg_attribute where attrelid = 'signing_session'::regclass and attname = any($1)`,
      [CHANGED.signing_session],
    );
    expect(rows).toHaveLength(CHANGED.signing_session.length);
    await database.query(`create index planted on payment (payment_id) where status = 'RCVD'`);
    const { rows: seen } = await database.query(
      `select attname as column from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
       where objid = 'planted'::regclass and refobjid = 'payment'::regclass order by 1`,
    );
    expect(seen).toEqual([{ column: 'payment_id' }, { column: 'status' }]);
  });
});
