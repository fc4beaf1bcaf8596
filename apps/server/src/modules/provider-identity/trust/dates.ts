/** Dates of certificates. */

/** Clocks of providers and banks differ. */
export const TOLERANCE_MS = 5 * 60_000;

interface Dates {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export const isExpired = ({ notAfter }: Dates, at: Date): boolean => at.getTime() > notAfter.getTime() + TOLERANCE_MS;
export const isEarly = ({ notBefore }: Dates, at: Date): boolean => at.getTime() < notBefore.getTime() - TOLERANCE_MS;

/** For texts that developers read, for example `2026-11-29 13:05:00 UTC`. */
export const dateText = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
