import { isoDateIn } from '@portico/primitives';
import type { Reader } from '#platform/db/database.ts';
import { type Quarter, quartersBack } from './quarter.ts';
import type { QuarterReading } from './read-quarter.ts';
import { spanOfDays } from './statistics-store.ts';

/** From the first that was measured to the running one, which is there from the first moment; the latest first. */
export async function listQuarters(reader: Reader, { clock, timeZone }: QuarterReading): Promise<readonly Quarter[]> {
  const today = isoDateIn(timeZone, await clock.realNow(reader));
  return quartersBack((await spanOfDays(reader))?.first ?? today, today);
}
