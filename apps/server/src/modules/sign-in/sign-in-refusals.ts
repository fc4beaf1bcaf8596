/** The refusals of the sign-in page, in one file so that cases an attacker must not tell apart get the same response. */
import type { AuthMethod, ChallengeState, SignInOverBody } from '@portico/contract';
import { IDENTITY_FIELDS_OF, type IdentityField } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { StoredSignIn } from './sign-in-store.ts';

/**
 * Unknown, expired, ended, or opened by another browser: the response is the same for all four. Only the browser that opened the sign-in
 * learns from `own` how it ended, and from `way` where a completed one leads.
 */
export function signInUnknown(own?: StoredSignIn, way: Pick<SignInOverBody, 'continueTo' | 'tppApplicationName'> = {}): UiRefusal {
  if (own?.state === 'done') {
    const text = 'This sign-in was finished by signing in. Go on in the page that it led to, or go back to the site you came from and start again.';
    return new UiRefusal(410, 'SIGN_IN_UNKNOWN', text, { extra: { isSignedIn: true, ...way } });
  }
  const text =
    'This sign-in is over or was opened in another browser. You are not signed in and no money moved. Go back to the site you came from and start again.';
  return new UiRefusal(410, 'SIGN_IN_UNKNOWN', text, own === undefined ? {} : { extra: { tppApplicationName: own.tppApplicationName } });
}

const TYPED: Readonly<Record<IdentityField, string>> = {
  nationalIdentityNumber: 'personal code',
  phoneNumber: 'phone number',
  userNumber: 'user number',
};

/** At the bank's own pages: no session, an ended session, or the session of a removed customer. */
export function visitorUnknown(): UiRefusal {
  const text = 'You are not signed in at the bank, or no longer. Nothing was changed and no money moved. Sign in again.';
  return new UiRefusal(410, 'SIGN_IN_UNKNOWN', text);
}

/**
 * The typed identity cannot belong to any customer: a wrong check digit, or no phone number. A possible identity gets a challenge or a decoy
 * (`decoy.ts`), so no response reveals whether the bank knows it. The path is always the method's first field, even when another one is wrong.
 */
export function customerUnknown(method: AuthMethod): UiRefusal {
  const [path] = IDENTITY_FIELDS_OF[method];
  const typed = IDENTITY_FIELDS_OF[method].map((field) => TYPED[field]).join(' and ');
  const text = `We cannot sign you in with this ${typed} here. You are not signed in and no money moved. Check what you typed and the country, and try again.`;
  return new UiRefusal(400, 'CUSTOMER_UNKNOWN', text, path === undefined ? {} : { path });
}

/** Too many attempts by this browser, by its network, in total, or for this identity: the response does not say which. */
const HOURS_FROM_SECONDS = 90 * 60;

export function tooManyTries(seconds: number): UiRefusal {
  const wait = seconds <= HOURS_FROM_SECONDS ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
  const text = `There were too many attempts to sign in. You are not signed in and no money moved. Try again in ${wait}, or use the browser in which you signed in before.`;
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(seconds) } });
}

/** Another browser has an open request for the same customer and method. */
export function requestOpen(seconds: number): UiRefusal {
  const text = `Another sign-in with what you typed waits for an answer on the device. You are not signed in and no money moved. Answer or refuse it there, or try again in ${seconds} s.`;
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(Math.max(1, seconds)) } });
}

/** Not one of the person's roles, or no longer. */
export function roleUnknown(): UiRefusal {
  const text = 'You may not act for this company, or no longer. Nothing was changed and no money moved. Choose again.';
  return new UiRefusal(409, 'ROLE_UNKNOWN', text, { path: 'roleId' });
}

export function fieldMissing(path: IdentityField): UiRefusal {
  return new UiRefusal(400, 'FORMAT_ERROR', 'This field is missing. You are not signed in and no money moved. Add it and try again.', { path });
}

export function fieldUnknown(path: IdentityField): UiRefusal {
  const text = 'This way of signing in does not know this field. You are not signed in and no money moved. Leave it out and try again.';
  return new UiRefusal(400, 'FORMAT_ERROR', text, { path });
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
    'The confirmation on your device does not belong to this sign-in. You are not signed in and no money moved. Start again.',
  );
}

/** The page completed the sign-in without an approved challenge. */
export function notApproved(state: Exclude<ChallengeState, 'approved'> | 'none'): UiRefusal {
  switch (state) {
    case 'none':
    case 'started':
      return new UiRefusal(
        409,
        'SIGNING_STATE_INVALID',
        'The request is not confirmed on your device yet. You are not signed in and no money moved. Confirm it first.',
      );
    case 'refused':
      return new UiRefusal(
        422,
        'SCA_REFUSED',
        'The request was refused on your device. You are not signed in and no money moved. Start again or go back.',
      );
    case 'timedOut':
      return new UiRefusal(
        422,
        'SCA_TIMED_OUT',
        'Your device did not answer in time. You are not signed in and no money moved. Start again or go back.',
      );
    case 'wrongCode':
      return new UiRefusal(422, 'SCA_WRONG_CODE', 'The code or PIN was wrong. You are not signed in and no money moved. Start again or go back.');
    case 'unreachable':
      return new UiRefusal(
        422,
        'SCA_UNREACHABLE',
        'Your phone could not be reached. You are not signed in and no money moved. Switch it on and start again, or go back.',
      );
  }
}
