/** Refusals of the fallback interface, by operation, in the words of the bank's own pages. */
import type { UiErrorCode } from '@portico/contract/values';
import type { ErrorRow } from '../operation.ts';
import { BODY_ERRORS, NEEDLESS_BODY_ERRORS, REQUEST_ID_ERROR, SERVICE_ERRORS } from './common-errors.ts';
import { SENT_CERTIFICATE_ERRORS } from './identity-errors.ts';

interface FallbackErrorRow extends ErrorRow {
  readonly code: UiErrorCode;
}

const CODES: Readonly<Record<number, UiErrorCode>> = {
  400: 'FORMAT_ERROR',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  503: 'UNAVAILABLE',
};

/** Refusals that every interface has, by their names here. */
const inOwnWords = (rows: readonly ErrorRow[]): readonly FallbackErrorRow[] =>
  rows.flatMap(({ status, when }) => {
    const code = CODES[status];
    return code === undefined ? [] : [{ status, code, when }];
  });

const PROVIDER: readonly FallbackErrorRow[] = [
  { status: 401, code: 'CREDENTIALS_WRONG', when: 'the client id is unknown, the secret is wrong, or the bank has suspended the application' },
  { status: 401, code: 'CREDENTIALS_WRONG', when: 'a secret came, and the profile of the application takes none' },
  { status: 401, code: 'CERTIFICATE_MISSING', when: 'the profile of the application needs a certificate, and none came' },
  ...SENT_CERTIFICATE_ERRORS,
];
const SESSION: readonly FallbackErrorRow[] = [
  ...PROVIDER,
  {
    status: 401,
    code: 'NOT_SIGNED_IN',
    when: 'no session of the application is open under Fallback-Session, its time is over, or another person represents the company now',
  },
];
const SERVICE = inOwnWords(SERVICE_ERRORS);
const BODY = inOwnWords(BODY_ERRORS);
const NEEDLESS_BODY = inOwnWords(NEEDLESS_BODY_ERRORS);

const ANOTHER_PERSON: FallbackErrorRow = {
  status: 422,
  code: 'SCA_CONTENT_CHANGED',
  when: 'another person represents the company since the device was asked',
};

const DEVICE_BLOCKED: FallbackErrorRow = {
  status: 422,
  code: 'SCA_METHOD_BLOCKED',
  when: 'five confirmations in a row failed: the method is blocked for 15 minutes',
};

const TOO_MANY_UNAPPROVED: FallbackErrorRow = {
  status: 429,
  code: 'RATE_LIMITED',
  when: 'the customer was asked ten times in 15 minutes without an approval; Retry-After says when to ask again',
};

/** Of calls that wait for the device. */
const ANSWERS: readonly FallbackErrorRow[] = [
  { status: 409, code: 'SIGNING_STATE_INVALID', when: 'the customer has not answered yet' },
  { status: 422, code: 'SCA_REFUSED', when: 'the customer refused' },
  { status: 422, code: 'SCA_TIMED_OUT', when: 'the customer did not answer in time, or an approval was not used within five minutes of the request' },
  { status: 422, code: 'SCA_WRONG_CODE', when: 'the customer chose another control code or mistyped his PIN' },
  { status: 422, code: 'SCA_UNREACHABLE', when: 'the customer’s phone could not be reached' },
];

const SIGN_IN_UNKNOWN: FallbackErrorRow = { status: 404, code: 'NOT_FOUND', when: 'the application has started no such sign-in' };
const PAYMENT_UNKNOWN: FallbackErrorRow = {
  status: 404,
  code: 'NOT_FOUND',
  when: 'the application has ordered no such payment for this customer here',
};

/** Asked when it is ordered and again when it is made. */
const ACCOUNT: readonly FallbackErrorRow[] = [
  { status: 400, code: 'ACCOUNT_BLOCKED', when: 'the account of the customer is blocked' },
  { status: 400, code: 'FUNDS_NOT_AVAILABLE', when: 'there is not enough money on the account; the text says how much' },
];

export const FALLBACK_ERRORS = {
  startFallbackSignIn: [
    ...PROVIDER,
    ...BODY,
    { status: 400, code: 'CUSTOMER_UNKNOWN', when: 'no customer has this user name' },
    { status: 422, code: 'SCA_METHOD_UNKNOWN', when: 'the customer does not hold this method, or it is a calculator' },
    DEVICE_BLOCKED,
    TOO_MANY_UNAPPROVED,
    ...SERVICE,
  ],
  getFallbackSignIn: [...PROVIDER, SIGN_IN_UNKNOWN, ...SERVICE],
  openFallbackSession: [
    ...PROVIDER,
    SIGN_IN_UNKNOWN,
    { status: 409, code: 'SIGNING_STATE_INVALID', when: 'this sign-in has opened its session already' },
    ...ANSWERS,
    ANOTHER_PERSON,
    ...NEEDLESS_BODY,
    ...SERVICE,
  ],
  endFallbackSession: [...SESSION, ...NEEDLESS_BODY, ...SERVICE],
  getFallbackAccounts: [...SESSION, ...SERVICE],
  getFallbackTransactions: [
    ...SESSION,
    { status: 404, code: 'NOT_FOUND', when: 'the customer has no such account' },
    { status: 400, code: 'FORMAT_ERROR', when: 'a parameter of the query is unknown, comes twice or is not of the accepted form' },
    { status: 400, code: 'FORMAT_ERROR', when: 'dateFrom lies after dateTo' },
    { status: 400, code: 'FORMAT_ERROR', when: 'dateFrom lies more than 90 days back, and the sign-in more than 5 minutes' },
    ...SERVICE,
  ],
  orderFallbackPayment: [
    ...SESSION,
    ...inOwnWords([REQUEST_ID_ERROR]),
    { status: 400, code: 'REQUEST_ID_REUSED', when: 'this X-Request-ID came before with another body' },
    ...BODY,
    {
      status: 400,
      code: 'FORMAT_ERROR',
      when: 'an IBAN, the amount or the payee’s name breaks a rule of payments, or the payee’s account is the payer’s',
    },
    { status: 400, code: 'ACCOUNT_UNKNOWN', when: 'debtorAccountIban is no account of this customer' },
    { status: 400, code: 'CURRENCY_MISMATCH', when: 'the account of the customer is not in euros' },
    ...ACCOUNT,
    DEVICE_BLOCKED,
    TOO_MANY_UNAPPROVED,
    ...SERVICE,
  ],
  getFallbackPayment: [...SESSION, PAYMENT_UNKNOWN, ...SERVICE],
  confirmFallbackPayment: [
    ...SESSION,
    PAYMENT_UNKNOWN,
    { status: 409, code: 'SIGNING_STATE_INVALID', when: 'the payment was ended before it was signed' },
    ...ANSWERS,
    { status: 422, code: 'SCA_CONTENT_CHANGED', when: 'what the customer confirmed is not what would be paid now' },
    ANOTHER_PERSON,
    { status: 400, code: 'ACCOUNT_UNKNOWN', when: 'the account is no account of this customer any more' },
    ...ACCOUNT,
    ...NEEDLESS_BODY,
    ...SERVICE,
  ],
} as const satisfies Readonly<Record<string, readonly FallbackErrorRow[]>>;
