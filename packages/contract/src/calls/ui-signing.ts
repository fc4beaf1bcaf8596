import { type Static, Type } from 'typebox';
import { CHALLENGE_FORMS } from '../auth-method-values.ts';
import { Account } from '../entities/account.ts';
import { BankPage } from '../entities/bank-method.ts';
import { CalculatorNumber } from '../entities/calculator.ts';
import { Amount, closed, Iban, IsoInstant, literals } from '../entities/common.ts';
import { DeviceLink } from '../entities/device-link.ts';
import { DebtorDetails, Signatory } from '../entities/payment.ts';
import { SigningTimeLeft } from '../entities/signing-session.ts';
import { AUTH_METHODS, CHALLENGE_STATES, MODAL_IDS, TRANSACTION_STATUSES } from '../enumerations.ts';
import { NOT_PAID_REASONS } from '../signing-values.ts';

/**
 * Headers of every signing call. The first `details` sends `signing-entry` instead of the id, and every `details` names its page. The signature
 * sends `signing-method` if the customer chose another method than the one of the sign-in, and `signing-form` if they open
 * the app by a link; a running signature keeps its own.
 */
export const SigningHeaders = Type.Object({
  'signing-id': Type.Optional(Type.String({ maxLength: 200 })),
  'signing-entry': Type.Optional(Type.String({ maxLength: 200 })),
  'signing-page': Type.Optional(Type.Enum([...MODAL_IDS])),
  'signing-method': Type.Optional(literals(AUTH_METHODS)),
  'signing-form': Type.Optional(literals(CHALLENGE_FORMS)),
});

/** `PUT {api}/ui/payment`: the signature. */
export const SignPaymentBody = Type.Object({ debtorAccountIban: Iban, debtorDetails: Type.Optional(DebtorDetails) }, closed);
export type SignPaymentBody = Static<typeof SignPaymentBody>;

/** Response of `PUT` and `DELETE {api}/ui/payment`. */
export const PaymentSigningResult = Type.Object(
  {
    transactionStatus: literals(TRANSACTION_STATUSES),
    /** Present after a signature, absent after a refusal. */
    signedAt: Type.Optional(IsoInstant),
    /** As signed; present after a signature. */
    fee: Type.Optional(Amount),
    executedAsSepa: Type.Optional(Type.Boolean()),
    /** Why the bank did not execute the signed payment (`RJCT`). */
    notPaidReason: Type.Optional(literals(NOT_PAID_REASONS)),
    /** While another signature is missing (`PATC`). */
    signatories: Type.Optional(Type.Array(Signatory)),
  },
  closed,
);
export type PaymentSigningResult = Static<typeof PaymentSigningResult>;

/** `GET {api}/ui/payment/fee`. `info` is free text about the payment, `amount` a decimal string. */
export const FeeQuery = Type.Object(
  {
    debtorIban: Iban,
    creditorIban: Type.Optional(Iban),
    info: Type.Optional(Type.String({ maxLength: 140 })),
    amount: Type.Optional(Type.String({ maxLength: 20 })),
  },
  closed,
);
export type FeeQuery = Static<typeof FeeQuery>;

/** `GET {api}/ui/account/balance`. */
export const BalanceQuery = Type.Object({ iban: Iban }, closed);

/** Addition: the available balance, as `GET {api}/ui/account/balance` has it. */
export const PayFromAccount = Type.Object({ ...Account.properties, availableBalance: Type.Optional(Amount) }, closed);
export type PayFromAccount = Static<typeof PayFromAccount>;

/** `GET {api}/ui/account/list`. */
export const AccountList = Type.Array(PayFromAccount);
export type AccountList = Static<typeof AccountList>;

/** `GET {api}/ui/challenge`: the strong customer authentication of a held `PUT`. 200 with `state: 'none'` when none was started. */
export const SigningChallenge = Type.Object(
  {
    state: literals(['none', ...CHALLENGE_STATES]),
    method: Type.Optional(literals(AUTH_METHODS)),
    /** Four digits to compare with the phone; absent for methods without a control code. */
    controlCode: Type.Optional(Type.String()),
    /** For a code calculator. Its response code is sent to `POST {api}/ui/challenge/response`, which returns this object again. */
    calculatorNumber: Type.Optional(CalculatorNumber),
    /** For a challenge that the customer opens in the app. */
    deviceLink: Type.Optional(DeviceLink),
    /** For a challenge on a page of the bank. */
    bankPage: Type.Optional(BankPage),
    /** Seconds until the challenge times out. */
    secondsLeft: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Of a challenge that failed on the co-signer's page: tries left before the method is blocked. */
    triesLeft: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Of the session, now: the page corrects what it counted. Absent in the response to a calculator's response. */
    timeLeft: Type.Optional(SigningTimeLeft),
  },
  closed,
);
export type SigningChallenge = Static<typeof SigningChallenge>;

/** Response of `POST {api}/ui/activity`. */
export const ActivityResult = Type.Object({ timeLeft: SigningTimeLeft }, closed);
export type ActivityResult = Static<typeof ActivityResult>;
