/** Dates and times at the bank: `requestedExecutionDate` is a day in the time zone of the customer's bank country. */
import type { BankCountry } from '@portico/contract';
import { addDays, instantAt, isoDateIn } from '@portico/primitives';

const ZONES: Readonly<Record<BankCountry, string>> = { ee: 'Europe/Tallinn', lv: 'Europe/Riga', lt: 'Europe/Vilnius' };

/** IANA name. */
export const bankZone = (country: BankCountry): string => ZONES[country];

/** `HH:MM` of an instant in the bank's time zone. */
export function bankTime(instant: Date, country: BankCountry): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: ZONES[country] }).format(instant);
}

/** ISO date `YYYY-MM-DD` of an instant. */
export function bankDate(instant: Date, country: BankCountry): string {
  return isoDateIn(ZONES[country], instant);
}

/** Whole seconds from an instant until the bank's next day begins; at least one. */
export function secondsUntilTomorrow(instant: Date, country: BankCountry): number {
  const midnight = instantAt(ZONES[country], addDays(bankDate(instant, country), 1), '00:00');
  return Math.ceil((midnight.getTime() - instant.getTime()) / 1000);
}

const MORNING = '08:00';

/** When the bank starts to execute the orders for a day (`YYYY-MM-DD`). */
export function bankMorning(date: string, country: BankCountry): Date {
  return instantAt(ZONES[country], date, MORNING);
}
