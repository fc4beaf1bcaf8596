/** When it was published, in the reader's own zone (specification §9). */
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { formatDateTime } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';

/** @param date ISO 8601 with its offset */
export function NewsDate({ date }: { date: string }) {
  return <time dateTime={date}>{formatDateTime(date, DEFAULT_LOCALE, browserTimeZone())}</time>;
}
