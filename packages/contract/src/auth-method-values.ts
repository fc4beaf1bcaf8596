/** What each way of authenticating asks for and what its device can answer; the bank's door, the test device and their pages share it. */
import type { AuthMethod } from './enumerations.ts';

/** What a customer types to say who he is. `userNumber` is that of eParaksts mobile. */
export const IDENTITY_FIELDS = ['nationalIdentityNumber', 'phoneNumber', 'userNumber'] as const;
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** In the order of the form. The card's reader tells whose card it is; its stand-in is told by the personal code. */
export const IDENTITY_FIELDS_OF: Readonly<Record<AuthMethod, readonly IdentityField[]>> = {
  SMART_ID: ['nationalIdentityNumber'],
  MOBILE_ID: ['phoneNumber', 'nationalIdentityNumber'],
  IDCARD: ['nationalIdentityNumber'],
  CODE_CALCULATOR: ['nationalIdentityNumber'],
  EPARAKSTS_MOBILE: ['userNumber'],
};

export const DEVICE_ANSWERS = ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'] as const;
export type DeviceAnswer = (typeof DEVICE_ANSWERS)[number];

/** A calculator approves nothing: its owner types the response on the page. Smart-ID keeps trying a phone that is off until the time is over. */
export const DEVICE_ANSWERS_OF: Readonly<Record<AuthMethod, readonly DeviceAnswer[]>> = {
  SMART_ID: ['approve', 'refuse', 'wrongCode', 'timeOut'],
  MOBILE_ID: ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'],
  IDCARD: ['approve', 'refuse', 'wrongCode', 'timeOut'],
  CODE_CALCULATOR: ['refuse', 'timeOut'],
  EPARAKSTS_MOBILE: ['approve', 'refuse', 'wrongCode', 'timeOut', 'unreachable'],
};

/** What the digits that a customer keys into a calculator mean. */
export const CALCULATOR_MEANINGS = ['amount', 'account', 'once'] as const;
export type CalculatorMeaning = (typeof CALCULATOR_MEANINGS)[number];
export const CALCULATOR_RESPONSE_DIGITS = 8;
export const CALCULATOR_NUMBER_DIGITS_MAX = 24;
