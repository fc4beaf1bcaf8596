/** The period of a statement: days that exist, in order, none in the future, and not too many. */
import { STATEMENT_PERIOD_DAYS_MAX } from '@portico/contract/values';
import { addDays, isIsoDate } from '@portico/primitives';
import { TppRefusal } from '#platform/http/refusal.ts';

interface Period {
  readonly dateFrom: string;
  readonly dateTo: string;
}

/** @throws TppRefusal 400 FORMAT_ERROR. */
export function requireDates(period: Period): void {
  for (const name of ['dateFrom', 'dateTo'] as const) {
    if (!isIsoDate(period[name])) throw refuse('FORMAT_ERROR', name, 'This date does not exist. Send a calendar date as YYYY-MM-DD.');
  }
}

/** @param today the bank's calendar date. @throws TppRefusal 400 PERIOD_INVALID. */
export function requirePeriod({ dateFrom, dateTo }: Period, today: string): void {
  if (dateFrom > dateTo) throw refuse('PERIOD_INVALID', 'dateFrom', `dateFrom lies after dateTo, ${dateTo}. Send them in order.`);
  if (dateTo > today) throw refuse('PERIOD_INVALID', 'dateTo', `Nothing is booked beyond today. Send ${today} or an earlier day.`);
  const oldest = addDays(dateTo, 1 - STATEMENT_PERIOD_DAYS_MAX);
  if (dateFrom < oldest) {
    const text = `A statement covers at most ${STATEMENT_PERIOD_DAYS_MAX} days. Send ${oldest} or later, and ask for a second one for what lies before.`;
    throw refuse('PERIOD_INVALID', 'dateFrom', text);
  }
}

function refuse(code: 'FORMAT_ERROR' | 'PERIOD_INVALID', path: string, text: string): TppRefusal {
  return new TppRefusal(400, code, text, { path });
}
