import { describe, expect, it } from 'vitest';
import { nameStatement } from './statement-name.ts';

describe('the name of a statement', () => {
  it.each<[string, string, string | undefined]>([
    ['select * from "payment" where iban = $1', 'SELECT', 'payment'],
    ['with next as materialized (select mail_id from mail limit 1 for update skip locked) update mail set tries = 1', 'UPDATE', 'mail'],
    ['insert into "ledger_entry" ("id") values ($1) on conflict (id) do update set id = $1', 'INSERT', 'ledger_entry'],
    ['with a as (select 1) select * from a join consent using (id) for update of consent', 'SELECT', 'a'],
    ['delete from "mail" where "mail_id" = $1', 'DELETE', 'mail'],
    ['/* unawaited */ update "signing_session" set state = $1', 'UPDATE', 'signing_session'],
    ['update "jobs"."job" set state = $1', 'UPDATE', 'jobs.job'],
    ['begin', 'BEGIN', undefined],
    ["begin; select 'EE471000001020145685' from customer", 'BEGIN', undefined],
    ['select 1', 'SELECT', undefined],
    ['', '', undefined],
  ])('of %s', (text, operation, table) => {
    expect(nameStatement(text)).toEqual({ operation, table });
  });

  it('holds no value, even of a statement that has one in its text', () => {
    expect(JSON.stringify(nameStatement(`select * from customer where name = 'Mari Maasikas'`))).not.toContain('Mari');
  });
});
