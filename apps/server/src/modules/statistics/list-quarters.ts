import { isoDateIn } from '@portico/primitives';
import type { CountingDeps } from './count-due-days.ts';
import { type Quarter, quartersBack } from './quarter.ts';
import { spanOfDays } from './statistics-store.ts';

/** From the first that was measured to the running one, which is there from the first moment; the latest first. */
export async function listQuarters({ db, clock, timeZone }: Pick<CountingDeps, 'db' | 'clock' | 'timeZone'>): Promise<readonly Quarter[]> {
  const today = isoDateIn(timeZone, await clock.realNow(db));
  return quartersBack((await spanOfDays(db))?.first ?? today, today);
}
