/** When the developer of an application gets a mail before a certificate expires. */
import type { AppCertificate } from './certificate-row.ts';
import type { StateOfCertificate } from './certificate-state.ts';

export const DAY_MS = 24 * 60 * 60_000;
/** Days of 24 hours before the end of a certificate, from the nearest. Migration 0063 allows no others. */
export const WARNING_DAYS = [7, 30] as const;
export type WarningDays = (typeof WARNING_DAYS)[number];

type Facts = Pick<AppCertificate, 'notBefore' | 'notAfter' | 'expiryMailedDays'>;

/**
 * The mail that is due; undefined: none. After an outage only the nearest one is due, and none after the end. A certificate that was issued for a
 * shorter time has no such mail: its developer chose the end.
 */
export function dueWarning({ notBefore, notAfter, expiryMailedDays }: Facts, now: Date): WarningDays | undefined {
  const left = notAfter.getTime() - now.getTime();
  if (left <= 0) return undefined;
  const days = WARNING_DAYS.find((each) => left <= each * DAY_MS);
  if (days === undefined || (expiryMailedDays ?? Number.POSITIVE_INFINITY) <= days) return undefined;
  return notAfter.getTime() - notBefore.getTime() > days * DAY_MS ? days : undefined;
}

interface Stated extends Pick<StateOfCertificate, 'state'> {
  readonly certificate: Pick<AppCertificate, 'use' | 'notAfter'>;
}

/** False where another certificate of the same use goes on longer: the application needs nothing. @param all of one application */
export function needsReplacement({ certificate, state }: Stated, all: readonly Stated[]): boolean {
  const goesOn = (other: Stated) =>
    other.state === 'active' && other.certificate.use === certificate.use && other.certificate.notAfter > certificate.notAfter;
  return state === 'active' && !all.some(goesOn);
}
