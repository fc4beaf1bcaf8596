/** What can go wrong while money is looked at, in the shop's words, with the bank's code for developers. */
import { codeOf, describeRefusal } from '../bank-answers.ts';
import { BankProblem } from '../bank-problem.ts';

type Words = readonly [title: string, text: string];

const WORDS: Readonly<Record<string, Words>> = {
  TOKEN_EXPIRED: [
    'Your sign-in has run out',
    'The shop may ask your bank for one hour after you signed in. Your consent still stands; sign in again to go on.',
  ],
  CONSENT_EXPIRED: ['This access has ended', 'The time of your consent is over, or it was for one reading only. Connect again to go on.'],
  CONSENT_INVALID: ['The bank does not accept this access', 'The consent is not confirmed, or it was withdrawn. Connect again to go on.'],
  CONSENT_UNKNOWN: ['The bank does not know this access', 'The consent was removed at the bank. Connect again to go on.'],
  ACCESS_EXCEEDED: ['Asked too often today', 'Your bank lets the shop ask only a few times a day. Try again tomorrow.'],
  SERVICE_BLOCKED: ['The bank has blocked this shop', 'Nothing can be read now. Nothing changed at your bank.'],
};
const SIGN_IN_AGAIN: ReadonlySet<string> = new Set(['TOKEN_EXPIRED', 'TOKEN_INVALID', 'TOKEN_UNKNOWN']);
const UNKNOWN: Words = ['The bank did not give the data', 'Nothing changed at your bank. Go back and try again.'];

export class MoneyProblem extends BankProblem {
  /** The customer mends it by signing in once more. */
  readonly needsSignIn: boolean;
  constructor(status: number, code: string | undefined, detail?: string) {
    const isTokenOver = code !== undefined && SIGN_IN_AGAIN.has(code);
    const [title, text] = WORDS[isTokenOver ? 'TOKEN_EXPIRED' : (code ?? '')] ?? UNKNOWN;
    super({ status, title, text, detail });
    this.needsSignIn = isTokenOver;
  }
}

/** The shop has no token (any more). */
export const signInEnded = () => new MoneyProblem(401, 'TOKEN_EXPIRED');

export function toMoneyProblem(status: number, body: unknown): MoneyProblem {
  return new MoneyProblem(status, codeOf(body), describeRefusal(status, body));
}
