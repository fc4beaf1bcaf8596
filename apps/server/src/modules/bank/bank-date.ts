/** The calendar date at the bank's counter: `requestedExecutionDate` is a day in the zone of the customer's bank country. */
import type { BankCountry } from '@portico/contract';
import { isoDateIn } from '@portico/primitives';

const ZONES: Readonly<Record<BankCountry, string>> = { ee: 'Europe/Tallinn', lv: 'Europe/Riga', lt: 'Europe/Vilnius' };

/** ISO date `YYYY-MM-DD` of an instant. */
export function bankDate(instant: Date, country: BankCountry): string {
  return isoDateIn(ZONES[country], instant);
}
