/** Date and time at the bank's counter: `requestedExecutionDate` is a day in the zone of the customer's bank country. */
import type { BankCountry } from '@portico/contract';
import { addDays, instantAt, isoDateIn } from '@portico/primitives';

const ZONES: Readonly<Record<BankCountry, string>> = { ee: 'Europe/Tallinn', lv: 'Europe/Riga', lt: 'Europe/Vilnius' };

/** IANA name. */
export const bankZone = (country: BankCountry): string => ZONES[country];

/** `HH:MM` of an instant at the bank's counter. */
export function bankTime(instant: Date, country: BankCountry): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: ZONES[country] }).format(instant);
}

/** ISO date `YYYY-MM-DD` of an instant. */
export function bankDate(instant: Date, country: BankCountry): string {
  return isoDateIn(ZONES[country], instant);
}

/** Whole seconds of an instant until the next day begins at the bank; at least one. */
export function secondsUntilTomorrow(instant: Date, country: BankCountry): number {
  const midnight = instantAt(ZONES[country], addDays(bankDate(instant, country), 1), '00:00');
  return Math.ceil((midnight.getTime() - instant.getTime()) / 1000);
}

const MORNING = '08:00';

/** When the bank begins what was ordered for that day (`YYYY-MM-DD`). */
export function bankMorning(date: string, country: BankCountry): Date {
  return instantAt(ZONES[country], date, MORNING);
}
