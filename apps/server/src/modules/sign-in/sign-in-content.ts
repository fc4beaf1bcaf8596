/** The content that the customer approves by signing in. The nonce gives each attempt its own content and control code. */
import type { Customer } from '../bank/index.ts';
import { type PhoneText, phoneText, type ScaContent, shortenName } from '../sca/index.ts';
import type { SignInPlatform } from './sign-in-deps.ts';
import type { StoredSignIn } from './sign-in-store.ts';

/** Names of banks and applications are cut to this length, so that the line fits the phone in every language. */
const NAME_LENGTH_MAX = 70;

export function signInContent(platform: Pick<SignInPlatform, 'config' | 'random'>, signIn: StoredSignIn, customer: Customer): ScaContent {
  const { sandboxId, customerId } = customer;
  return contentOf(platform, signIn, { sandboxId, customerId, nonce: platform.random.secret() });
}

/** Of a sign-in on the bank's page, where the bank says who the customer is. */
export function visitContent(platform: Pick<SignInPlatform, 'config'>, signIn: StoredSignIn, nonce: string): ScaContent {
  return contentOf(platform, signIn, { nonce });
}

function contentOf(platform: Pick<SignInPlatform, 'config'>, signIn: StoredSignIn, of: Readonly<Record<string, string>>): ScaContent {
  return {
    canonical: {
      purpose: 'signIn',
      signInId: signIn.signInId,
      ...of,
      ...(signIn.appId === undefined ? {} : { appId: signIn.appId }),
      ...(signIn.signingSessionId === undefined ? {} : { signingSessionId: signIn.signingSessionId }),
      tppName: signIn.tppName,
      tppApplicationName: signIn.tppApplicationName,
    },
    displayText: signIn.purpose === 'bank' ? signInText(platform.config.bankName) : signInText(platform.config.bankName, signIn.tppApplicationName),
  };
}

export function signInText(bankName: string, applicationName?: string): PhoneText {
  const bank = { bankName: shortenName(bankName, NAME_LENGTH_MAX) };
  return applicationName === undefined
    ? phoneText('phone.signIn', bank)
    : phoneText('phone.signInFor', { ...bank, name: shortenName(applicationName, NAME_LENGTH_MAX) });
}
