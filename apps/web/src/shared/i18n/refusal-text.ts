/** The text of a failed call for customers: the page's text for the code in the page's language, or the server's text for a code without one. */
import { type AuthMethod, METHOD_BLOCK_SECONDS, type UiErrorCode } from '@portico/contract/values';
import { formatMoney } from '../format/money.ts';
import { DEVICE_OF } from '../sca/device-words.ts';
import type { RequestFailure } from '../store/request-failure.ts';
import type { SharedKey } from './shared-catalogue.ts';
import { type Text, usePageLocale, useText } from './use-text.ts';

/** Codes that have a text in the catalogue. */
export const SPOKEN_CODES = [
  'FORMAT_ERROR',
  'NOT_FOUND',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
  'MAINTENANCE',
  'SIGNING_TERMINATED',
  'SIGNING_KIND_UNKNOWN',
  'SIGNING_STATE_INVALID',
  'ALREADY_SIGNED',
  'ACCOUNT_UNKNOWN',
  'ACCOUNT_BLOCKED',
  'CURRENCY_MISMATCH',
  'FUNDS_NOT_AVAILABLE',
  'ADDRESS_INCOMPLETE',
  'EXECUTION_DATE_INVALID',
  'SCA_REFUSED',
  'SCA_TIMED_OUT',
  'SCA_WRONG_CODE',
  'SCA_UNREACHABLE',
  'SCA_METHOD_BLOCKED',
  'SCA_METHOD_UNKNOWN',
  'SCA_CONTENT_CHANGED',
  'SIGN_IN_UNKNOWN',
  'CHALLENGE_UNKNOWN',
] as const satisfies readonly UiErrorCode[];

const SECONDS_PER_MINUTE = 60;

/** @param method of the customer; the text names its device */
export type RefusalText = (failure: RequestFailure, method?: AuthMethod) => string;

export function useRefusalText(): RefusalText {
  const text = useText<SharedKey>();
  const locale = usePageLocale();
  return (failure, method = 'SMART_ID') => {
    const values = {
      device: DEVICE_OF[method],
      minutes: Math.ceil((failure.retryAfterSeconds ?? METHOD_BLOCK_SECONDS) / SECONDS_PER_MINUTE),
      sum: failure.available === undefined ? '' : formatMoney(failure.available, locale),
    };
    const key = keyOf(failure);
    return (key === 'refusal.other' ? failure.serverText : undefined) ?? text(key, values);
  };
}

function keyOf({ status, code, available }: RequestFailure): Parameters<Text<SharedKey>>[0] {
  const spoken = SPOKEN_CODES.find((one) => one === code);
  if (spoken === 'FUNDS_NOT_AVAILABLE' && available === undefined) return 'refusal.FUNDS_NOT_AVAILABLE.unknown';
  if (spoken !== undefined) return `refusal.${spoken}`;
  if (status === 0) return 'refusal.lost';
  return status >= 502 ? 'refusal.UNAVAILABLE' : 'refusal.other';
}
