/** What the bank's door says when it stays shut. One place, so that cases that must look alike do. */
import type { ChallengeState } from '@portico/contract';
import { UiRefusal } from '#platform/http/refusal.ts';

/** Unknown, expired, ended, or opened by another browser: nobody can tell which. */
export function signInUnknown(): UiRefusal {
  const text =
    'This sign-in is over or was opened in another browser. You are not signed in and no money moved. Go back to the site you came from and start again.';
  return new UiRefusal(410, 'SIGN_IN_UNKNOWN', text);
}

/**
 * Wrong check digit, nobody with this code, a method this customer does not hold, or somebody else than the one who must sign:
 * RTS (EU) 2018/389 Art. 4(3)(a), the answer does not say what was wrong.
 */
export function customerUnknown(): UiRefusal {
  const text =
    'We cannot sign you in with this personal code here. You are not signed in and no money moved. Check the code and the country and try again.';
  return new UiRefusal(400, 'CUSTOMER_UNKNOWN', text, { path: 'nationalIdentityNumber' });
}

export function methodNotOffered(): UiRefusal {
  return new UiRefusal(
    422,
    'SCA_METHOD_UNKNOWN',
    'This way of signing in is not offered here. You are not signed in and no money moved. Choose another one.',
  );
}

/** The bank's core does not answer. */
export function bankDown(): UiRefusal {
  const text =
    'The bank cannot be reached now. You are not signed in and no money moved. Try again in a minute, or go back to the site you came from.';
  return new UiRefusal(503, 'UNAVAILABLE', text, { headers: { 'retry-after': '60' } });
}

export function contentChanged(): UiRefusal {
  return new UiRefusal(
    422,
    'SCA_CONTENT_CHANGED',
    'The confirmation on the phone does not belong to this sign-in. You are not signed in and no money moved. Start again.',
  );
}

/** Completion without an approval. */
export function notApproved(state: Exclude<ChallengeState, 'approved'> | 'none'): UiRefusal {
  switch (state) {
    case 'none':
    case 'started':
      return new UiRefusal(
        409,
        'SIGNING_STATE_INVALID',
        'The request is not confirmed on the phone yet. You are not signed in and no money moved. Confirm it first.',
      );
    case 'refused':
      return new UiRefusal(
        422,
        'SCA_REFUSED',
        'The request was refused on the phone. You are not signed in and no money moved. Start again or go back.',
      );
    case 'timedOut':
      return new UiRefusal(
        422,
        'SCA_TIMED_OUT',
        'The phone did not answer in time. You are not signed in and no money moved. Start again or go back.',
      );
    case 'wrongCode':
      return new UiRefusal(
        422,
        'SCA_WRONG_CODE',
        'Another control code was chosen on the phone. You are not signed in and no money moved. Start again or go back.',
      );
  }
}
