/**
 * The bank's customer interface as a provider uses it while the API does not answer (RTS (EU) 2018/389 Art. 33(4)). An application of the
 * profile `mtls` or `fapi2` calls with the certificate of Art. 34, at the address for mutual TLS, and sends its client id by HTTP Basic with an
 * empty secret; one of the profile `basic` sends client id and secret in place of the certificate. What a customer does also carries the header
 * `Fallback-Session`. The words are those of the bank's own pages.
 *
 * | call | answer |
 * |---|---|
 * | `POST {api}/fallback/v1/sign-ins` | {@link FallbackSignInBody} → 201 {@link FallbackSignIn}; 400 `CUSTOMER_UNKNOWN`; 422 |
 * | `GET …/sign-ins/{signInId}` | 200 {@link FallbackSignIn}; 404 |
 * | `POST …/sign-ins/{signInId}/session` | waits for the device → 201 {@link FallbackSession}; 409 not answered yet, or opened before; 422 |
 * | `DELETE …/session` | 204 |
 * | `GET …/accounts` | 200 {@link FallbackAccounts} |
 * | `GET …/accounts/{iban}/transactions?dateFrom=&dateTo=` | 200 {@link FallbackTransactions}; 404 |
 * | `POST …/payments` | {@link FallbackPaymentBody} → 201 {@link FallbackPayment}; `X-Request-ID` is the key of repetition |
 * | `GET …/payments/{paymentId}` | 200 {@link FallbackPayment}; 404 |
 * | `POST …/payments/{paymentId}/confirmation` | waits for the device → 200 {@link FallbackPayment}; 409 not answered yet; 422 |
 *
 * 401 `CREDENTIALS_WRONG`: not an application that may act, or a secret where its profile takes none. 401 `CERTIFICATE_…`: why its certificate is
 * refused. 403 `ROLE_INVALID`. 401 `NOT_SIGNED_IN`: no live session of this application.
 */
import { type Static, Type } from 'typebox';
import { Amount, closed, Iban, IsoDate, IsoInstant, literals } from '../entities/common.ts';
import { PayeeVerification } from '../entities/payment.ts';
import { type AuthMethod, CHALLENGE_STATES, DEVICE_METHODS, TRANSACTION_STATUSES } from '../enumerations.ts';
import { CREDITOR_NAME_LENGTH_MAX, REMITTANCE_LENGTH_MAX } from '../limits.ts';

export const FallbackSignInBody = Type.Object(
  {
    userName: Type.String({ minLength: 1, maxLength: 200, description: 'The customer’s user name at the bank.' }),
    method: Type.Optional(literals(DEVICE_METHODS, 'How the customer confirms; left out: the first method that he holds.')),
  },
  closed,
);
export type FallbackSignInBody = Static<typeof FallbackSignInBody>;

/** The challenge on the customer's device. */
export const FallbackChallenge = Type.Object(
  {
    state: literals(CHALLENGE_STATES, '`started`: the customer has not answered yet.'),
    method: Type.Unsafe<AuthMethod>(literals(DEVICE_METHODS)),
    controlCode: Type.Optional(
      Type.String({ description: 'Control code. Show it to the customer, who compares it with the code on the device. Some methods have none.' }),
    ),
    secondsLeft: Type.Integer({ minimum: 0, description: 'Until it times out; 0 once it has ended.' }),
  },
  closed,
);
export type FallbackChallenge = Static<typeof FallbackChallenge>;

export const FallbackSignIn = Type.Object({ signInId: Type.String(), challenge: FallbackChallenge }, closed);
export type FallbackSignIn = Static<typeof FallbackSignIn>;

export const FallbackSession = Type.Object(
  {
    fallbackSession: Type.String({ description: 'Send it in the header Fallback-Session. It is shown once.' }),
    idleSeconds: Type.Integer({ description: 'Without a call it ends after this time.' }),
    totalSeconds: Type.Integer({ description: 'The session ends after this time, also while it is used.' }),
  },
  closed,
);
export type FallbackSession = Static<typeof FallbackSession>;

export const FallbackAccount = Type.Object(
  {
    iban: Iban,
    name: Type.String(),
    ownerName: Type.String(),
    status: literals(['enabled', 'blocked']),
    bookedBalance: Amount,
    availableBalance: Type.Object(Amount.properties, { ...closed, description: 'What is booked less what is reserved.' }),
  },
  closed,
);
export const FallbackAccounts = Type.Object({ accounts: Type.Array(FallbackAccount) }, closed);
export type FallbackAccounts = Static<typeof FallbackAccounts>;

export const FallbackTransactionsQuery = Type.Object(
  {
    dateFrom: Type.Optional(Type.String({ ...IsoDate, description: 'the first day of booking, as YYYY-MM-DD; 90 days ago when it is left out' })),
    dateTo: Type.Optional(Type.String({ ...IsoDate, description: 'the last day of booking, as YYYY-MM-DD; today when it is left out' })),
  },
  closed,
);
export type FallbackTransactionsQuery = Static<typeof FallbackTransactionsQuery>;

export const FallbackTransaction = Type.Object(
  {
    transactionId: Type.String(),
    bookingDate: IsoDate,
    amount: Type.Object(Amount.properties, { ...closed, description: 'Debits are negative.' }),
    counterpartName: Type.Optional(Type.String()),
    counterpartIban: Type.Optional(Type.String()),
    remittanceInformationUnstructured: Type.Optional(Type.String()),
    remittanceInformationStructured: Type.Optional(Type.String({ description: 'The creditor reference.' })),
  },
  closed,
);
export const FallbackTransactions = Type.Object(
  {
    iban: Iban,
    dateFrom: IsoDate,
    dateTo: IsoDate,
    transactions: Type.Array(FallbackTransaction),
    isComplete: Type.Boolean({ description: 'False: there are more in this period than one answer holds. Ask for less of it.' }),
  },
  closed,
);
export type FallbackTransactions = Static<typeof FallbackTransactions>;

const order = {
  debtorAccountIban: Iban,
  instructedAmount: Amount,
  creditorName: Type.String({
    minLength: 1,
    maxLength: CREDITOR_NAME_LENGTH_MAX,
    description: 'The payee, as the payee’s bank knows it: the name is verified.',
  }),
  creditorAccount: Type.Object({ iban: Iban }, closed),
  remittanceInformationUnstructured: Type.Optional(Type.String({ minLength: 1, maxLength: REMITTANCE_LENGTH_MAX })),
};

export const FallbackPaymentBody = Type.Object(
  { ...order, isInstant: Type.Optional(Type.Boolean({ default: false, description: 'Paid at once, around the clock.' })) },
  closed,
);
export type FallbackPaymentBody = Static<typeof FallbackPaymentBody>;

export const FallbackPayment = Type.Object(
  {
    paymentId: Type.String(),
    transactionStatus: literals(TRANSACTION_STATUSES, 'ISO 20022; `RCVD`: waits for the customer, `ACSC` and `ACCC`: paid, `RJCT`: not paid.'),
    ...order,
    isInstant: Type.Boolean(),
    fee: Amount,
    payeeVerification: PayeeVerification,
    /** Absent if the device was not asked, for example because its method is blocked. */
    challenge: Type.Optional(FallbackChallenge),
    signedAt: Type.Optional(IsoInstant),
  },
  closed,
);
export type FallbackPayment = Static<typeof FallbackPayment>;
