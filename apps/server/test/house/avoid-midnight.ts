/** No test depends on the hour at which it runs. */
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { bankDay, msPastMidnight } from '../../src/testing/bank-day.ts';
import { setClock } from '../../src/testing/set-clock.ts';

/** Of the house that was opened last. */
let ahead = msPastMidnight();

/** The present time in a house. */
export const houseNow = (): Date => new Date(Date.now() + ahead);

/** The bank's calendar date in a house, this many days from its present day. */
export const houseDay = (days = 0): string => bankDay(days, houseNow());

/** For every sandbox of this database, those that are made later too: see {@link msPastMidnight}. */
export async function avoidMidnight(database: Pick<OpenedDatabase, 'query'>): Promise<void> {
  ahead = msPastMidnight();
  if (ahead === 0) return;
  await setClock(database, ahead);
  await database.query(`alter table sandbox alter column clock_offset_ms set default ${ahead}`);
}

/** Sets the tenant time of every sandbox this far ahead of the present time in the house; 0 sets it back. */
export const moveHouse = (database: Pick<OpenedDatabase, 'query'>, milliseconds: number): Promise<void> => setClock(database, ahead + milliseconds);
