/**
 * The execution time of an ordinary payment. PSD2 Art. 78: an order received after the cut-off or on a closed day counts as received
 * on the next business day. Estonia, Latvia and Lithuania share one time zone (EET/EEST).
 */
import { instantAt, isoDateIn, isT2BusinessDay, nextT2BusinessDay, sameOrNextT2BusinessDay, wallTimeIn } from '@portico/primitives';

export const BANK_TIME_ZONE = 'Europe/Tallinn';
const CUT_OFF = '16:00';
const MORNING_RUN = '08:00';

/**
 * `receivedAt` itself before the cut-off (`HH:MM`) on a T2 business day, else 08:00 of the next business day; a later `requestedDate`
 * (`YYYY-MM-DD`) moves it to 08:00 of that day, or of the business day that follows it. Never before `receivedAt`.
 */
export function ordinaryExecutionTime(receivedAt: Date, requestedDate: string | undefined, cutOff = CUT_OFF): Date {
  const receivedOn = isoDateIn(BANK_TIME_ZONE, receivedAt);
  const isInTime = isT2BusinessDay(receivedOn) && wallTimeIn(BANK_TIME_ZONE, receivedAt) < cutOff;
  const earliest = isInTime ? receivedAt : morningOf(nextT2BusinessDay(receivedOn));
  if (requestedDate === undefined || requestedDate <= receivedOn) return earliest;
  return morningOf(sameOrNextT2BusinessDay(requestedDate));
}

function morningOf(date: string): Date {
  return instantAt(BANK_TIME_ZONE, date, MORNING_RUN);
}
