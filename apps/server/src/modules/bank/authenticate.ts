/**
 * Strong customer authentication where the bank carries it out itself: it is asked again and again about one challenge until that is over.
 * The first question starts it; the customer's phone shows exactly the text given here.
 */
import type { AuthMethod } from '@portico/contract';

interface AskedChallenge {
  /** The same in every question about one challenge. */
  readonly challengeId: string;
  readonly customerId: string;
  readonly method: AuthMethod;
  readonly purpose: 'signIn' | 'signing';
  /** At most 200 characters, in the customer's language. */
  readonly displayText: string;
  /** Shown on the page; the phone shows it, too. */
  readonly controlCode: string | undefined;
  /** SHA-256 of what is signed, 64 hex digits: what the bank's evidence is bound to. */
  readonly contentHash: string;
  readonly secondsLeft: number;
}

/** Undefined: nobody has answered yet. */
export type Authenticate = (challenge: AskedChallenge) => Promise<'approved' | 'refused' | 'wrongCode' | 'timedOut' | 'unreachable' | undefined>;
