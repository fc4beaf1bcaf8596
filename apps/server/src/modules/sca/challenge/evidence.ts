/** What the bank's own authentication says of a result (docs/decisions/0109). */
import type { ChallengeEvent } from './challenge-state.ts';

export interface Evidence {
  /** As the bank names the method, such as `OpenID Connect`. */
  readonly method: string;
  /** Opaque to Portico; at most 8,000 characters. */
  readonly evidence: string;
  /** When the customer authenticated, by the bank. */
  readonly authenticatedAt: string;
}

/** Why a result of the bank does not count: it is for other content, of another person, from another time or browser, or without evidence. */
type EvidenceFault = 'otherContent' | 'otherPerson' | 'otherTime' | 'otherBrowser' | 'noEvidence';

/** The end of a challenge that a bank's authentication reports. */
export interface ReportedEnd {
  readonly event: ChallengeEvent;
  readonly evidence?: Evidence | undefined;
  readonly fault?: EvidenceFault | undefined;
}

/** The audit content of an end; undefined where the bank said nothing about it. */
export function describeEnd({ evidence, fault }: Pick<ReportedEnd, 'evidence' | 'fault'>): object | undefined {
  if (fault !== undefined) return { fault };
  return evidence === undefined ? undefined : { bankAuthentication: evidence };
}
