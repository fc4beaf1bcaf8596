/**
 * The bank's own authentication: on a page of the bank, or in its app (docs/decisions/0109). The core is asked to begin, then for the outcome. Nothing that
 * a browser sends counts.
 */
import type { BankMethod } from '@portico/contract';
import { BankUnavailable } from '#modules/bank/index.ts';
import type { AskedAtBank, Authenticator, BankOutcome } from '#modules/sca/index.ts';
import { EVENTS } from './challenge-events.ts';
import type { AskCore } from './core-client.ts';
import type { AuthenticationState } from './wire/authentication-calls.ts';
import { CORE_CALLS } from './wire/calls.ts';

/** More than run at the same time; the core is asked again about one that was dropped, and answers the same. */
const BEGUN_MAX = 10_000;
/** Clocks differ. */
const CLOCK_SKEW_MS = 60_000;
const APPROVAL_MS = 5 * 60_000;

interface OwnAuthentication {
  readonly ask: AskCore;
  readonly methods: readonly BankMethod[];
  /** Of the bank's pages, such as `https://login.bank.example`. */
  readonly origins: readonly string[];
  readonly now?: () => number;
}

export function createOwnAuthentication(deps: OwnAuthentication): Pick<Authenticator, 'ownMethods' | 'openPage' | 'readOutcome' | 'cancel'> {
  const { ask, methods, origins, now = Date.now } = deps;
  /** The address by challenge; empty for the bank's app. */
  const begun = new Map<string, string>();

  async function begin(asked: AskedAtBank): Promise<string> {
    const known = begun.get(asked.challengeId);
    if (known !== undefined) return known;
    const approach = asked.returnAddress === undefined ? 'decoupled' : 'redirect';
    const { createdAt: _ours, ...sent } = asked;
    const { address = '' } = await ask(CORE_CALLS.beginAuthentication, { ...sent, approach });
    if (approach === 'redirect' && !isOnOrigin(address, origins))
      throw new BankUnavailable('The core’s begin-authentication: the address is on no origin of PORTICO_BANK_AUTHENTICATION_ORIGINS.', 1);
    begun.set(asked.challengeId, approach === 'redirect' ? address : '');
    const [oldest] = begun.keys();
    if (begun.size > BEGUN_MAX && oldest !== undefined) begun.delete(oldest);
    return address;
  }

  return {
    ownMethods: methods,
    openPage: begin,
    async readOutcome(asked) {
      // Who came back from the bank's page was there, so it has begun. In the app the first question begins it.
      if (asked.returnAddress === undefined) await begin(asked);
      const answer = await ask(CORE_CALLS.readAuthentication, { challengeId: asked.challengeId });
      if (answer.state === 'started') return undefined;
      begun.delete(asked.challengeId);
      return judge(answer, asked, now());
    },
    async cancel(challengeId) {
      begun.delete(challengeId);
      await ask(CORE_CALLS.cancelAuthentication, { challengeId });
    },
  };
}

/** An https address without a user name, on exactly one of the origins. Loopback origins in development have http. */
function isOnOrigin(address: string, origins: readonly string[]): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && url.username === '' && url.password === '' && origins.includes(url.origin);
}

/** An approval that is not exactly for what was asked counts for nothing, and is no failure of the customer. */
function judge(answer: Exclude<AuthenticationState, { state: 'started' }>, asked: AskedAtBank, now: number): BankOutcome {
  const { state, customerId, contentHash, methodName, evidence, authenticatedAt } = answer;
  if (state === 'started') throw new Error('A running authentication has no outcome.');
  if (state !== 'approved') return { event: EVENTS[state], customerId };
  if (contentHash !== asked.contentHash) return { event: 'unreachable', fault: 'otherContent' };
  if (evidence === undefined || authenticatedAt === undefined) return { event: 'unreachable', fault: 'noEvidence' };
  const at = Date.parse(authenticatedAt);
  const isInTime = at >= asked.createdAt.getTime() - CLOCK_SKEW_MS && at <= now + CLOCK_SKEW_MS && now - at < APPROVAL_MS;
  if (!isInTime) return { event: 'unreachable', fault: 'otherTime' };
  return { event: 'approve', customerId, evidence: { method: methodName ?? asked.method, evidence, authenticatedAt } };
}
