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
  'LIMIT_EXCEEDED',
  'PAYMENT_REFUSED',
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
  'ROLE_UNKNOWN',
  'CHALLENGE_UNKNOWN',
] as const satisfies readonly UiErrorCode[];

const SECONDS_PER_MINUTE = 60;

/** @param method of the customer; the text names its device */
export type RefusalText = (failure: RequestFailure, method?: AuthMethod) => string;

/** After a failed confirmation the text ends with the tries left. @param isSignedIn the page belongs to a sign-in and cannot offer another method */
export function useRefusalText({ isSignedIn = false }: { isSignedIn?: boolean } = {}): RefusalText {
  const text = useText<SharedKey>();
  const locale = usePageLocale();
  const triesText = useTriesText();
  return (failure, method = 'SMART_ID') => {
    const values = {
      device: DEVICE_OF[method],
      minutes: Math.ceil((failure.retryAfterSeconds ?? METHOD_BLOCK_SECONDS) / SECONDS_PER_MINUTE),
      sum: failure.available === undefined ? '' : formatMoney(failure.available, locale),
    };
    const found = keyOf(failure);
    const blocked = isSignedIn ? 'refusal.SCA_METHOD_BLOCKED.signedIn' : 'refusal.SCA_METHOD_BLOCKED';
    const key = found === 'refusal.SCA_METHOD_BLOCKED' ? blocked : found;
    const reason = (key === 'refusal.other' ? failure.serverText : undefined) ?? text(key, values);
    const tries = triesText(failure.triesLeft, isSignedIn);
    return tries === undefined ? reason : `${reason} ${tries}`;
  };
}

/** How many tries are left before the method is blocked, or that it is blocked. Undefined where no try was counted. */
export function useTriesText(): (tries: number | undefined, isSignedIn?: boolean) => string | undefined {
  const text = useText<SharedKey>();
  return (tries, isSignedIn = false) => {
    const values = { minutes: METHOD_BLOCK_SECONDS / SECONDS_PER_MINUTE };
    if (tries === undefined || tries > 0) return tries === undefined ? undefined : text('refusal.triesLeft', { ...values, tries });
    return text(isSignedIn ? 'refusal.SCA_METHOD_BLOCKED.signedIn' : 'refusal.SCA_METHOD_BLOCKED', values);
  };
}

/**
 * The heading of a failed call. Undefined for the bank's own faults, which have the specified heading (specification §2).
 * @param isSignature the call that failed is the signature
 */
export type FailureTitle = (failure: RequestFailure | undefined, isSignature?: boolean) => string | undefined;

export function useFailureTitle(): FailureTitle {
  const text = useText<SharedKey>();
  return (failure, isSignature = false) => {
    const key = failure === undefined ? undefined : titleKeyOf(failure, isSignature);
    return key === undefined ? undefined : text(key);
  };
}

function titleKeyOf({ status, code }: RequestFailure, isSignature: boolean): SharedKey | undefined {
  // The page itself failed, without a response.
  if (code === 'INTERNAL_ERROR' || status >= 500) return undefined;
  if (status === 0) return 'refusal.title.lost';
  if (status === 429) return 'refusal.title.tooMany';
  if (isSignature) return 'refusal.title.notSigned';
  return status === 404 ? 'refusal.title.gone' : 'refusal.title.refused';
}

function keyOf({ status, code, available }: RequestFailure): Parameters<Text<SharedKey>>[0] {
  const spoken = SPOKEN_CODES.find((one) => one === code);
  if (spoken === 'FUNDS_NOT_AVAILABLE' && available === undefined) return 'refusal.FUNDS_NOT_AVAILABLE.unknown';
  if (spoken !== undefined) return `refusal.${spoken}`;
  if (status === 0) return 'refusal.lost';
  return status >= 502 ? 'refusal.UNAVAILABLE' : 'refusal.other';
}
