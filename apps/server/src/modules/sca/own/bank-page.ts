/** The bank's page on which the customer authenticates, and the way back from it (docs/decisions/0109). */
import type { BankPage } from '@portico/contract';
import { Refusal } from '#platform/http/refusal.ts';
import type { AskedAtBank } from '../authenticator.ts';
import { type StoredChallenge, secondsLeft } from '../challenge/challenge.ts';
import { concludeChallenge } from '../challenge/conclude-challenge.ts';
import type { ScaDeps } from '../deps.ts';
import { sayOnPhone } from '../phone-text.ts';
import type { VisitAtBank } from '../sca.ts';
import { markReturned } from './bank-page-store.ts';
import { makeReturnState, type ReturnState, readReturnState } from './return-state.ts';

/** The fixed path to which the bank sends customers back. */
const RETURN_PATH = '/bank/authentication';

export function createBankPages({ platform, authenticator }: ScaDeps) {
  const secret = platform.config.keys.secrets;
  const returnAddress = (state: ReturnState) => `${platform.config.publicUrl}${RETURN_PATH}?state=${makeReturnState(secret, state)}`;

  async function addressOf(asked: AskedAtBank): Promise<string | undefined> {
    // A bank that does not answer now is asked again at the next reading.
    return authenticator.openPage?.(asked).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
  }

  async function show(asked: AskedAtBank, isReturned: boolean): Promise<BankPage> {
    const href = isReturned ? undefined : await addressOf(asked);
    return { isReturned, ...(href !== undefined && { href }) };
  }

  return {
    /** What the bank is asked about a stored challenge. */
    ask(challenge: StoredChallenge): AskedAtBank {
      const { challengeId, auditChain: chain, customerId, method, purpose, displayText, controlCode, contentHash, amount, payee } = challenge;
      const { provider, locale = 'en', redirect, createdAt } = challenge;
      const asked = { challengeId, customerId, method, purpose, displayText, controlCode, contentHash, amount, payee, provider, locale, createdAt };
      const address = redirect === undefined || chain === undefined ? undefined : returnAddress({ challengeId, chain });
      return { ...asked, returnAddress: address, secondsLeft: secondsLeft(challenge) };
    },
    /** What the bank is asked before it is known who the customer is. */
    askVisitor(
      { challengeId, chain, method, content, provider, locale, createdAt, secondsLeft: left }: VisitAtBank,
      contentHash: string,
    ): AskedAtBank {
      const displayText = sayOnPhone(content.displayText, locale);
      const asked = { challengeId, method, purpose: 'signIn', displayText, contentHash, provider, locale, createdAt, secondsLeft: left } as const;
      return { ...asked, returnAddress: returnAddress({ challengeId, chain }) };
    },
    show,
    readState: (state: string): ReturnState | undefined => readReturnState(secret, state),
    markReturned: (challengeId: string): Promise<boolean> => platform.write(({ tx }) => markReturned(tx, challengeId)),
    /** Ends an authentication whose customer came back in another browser. */
    async endElsewhere({ challengeId }: ReturnState): Promise<void> {
      await concludeChallenge(platform, challengeId, { event: 'timeOut', fault: 'otherBrowser' });
    },
  };
}
