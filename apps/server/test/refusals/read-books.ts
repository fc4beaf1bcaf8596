/** Everything that a refused request could have left behind: read before and after, it must be equal. */
import type { House } from '../house/open-house.ts';

export async function readBooks({ database }: Pick<House, 'database'>): Promise<unknown> {
  const { rows } = await database.query(`select
    (select count(*) from payment) as payments,
    (select count(*) from signing_session) as signings,
    (select count(*) from ledger_entry) as entries,
    (select sum(amount_cents) from ledger_entry) as sum_of_all,
    (select md5(string_agg(account_id || balance_cents || held_cents, ',' order by account_id)) from account_balance) as balances,
    (select count(*) from account_hold) as holds`);
  return rows[0];
}
