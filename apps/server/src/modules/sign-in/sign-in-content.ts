/** What the customer approves by signing in. The nonce makes each attempt a content of its own, with a control code of its own. */
import type { Customer } from '../bank/index.ts';
import type { ScaContent } from '../sca/index.ts';
import type { SignInPlatform } from './sign-in-deps.ts';
import type { StoredSignIn } from './sign-in-store.ts';

/** Smart-ID `displayText200`; some phones show only the first 60 characters, so the bank and the application stand there. */
const TEXT_LENGTH_MAX = 200;

export function signInContent(platform: Pick<SignInPlatform, 'config' | 'random'>, signIn: StoredSignIn, customer: Customer): ScaContent {
  return {
    canonical: {
      purpose: 'signIn',
      signInId: signIn.signInId,
      sandboxId: customer.sandboxId,
      customerId: customer.customerId,
      tppName: signIn.tppName,
      tppApplicationName: signIn.tppApplicationName,
      nonce: platform.random.secret(),
    },
    displayText: signIn.purpose === 'bank' ? signInText(platform.config.bankName) : signInText(platform.config.bankName, signIn.tppApplicationName),
  };
}

/** At most 200 characters; what cannot be seen (line breaks, direction marks) is left out, so that a name cannot rewrite the line. */
export function signInText(bankName: string, applicationName?: string): string {
  const text = `Sign in to ${bankName}${applicationName === undefined ? '' : ` for ${applicationName}`}`.replaceAll(/\p{C}/gu, '');
  return text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX - 1)}…`;
}
