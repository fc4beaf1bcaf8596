import { type Static, Type } from 'typebox';
import { CREDITOR_TYPES, PAYEE_VERIFICATION_RESULTS, PAYMENT_PRODUCTS, TRANSACTION_STATUSES } from '../enumerations.ts';
import { CREDITOR_NAME_LENGTH_MAX, REFERENCE_LENGTH_MAX, REMITTANCE_LENGTH_MAX } from '../limits.ts';
import { NOT_PAID_REASONS } from '../signing-values.ts';
import { Amount, CountryCode, closed, EndToEndIdentification, Iban, IsoDate, IsoInstant, literals } from './common.ts';

/** Verification of Payee, shown before the customer can approve. `matchedName` only for a close match (CMTC). */
export const PayeeVerification = Type.Object({ result: literals(PAYEE_VERIFICATION_RESULTS), matchedName: Type.Optional(Type.String()) }, closed);
export type PayeeVerification = Static<typeof PayeeVerification>;

/** Debtor details (specification §3): data that a customer of `lt` chooses to send. Town and country are required if any address field is sent. */
export const DebtorDetails = Type.Object(
  {
    debtorId: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
    debtorIdType: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
    debtorType: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
    street: Type.Optional(Type.String({ minLength: 1, maxLength: 70 })),
    townName: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
    countrySubDivision: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
    postCode: Type.Optional(Type.String({ minLength: 1, maxLength: 16 })),
    country: Type.Optional(CountryCode),
  },
  closed,
);
export type DebtorDetails = Static<typeof DebtorDetails>;

/** One of the signatories of the account, where one signature is not enough. */
export const Signatory = Type.Object(
  { name: Type.String(), state: literals(['awaited', 'signed', 'refused']), signedAt: Type.Optional(IsoInstant) },
  closed,
);
export type Signatory = Static<typeof Signatory>;

/** Payment details (specification §3), as the signing page shows them. */
export const PaymentDetails = Type.Object(
  {
    instructedAmount: Amount,
    creditorName: Type.String({ maxLength: CREDITOR_NAME_LENGTH_MAX }),
    creditorAccount: Type.Object({ iban: Iban }, closed),
    creditorType: Type.Optional(literals(CREDITOR_TYPES)),
    creditorAddress: Type.Optional(Type.Object({ country: CountryCode }, closed)),
    remittanceInformationUnstructured: Type.Optional(Type.String({ maxLength: REMITTANCE_LENGTH_MAX })),
    remittanceInformationStructured: Type.Optional(Type.Object({ reference: Type.String({ maxLength: REFERENCE_LENGTH_MAX }) }, closed)),
    endToEndIdentification: Type.Optional(EndToEndIdentification),
    requestedExecutionDate: IsoDate,
    paymentProduct: literals(PAYMENT_PRODUCTS),
    retryAsSepa: Type.Boolean(),
    debtorAccount: Type.Optional(Type.Object({ iban: Iban }, closed)),
    transactionStatus: literals(TRANSACTION_STATUSES),
    /** Additions beyond specification §3: */
    payeeVerification: PayeeVerification,
    /** True if an instant payment is executed as an ordinary one (`retryAsSepa`). */
    executedAsSepa: Type.Optional(Type.Boolean()),
    /** Why the bank did not execute a signed payment; absent while it is in progress. */
    notPaidReason: Type.Optional(literals(NOT_PAID_REASONS)),
    /** True if the signature reserves the amount although the bank executes on a later day: after the cut-off, or on a day on which T2 is closed. */
    isReservedWhenSigned: Type.Optional(Type.Boolean()),
    signedAt: Type.Optional(IsoInstant),
    /** Present after the signature: the signed fee, of all items or of each run. */
    fee: Type.Optional(Amount),
    /** Present from the first signature on, where one is not enough. */
    signatories: Type.Optional(Type.Array(Signatory)),
  },
  closed,
);
export type PaymentDetails = Static<typeof PaymentDetails>;
