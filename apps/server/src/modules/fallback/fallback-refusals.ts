/** The refusals of the fallback interface, in one file so that cases an attacker must not tell apart get the same response. */
import type { ChallengeState } from '@portico/contract';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { CertificateFault } from '../provider-identity/index.ts';

const CHALLENGE = { 'www-authenticate': 'Basic realm="fallback", charset="UTF-8"' };

/** Missing, unreadable, unknown or wrong credentials, or those of a suspended application: the response is the same for all. */
export function providerUnknown(): UiRefusal {
  const text =
    'Client id and secret are not those of an application that may act. Send both by HTTP Basic; they stand on your Application identity page.';
  return new UiRefusal(401, 'CREDENTIALS_WRONG', text, { headers: CHALLENGE });
}

/** A secret, right or wrong, of an application whose profile takes none. */
export function secretRefused(): UiRefusal {
  const text =
    'This application proves itself by its certificate, and its client secret is refused. Send the client id by HTTP Basic with an empty secret, and call with your QWAC at the address for mutual TLS.';
  return new UiRefusal(401, 'CREDENTIALS_WRONG', text, { path: 'header:Authorization', headers: CHALLENGE });
}

/** The certificate of the call is missing or not accepted, or its revocation cannot be asked for now. */
export function certificateRefused({ code, text }: CertificateFault): UiRefusal {
  if (code === 'SERVICE_UNAVAILABLE') return new UiRefusal(503, 'UNAVAILABLE', text, { headers: { 'retry-after': '60' } });
  return new UiRefusal(401, code, text, { headers: CHALLENGE });
}

/** @param text names the required role */
export function roleInvalid(text: string): UiRefusal {
  return new UiRefusal(403, 'ROLE_INVALID', text);
}

/** Missing, unknown, ended, expired, of another application, of a removed customer or of a replaced person: the response is the same for all. */
export function notSignedIn(): UiRefusal {
  const text =
    'No session of your application is open under this header, or it is over: after 5 minutes without a call, after 30 in any case, and when another person represents the company. Sign the customer in again.';
  return new UiRefusal(401, 'NOT_SIGNED_IN', text, {
    path: 'header:Fallback-Session',
    headers: CHALLENGE,
  });
}

export function customerUnknown(): UiRefusal {
  const text = 'The bank knows no customer by this user name. No customer was asked. The user names of your test customers are on your Tokens page.';
  return new UiRefusal(400, 'CUSTOMER_UNKNOWN', text, { path: 'userName' });
}

export function methodUnknown(): UiRefusal {
  const text =
    'The customer cannot confirm in this way here: he does not hold this method, or it is a calculator, which works on the bank’s own pages only. Leave method out, or name another one.';
  return new UiRefusal(422, 'SCA_METHOD_UNKNOWN', text, { path: 'method' });
}

/** @param seconds until the next one */
export function tooManyUnapproved(seconds: number): UiRefusal {
  const text = `The customer was asked too often without an approval, so the device is not asked again. Try again in ${Math.ceil(seconds / 60)} min.`;
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(Math.max(1, seconds)) } });
}

export function signInUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'Your application has started no such sign-in, or it is too old. Start a new one.');
}

export function sessionTaken(): UiRefusal {
  const text = 'This sign-in has opened its session already, and a session is shown once. Start a new sign-in.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}

export function accountUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'The customer has no such account. GET /accounts lists them.');
}

export function paymentUnknown(): UiRefusal {
  return new UiRefusal(404, 'NOT_FOUND', 'Your application has ordered no such payment for this customer here.');
}

export function paymentOver(): UiRefusal {
  const text = 'This payment was ended before it was signed. No money was moved. Order it again.';
  return new UiRefusal(409, 'SIGNING_STATE_INVALID', text);
}

/** The bank's core does not answer. */
export function bankDown(): UiRefusal {
  return new UiRefusal(503, 'UNAVAILABLE', 'The bank cannot be reached now, nothing was done. Try again in a minute.', {
    headers: { 'retry-after': '60' },
  });
}

const UNCONFIRMED: Readonly<Record<Exclude<ChallengeState, 'approved'>, readonly [status: number, code: UiRefusal['code'], text: string]>> = {
  started: [409, 'SIGNING_STATE_INVALID', 'The customer has not answered yet. Ask again.'],
  refused: [422, 'SCA_REFUSED', 'The customer refused on his device. Ask him before you start again.'],
  timedOut: [422, 'SCA_TIMED_OUT', 'The customer did not answer in time. Start again.'],
  wrongCode: [422, 'SCA_WRONG_CODE', 'The customer chose another control code or mistyped his PIN. Start again.'],
  unreachable: [422, 'SCA_UNREACHABLE', 'The customer’s phone could not be reached. Start again when it is switched on.'],
};

/** @param state undefined: the challenge is so old that it was deleted */
export function notConfirmed(state: Exclude<ChallengeState, 'approved'> = 'timedOut'): UiRefusal {
  const [status, code, text] = UNCONFIRMED[state];
  return new UiRefusal(status, code, `${text} No money was moved.`, status === 409 ? { headers: { 'retry-after': '1' } } : {});
}

export function contentChanged(): UiRefusal {
  const text = 'What the customer confirmed is not what would be done now. No money was moved. Start again.';
  return new UiRefusal(422, 'SCA_CONTENT_CHANGED', text);
}

/** The bank has replaced the person who confirmed, or who was asked to. */
export function approvedByAnother(): UiRefusal {
  const text = 'The bank names another person for this customer since the device was asked. No money was moved. Start again.';
  return new UiRefusal(422, 'SCA_CONTENT_CHANGED', text);
}
