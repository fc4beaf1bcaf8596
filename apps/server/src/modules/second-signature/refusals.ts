/** The refusals of the second signatory's page, in one file so that cases an attacker must not tell apart get the same response. */
import type { ChallengeState, UiErrorCode } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';

/** Unknown, another company's, or first signed by the same person: the response is the same for all three. */
export function paymentUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'There is no such payment for you to sign. Nothing was signed and no money moved. Go back to the list.');
}

export function decidedOtherwise(): UiRefusal {
  const text =
    'This payment no longer awaits your signature: it was decided or cancelled meanwhile, or its time is over. Nothing was signed by this. Go back to the list.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}

export function contentChanged(): UiRefusal {
  const text = 'What your device confirmed is not this payment as it is now. No money was moved. Check the details again and sign once more.';
  return new UiRefusal(409, 'SCA_CONTENT_CHANGED', text);
}

export function bankDown(): UiRefusal {
  const text = 'The bank cannot be reached now. Nothing was signed and no money moved. Try again in a minute.';
  return new UiRefusal(503, 'UNAVAILABLE', text, { headers: { 'retry-after': '60' } });
}

export function nothingAsked(): UiRefusal {
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', 'Your device is not asked anything now. Nothing was signed by this. Go back and try again.');
}

const NOT_APPROVED: Readonly<
  Record<Exclude<ChallengeState, 'approved'>, { readonly status: number; readonly code: UiErrorCode; readonly event: string }>
> = {
  started: { status: 409, code: 'SIGNING_STATE_INVALID', event: 'Your device has not answered yet.' },
  refused: { status: 422, code: 'SCA_REFUSED', event: 'You refused the request on your device.' },
  timedOut: { status: 422, code: 'SCA_TIMED_OUT', event: 'Your device did not answer in time.' },
  wrongCode: { status: 422, code: 'SCA_WRONG_CODE', event: 'The code, PIN or response was wrong.' },
  unreachable: { status: 422, code: 'SCA_UNREACHABLE', event: 'Your phone could not be reached.' },
};

export function notApproved(state: Exclude<ChallengeState, 'approved'>): UiRefusal {
  const { status, code, event } = NOT_APPROVED[state];
  return new UiRefusal(status, code, `${event} No money was moved, and the payment still waits. Try again, or refuse it.`);
}

/** A second signatory cannot choose another account, as the first could. */
const ABOUT_THE_ACCOUNT: Readonly<Partial<Record<UiErrorCode, string>>> = {
  ACCOUNT_UNKNOWN: 'The account that pays is no longer open. No money was moved. Refuse the payment.',
  ACCOUNT_BLOCKED: 'The account that pays is blocked. No money was moved. Sign once it is open again, or refuse the payment.',
  CURRENCY_MISMATCH: 'The account that pays is held in another currency. No money was moved. Refuse the payment.',
};

/** The same refusal with advice for a second signatory, who can sign later or refuse. The payment stays open. */
export function toCoSigner(refusal: UiRefusal): UiRefusal {
  const text =
    refusal.code === 'FUNDS_NOT_AVAILABLE'
      ? `${refusal.message}. No money was moved. Sign once there is enough money on the account, or refuse the payment.`
      : ABOUT_THE_ACCOUNT[refusal.code];
  return text === undefined ? refusal : new UiRefusal(409, refusal.code, text, { extra: refusal.options.extra ?? {} });
}
