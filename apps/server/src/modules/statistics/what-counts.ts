/**
 * Which requests count, and as what. EBA/GL/2018/07, guideline 2.3 (performance) and 2.4 (availability); guideline 3.1 asks for the same
 * figures of the customers' own interface.
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
 * By the service of the measured line. What is not here does not count: signing in and tokens (guideline 2.3 measures information provided,
 * not authentication), the portal, content, the sandbox's own calls, addresses that do not exist.
 */
export const SERVICES: Readonly<Record<string, Counted>> = {
  accounts: { interface: 'dedicated', kind: 'ais' },
  consents: { interface: 'dedicated', kind: 'ais' },
  'transactions-statement': { interface: 'dedicated', kind: 'ais' },
  payments: { interface: 'dedicated', kind: 'pis' },
  'periodic-payments': { interface: 'dedicated', kind: 'pis' },
  'bulk-payments': { interface: 'dedicated', kind: 'pis' },
  'funds-confirmations': { interface: 'dedicated', kind: 'funds' },
  // The bank's own pages: sign-in, permissions, receipts; and what a provider reads there when the dedicated interface is down (RTS Art. 33(4)).
  'bank-sign-in': { interface: 'customer', kind: 'ais' },
  fallback: { interface: 'customer', kind: 'ais' },
  'fallback-accounts': { interface: 'customer', kind: 'ais' },
  // Where a customer sees and signs a payment; the PUT lasts until the phone has answered.
  signing: { interface: 'customer', kind: 'pis' },
  'fallback-payments': { interface: 'customer', kind: 'pis' },
};

/**
 * Requests of applications and customers count. The bank's own probes are no requests of providers (2.4) and stay apart; what the operator
 * replayed is counted by the same rules into rows of its own, and never added to the rest.
 */
export const ORIGINS = ['live', 'replay'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Here a request waits for the customer's phone: how long it lasts says nothing about whether the bank answers. */
export const WAITING_SERVICES: readonly string[] = ['signing'];

type LineOutcome = 'ok' | 'refused' | 'failed' | 'aborted';

export interface Verdict {
  /** What was asked for was provided: its time counts for the mean (2.3 a to c). */
  readonly isProvided: boolean;
  /** Attributable to the bank (2.3 d). */
  readonly isError: boolean;
}

/**
 * | outcome | provided | the bank's error | why |
 * |---|---|---|---|
 * | ok | yes | no | |
 * | refused (4xx) | no | no | the caller's mistake; 2.3 d counts errors attributable to the bank |
 * | failed (5xx) | no | yes | planned downtime too, which answers 503 |
 * | aborted after 30 s | no | yes | a timeout (2.4: not replied to within 30 seconds) |
 * | aborted before | no | no | the caller left: nobody knows whether an answer would have come |
 *
 * Which of them mean that an interface is down is said beside the rule, in the request log's `downtime.ts`.
 */
export function judge(outcome: LineOutcome, hasWaited: boolean): Verdict {
  return { isProvided: outcome === 'ok', isError: outcome === 'failed' || (outcome === 'aborted' && hasWaited) };
}

export const MEAN_OF = { ais: 'aisMs', pis: 'pisMs', funds: 'fundsMs' } as const satisfies Readonly<Record<Kind, keyof StatisticsFigures>>;
