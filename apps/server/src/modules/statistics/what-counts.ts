/**
 * Which requests count, and in which category. EBA/GL/2018/07, guideline 2.3 (performance) and 2.4 (availability); guideline 3.1 requires the same
 * figures for the customers' own interface.
 */
import type { StatisticsFigures } from '@portico/contract';

export const INTERFACES = ['dedicated', 'customer'] as const;
export type Interface = (typeof INTERFACES)[number];

/** Account information (2.3 b), payment initiation (2.3 a), confirmation of funds (2.3 c). */
export const KINDS = ['ais', 'pis', 'funds'] as const;
export type Kind = (typeof KINDS)[number];

interface Counted {
  readonly interface: Interface;
  readonly kind: Kind;
}

/**
 * By the service of the measured line. Other services do not count: signing in and tokens (guideline 2.3 measures information provided,
 * not authentication), the portal, content, the sandbox's own calls, and unknown addresses.
 */
export const SERVICES: Readonly<Record<string, Counted>> = {
  accounts: { interface: 'dedicated', kind: 'ais' },
  consents: { interface: 'dedicated', kind: 'ais' },
  'transactions-statement': { interface: 'dedicated', kind: 'ais' },
  payments: { interface: 'dedicated', kind: 'pis' },
  'periodic-payments': { interface: 'dedicated', kind: 'pis' },
  'bulk-payments': { interface: 'dedicated', kind: 'pis' },
  'payee-verifications': { interface: 'dedicated', kind: 'pis' },
  'funds-confirmations': { interface: 'dedicated', kind: 'funds' },
  // The bank's own pages: sign-in, permissions, receipts; and what providers read there when the dedicated interface is down (RTS Art. 33(4)).
  'bank-sign-in': { interface: 'customer', kind: 'ais' },
  fallback: { interface: 'customer', kind: 'ais' },
  'fallback-accounts': { interface: 'customer', kind: 'ais' },
  // The pages on which a customer sees and signs a payment; the PUT lasts until the phone has responded.
  signing: { interface: 'customer', kind: 'pis' },
  'fallback-payments': { interface: 'customer', kind: 'pis' },
};

/**
 * Requests of applications and customers count. The bank's own probes are not requests of providers (2.4) and are left out. The operator's
 * replayed requests follow the same rules, in separate rows that are never added to the live ones.
 */
export const ORIGINS = ['live', 'replay'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Services whose requests wait for the customer's phone: their duration says nothing about the bank's availability. */
export const WAITING_SERVICES: readonly string[] = ['signing'];

type LineOutcome = 'ok' | 'refused' | 'failed' | 'aborted';

export interface Verdict {
  /** The requested information was provided: the duration counts for the mean (2.3 a to c). */
  readonly isProvided: boolean;
  /** An error attributable to the bank (2.3 d). */
  readonly isError: boolean;
}

/**
 *
 * | outcome | provided | the bank's error | why |
 * |---|---|---|---|
 * | ok | yes | no | |
 * | refused (4xx) | no | no | the caller's mistake; 2.3 d counts errors attributable to the bank |
 * | failed (5xx) | no | yes | includes planned downtime, which responds with 503 |
 * | aborted after 30 s | no | yes | a timeout (2.4: not replied to within 30 seconds) |
 * | aborted before | no | no | the caller closed the connection, so it is unknown whether a response would have come |
 *
 * The request log's `downtime.ts` defines which of these outcomes mean that an interface is down.
 */
export function judge(outcome: LineOutcome, hasWaited: boolean): Verdict {
  return { isProvided: outcome === 'ok', isError: outcome === 'failed' || (outcome === 'aborted' && hasWaited) };
}

export const MEAN_OF = { ais: 'aisMs', pis: 'pisMs', funds: 'fundsMs' } as const satisfies Readonly<Record<Kind, keyof StatisticsFigures>>;
