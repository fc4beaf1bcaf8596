/** The fields and device answers of each authentication method. The bank's sign-in, the test device and their pages use them. */
import type { AuthMethod } from './enumerations.ts';

/** The fields with which customers identify themselves. `userNumber` is that of eParaksts mobile. */
export const IDENTITY_FIELDS = ['nationalIdentityNumber', 'phoneNumber', 'userNumber'] as const;
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** In the order of the form. A card reader would read the card's owner; its simulation needs the personal code. */
export const IDENTITY_FIELDS_OF: Readonly<Record<AuthMethod, readonly IdentityField[]>> = {
  SMART_ID: ['nationalIdentityNumber'],
  MOBILE_ID: ['phoneNumber', 'nationalIdentityNumber'],
  IDCARD: ['nationalIdentityNumber'],
  CODE_CALCULATOR: ['nationalIdentityNumber'],
  EPARAKSTS_MOBILE: ['userNumber'],
  BANK_PAGE: [],
  BANK_APP: ['nationalIdentityNumber'],
};

/** How the bank's own authentication reaches the customer: on a page of the bank, or in its app (docs/decisions/0109). */
export const BANK_APPROACHES = ['redirect', 'decoupled'] as const;
export type BankApproach = (typeof BANK_APPROACHES)[number];

/**
 * How a challenge reaches the customer's device: the bank notifies the device and both show a control code, or the customer opens the app by a link
 * or a QR code (docs/decisions/0092).
 */
export const CHALLENGE_FORMS = ['notification', 'deviceLink'] as const;
/** `redirect`: the customer authenticates on a page of the bank. The method decides it, so no call names it. */
export type ChallengeForm = (typeof CHALLENGE_FORMS)[number] | 'redirect';

/** Methods with which customers confirm on their phone alone, in the order in which a decoupled request prefers them. */
export const DECOUPLED_METHODS = ['SMART_ID', 'MOBILE_ID', 'EPARAKSTS_MOBILE'] as const satisfies readonly AuthMethod[];

export const DEVICE_ANSWERS = ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'] as const;
export type DeviceAnswer = (typeof DEVICE_ANSWERS)[number];

/** A calculator has no approval: customers enter its code on the page. Smart-ID keeps trying a phone that is off until the time limit. */
export const DEVICE_ANSWERS_OF: Readonly<Record<AuthMethod, readonly DeviceAnswer[]>> = {
  SMART_ID: ['approve', 'refuse', 'wrongCode', 'timeOut'],
  MOBILE_ID: ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'],
  IDCARD: ['approve', 'refuse', 'wrongCode', 'timeOut'],
  CODE_CALCULATOR: ['refuse', 'timeOut'],
  EPARAKSTS_MOBILE: ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'],
  BANK_PAGE: ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'],
  BANK_APP: ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'],
};

/** The meaning of the digits that a customer enters in a calculator. */
export const CALCULATOR_MEANINGS = ['amount', 'account', 'once'] as const;
export type CalculatorMeaning = (typeof CALCULATOR_MEANINGS)[number];
export const CALCULATOR_RESPONSE_DIGITS = 8;
export const CALCULATOR_NUMBER_DIGITS_MAX = 24;
