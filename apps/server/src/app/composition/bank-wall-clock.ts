/** Local time at the bank, in the format in which operators enter and read it. */
import { instantAt, isIsoDate, isoDateIn, wallTimeIn } from '@portico/primitives';
import { bankZone } from '#modules/bank/index.ts';

const ZONE = bankZone('ee');
const WALL = /^(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

export const BANK_TIME_FORM = `a time at the bank (${ZONE}) as "2026-11-22 04:30", or one with its offset as 2026-11-22T02:30Z`;

/** `2026-11-22 04:30 EET`. */
export function sayBankTime(instant: Date): string {
  const zone = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeZoneName: 'short' }).formatToParts(instant);
  return `${isoDateIn(ZONE, instant)} ${wallTimeIn(ZONE, instant)} ${zone.find(({ type }) => type === 'timeZoneName')?.value ?? ZONE}`;
}

/** Returns undefined for another format than {@link BANK_TIME_FORM}, a date that does not exist, or an hour skipped by the clock change. */
export function readBankTime(typed: string): Date | undefined {
  const date = typed.slice(0, 10);
  if (!isIsoDate(date)) return undefined;
  if (WITH_OFFSET.test(typed)) return new Date(typed);
  const [, , hour, minute] = WALL.exec(typed) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const time = `${hour}:${minute}`;
  const instant = instantAt(ZONE, date, time);
  return isoDateIn(ZONE, instant) === date && wallTimeIn(ZONE, instant) === time ? instant : undefined;
}
