/** The state of a certificate, as a table: the first row that holds. */
import type { CertificateState } from '@portico/contract/values';
import type { AppCertificate } from './certificate-row.ts';

export interface CertificateFacts extends Pick<AppCertificate, 'notBefore' | 'notAfter' | 'provedAt' | 'blockedAt'> {
  /** Sandbox time for a test certificate, real time for others. */
  readonly now: Date;
  /** When its authority revoked it. */
  readonly revokedAt: Date | undefined;
}

interface Row {
  readonly state: CertificateState;
  readonly holds: (facts: CertificateFacts) => boolean;
  /** Default: not told. */
  readonly since?: (facts: CertificateFacts) => Date | undefined;
  /** False: it can never be used again, and does not count towards the limit. */
  readonly counts: boolean;
}

const ROWS: readonly Row[] = [
  { state: 'revoked', holds: ({ revokedAt }) => revokedAt !== undefined, since: ({ revokedAt }) => revokedAt, counts: false },
  { state: 'expired', holds: ({ now, notAfter }) => now > notAfter, counts: false },
  { state: 'blocked', holds: ({ blockedAt }) => blockedAt !== undefined, since: ({ blockedAt }) => blockedAt, counts: true },
  { state: 'early', holds: ({ now, notBefore }) => now < notBefore, counts: true },
  { state: 'unproved', holds: ({ provedAt }) => provedAt === undefined, counts: true },
  { state: 'active', holds: () => true, counts: true },
];

export interface StateOfCertificate {
  readonly state: CertificateState;
  readonly since: Date | undefined;
  readonly counts: boolean;
}

export function stateOf(facts: CertificateFacts): StateOfCertificate {
  const row = ROWS.find(({ holds }) => holds(facts));
  if (row === undefined) throw new Error('The table of states has no last row.');
  return { state: row.state, since: row.since?.(facts), counts: row.counts };
}
