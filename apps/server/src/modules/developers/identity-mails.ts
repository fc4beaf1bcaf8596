/** The texts of mails. Plain text without tracking. Links always use the configured origin, never the Host header of a request. */
import { IDENTITY_QUERY, RESET_CODE_SECONDS, VERIFICATION_SECONDS } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import type { OutgoingMail } from '#platform/mail/mail.ts';

type Words = Pick<Config, 'productName' | 'publicUrl' | 'supportContact'>;
type Content = Omit<OutgoingMail, 'to'>;

const NOTICE_SECONDS = 3 * 24 * 60 * 60;

export function verificationMail(words: Words, token: string): Content {
  return {
    subject: `Verify your mail address for ${words.productName}`,
    text: letter(words, [
      `We received a request to sign up to ${words.productName} for Developers with this address. Open this link to verify the address:`,
      `${words.publicUrl}/?${IDENTITY_QUERY.verification}=${token}`,
      'The link works once, within 24 hours. If you did not ask for it, do nothing: without the link there is no account.',
    ]),
    expiresAfterSeconds: VERIFICATION_SECONDS,
  };
}

export function alreadyRegisteredMail(words: Words): Content {
  return {
    subject: `You already have an account at ${words.productName}`,
    text: letter(words, [
      `We received a request to sign up to ${words.productName} for Developers with this address. You already have an account here.`,
      `Log in, or reset your password if you forgot it:\n${words.publicUrl}/?m=login`,
      'If you did not ask for it, do nothing: your account has not changed.',
    ]),
    expiresAfterSeconds: NOTICE_SECONDS,
  };
}

export function resetCodeMail(words: Words, code: string): Content {
  return {
    subject: `Your code to reset the password at ${words.productName}`,
    text: letter(words, [
      `Type this code on the page where you asked for it, together with a new password:`,
      code,
      `It works once, within ${RESET_CODE_SECONDS / 60} minutes, in the browser that asked. Do not share it with another person. If you did not ask for it, do nothing: your password stays.`,
    ]),
    expiresAfterSeconds: RESET_CODE_SECONDS,
  };
}

export function noAccountMail(words: Words): Content {
  return {
    subject: `No account at ${words.productName} for this address`,
    text: letter(words, [
      `We received a request for a new password for ${words.productName} for Developers, but there is no account with this address.`,
      `Perhaps you used another address, or did not open the link in the verification mail. You can sign up here:\n${words.publicUrl}/?m=register`,
      'If you did not ask for it, do nothing.',
    ]),
    // The same lifetime as the code's mail, so that both look alike in the queue.
    expiresAfterSeconds: RESET_CODE_SECONDS,
  };
}

export function passwordChangedMail(words: Words): Content {
  return {
    subject: `Your password at ${words.productName} was changed`,
    text: letter(words, [
      `The password of your account at ${words.productName} for Developers was changed, and you were signed out everywhere.`,
      `If it was not you, reset your password at once (${words.publicUrl}/?m=forgotPassword) and write to ${words.supportContact}.`,
    ]),
    expiresAfterSeconds: NOTICE_SECONDS,
  };
}

export function secondFactorOnMail(words: Words): Content {
  return {
    subject: `The second factor of your account at ${words.productName} is on`,
    text: letter(words, [
      `The second factor of your account at ${words.productName} for Developers was switched on. From now on each login asks for a code of your authenticator app. Your other sessions have ended.`,
      'Keep the recovery codes: they are the only way in without the app.',
      `If it was not you, reset your password at once (${words.publicUrl}/?m=forgotPassword) and write to ${words.supportContact}.`,
    ]),
    expiresAfterSeconds: NOTICE_SECONDS,
  };
}

export function secondFactorOffMail(words: Words): Content {
  return {
    subject: `The second factor of your account at ${words.productName} is off`,
    text: letter(words, [
      `The second factor of your account at ${words.productName} for Developers was switched off. From now on your password is enough to log in. Your recovery codes are void.`,
      `If it was not you, reset your password at once (${words.publicUrl}/?m=forgotPassword) and write to ${words.supportContact}.`,
    ]),
    expiresAfterSeconds: NOTICE_SECONDS,
  };
}

export function recoveryCodeUsedMail(words: Words): Content {
  return {
    subject: `A recovery code of your account at ${words.productName} was used`,
    text: letter(words, [
      `A recovery code of your account at ${words.productName} for Developers was used instead of a code of the authenticator app. It does not work again.`,
      `The page Security shows how many are left and makes new ones: ${words.publicUrl}/#/tpp/security`,
      `If it was not you, reset your password at once (${words.publicUrl}/?m=forgotPassword), make new recovery codes and write to ${words.supportContact}.`,
    ]),
    expiresAfterSeconds: NOTICE_SECONDS,
  };
}

export function wrongCodesMail(words: Words): Content {
  return {
    subject: `Wrong codes for your account at ${words.productName}`,
    text: letter(words, [
      `Too many wrong codes were entered for your account at ${words.productName} for Developers. Codes are refused there for a while. A browser in which you have logged in before still works.`,
      `If it was not you, another person knows your password: reset it now (${words.publicUrl}/?m=forgotPassword).`,
    ]),
    expiresAfterSeconds: NOTICE_SECONDS,
  };
}

export function googleLinkedMail(words: Words): Content {
  return {
    subject: `Google now signs you in at ${words.productName}`,
    text: letter(words, [
      `A Google account with this address was used to sign in to ${words.productName} for Developers. From now on it signs you in, and your password still does.`,
      `If it was not you, write to ${words.supportContact}.`,
    ]),
    expiresAfterSeconds: NOTICE_SECONDS,
  };
}

function letter({ productName, publicUrl }: Words, paragraphs: readonly string[]): string {
  return `${['Hello,', ...paragraphs, `${productName}\n${publicUrl}/`].join('\n\n')}\n`;
}
