import { type Static, Type } from 'typebox';
import { CREDITOR_TYPES, PAYEE_VERIFICATION_RESULTS, PAYMENT_PRODUCTS, TRANSACTION_STATUSES } from '../enumerations.ts';
import { CREDITOR_NAME_LENGTH_MAX, REFERENCE_LENGTH_MAX, REMITTANCE_LENGTH_MAX } from '../limits.ts';
import { NOT_PAID_REASONS } from '../signing-values.ts';
import { Amount, CountryCode, closed, EndToEndIdentification, Iban, IsoDate, IsoInstant, literals } from './common.ts';

/** Verification of Payee as shown before the customer can approve. `matchedName` only for a close match (CMTC). */
export const PayeeVerification = Type.Object({ result: literals(PAYEE_VERIFICATION_RESULTS), matchedName: Type.Optional(Type.String()) }, closed);
export type PayeeVerification = Static<typeof PayeeVerification>;

/** Debtor details (specification §3): what a customer of `lt` chooses to send along. Town and country are mandatory once any address field is sent. */
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

/** One of those who must sign for the account, where one signature is not enough. */
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
    /** True once an instant payment runs as an ordinary one (`retryAsSepa`). */
    executedAsSepa: Type.Optional(Type.Boolean()),
    /** Why the bank did not make a signed payment; absent while it goes on. */
    notPaidReason: Type.Optional(literals(NOT_PAID_REASONS)),
    /** True where the signature reserves the money though the bank executes on a later day: after the cut-off, or on a day on which T2 is closed. */
    isReservedWhenSigned: Type.Optional(Type.Boolean()),
    signedAt: Type.Optional(IsoInstant),
    /** From the first signature on, where one is not enough. */
    signatories: Type.Optional(Type.Array(Signatory)),
  },
  closed,
);
export type PaymentDetails = Static<typeof PaymentDetails>;
