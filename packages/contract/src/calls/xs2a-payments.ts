import { type Static, Type } from 'typebox';
import {
  Amount,
  CountryCode,
  CurrencyCode,
  closed,
  closedWithout,
  EndToEndIdentification,
  Iban,
  IsoDate,
  Link,
  literals,
} from '../entities/common.ts';
import { CREDITOR_TYPES, PAYMENT_PRODUCT_PATHS, TRANSACTION_STATUSES } from '../enumerations.ts';
import { CREDITOR_NAME_LENGTH_MAX, REFERENCE_LENGTH_MAX, REMITTANCE_LENGTH_MAX } from '../limits.ts';

const transactionStatus = literals(TRANSACTION_STATUSES, 'ISO 20022 payment status; `RCVD`: waits for the customer, `ACSC`: paid, `RJCT`: not paid.');

/** Berlin Group account reference (IBAN only; the currency narrows multi-currency accounts). */
export const AccountReference = Type.Object(
  { iban: Iban, currency: Type.Optional(CurrencyCode) },
  closedWithout(['bban', 'pan', 'maskedPan', 'msisdn', 'other', 'cashAccountType']),
);
export type AccountReference = Static<typeof AccountReference>;

/** SEPA allows structured addresses only: town and country are required. */
export const PostalAddress = Type.Object(
  {
    streetName: Type.Optional(Type.String({ maxLength: 70 })),
    buildingNumber: Type.Optional(Type.String({ maxLength: 16 })),
    townName: Type.String({ minLength: 1, maxLength: 35 }),
    postCode: Type.Optional(Type.String({ maxLength: 16 })),
    country: CountryCode,
  },
  closed,
);

/** Members of one payee, from the standard's data model and other banks' products. */
export const PAYEE_FIELDS_NOT_OFFERED = [
  'categoryPurposeCode',
  'creditorAgentName',
  'creditorId',
  'creditorIdentification',
  'creditorNameAndAddress',
  'currencyOfTransfer',
  'proprietaryCategoryPurposeCode',
  'purposeCode',
  'remittanceInformationStructuredArray',
  'remittanceInformationUnstructuredArray',
  'ultimateCreditor',
  'ultimateCreditorId',
  'ultimateCreditorIdentification',
] as const;
/** Members of the whole order. */
export const ORDER_FIELDS_NOT_OFFERED = [
  'chargeBearer',
  'debtorAgent',
  'debtorId',
  'debtorIdentification',
  'debtorName',
  'exchangeRateInformation',
  'instructionPriority',
  'paymentInformationId',
  'paymentInformationIdentification',
  'requestedExecutionTime',
  'serviceLevel',
  'ultimateDebtor',
  'ultimateDebtorId',
  'ultimateDebtorIdentification',
] as const;

/** `POST /v1/payments/{payment-product}`. `debtorAccount` is optional: the customer chooses (recorded relaxation of the Berlin Group's schema). */
export const PaymentInitiation = Type.Object(
  {
    endToEndIdentification: Type.Optional(EndToEndIdentification),
    instructionIdentification: Type.Optional(
      Type.String({ minLength: 1, maxLength: 35, description: 'The application’s own reference; the payee does not see it.' }),
    ),
    debtorAccount: Type.Optional(AccountReference),
    instructedAmount: Amount,
    creditorAccount: AccountReference,
    creditorAgent: Type.Optional(
      Type.String({ pattern: '^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$', description: 'a BIC of 8 or 11 characters, such as PORTEE2X' }),
    ),
    creditorName: Type.String({
      minLength: 1,
      maxLength: CREDITOR_NAME_LENGTH_MAX,
      description: 'The payee, as the payee’s bank knows it: the name is verified.',
    }),
    creditorAddress: Type.Optional(PostalAddress),
    creditorType: Type.Optional(literals(CREDITOR_TYPES, 'The bank’s addition: what the customer reads about the payee.')),
    remittanceInformationUnstructured: Type.Optional(
      Type.String({ minLength: 1, maxLength: REMITTANCE_LENGTH_MAX, description: 'What the payee reads; this, or the structured one.' }),
    ),
    remittanceInformationStructured: Type.Optional(
      Type.Object(
        {
          reference: Type.String({ minLength: 1, maxLength: REFERENCE_LENGTH_MAX, description: 'A creditor reference, its check digits right.' }),
          referenceType: Type.Optional(Type.String({ maxLength: 35 })),
          referenceIssuer: Type.Optional(Type.String({ maxLength: 35 })),
        },
        closed,
      ),
    ),
    requestedExecutionDate: Type.Optional(IsoDate),
    retryAsSepa: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Addition of this bank, for instant payments: `true` makes an ordinary payment when an instant one is not possible.',
      }),
    ),
  },
  closedWithout([...PAYEE_FIELDS_NOT_OFFERED, ...ORDER_FIELDS_NOT_OFFERED, 'batchBookingPreferred']),
);
export type PaymentInitiation = Static<typeof PaymentInitiation>;

export const PaymentProductParams = Type.Object({ paymentProduct: literals(PAYMENT_PRODUCT_PATHS) });
export const PaymentParams = Type.Object({ paymentProduct: literals(PAYMENT_PRODUCT_PATHS), paymentId: Type.String({ maxLength: 64 }) });

/** What an application shows while the device asks. */
export const DecoupledMessage = Type.String({
  maxLength: 500,
  description: 'With `DECOUPLED`: show it to the customer. It names the method and the control code.',
});

/** 201 of payment initiation. `scaRedirect` and `scaStatus` with an implicit start, `startAuthorisation` with an explicit one. */
export const PaymentInitiationResponse = Type.Object(
  {
    transactionStatus,
    paymentId: Type.String({ description: 'Id of the payment: keep it.' }),
    transactionFees: Type.Optional(Amount),
    transactionFeeIndicator: Type.Optional(Type.Boolean({ description: 'True: the customer pays a fee.' })),
    psuMessage: Type.Optional(DecoupledMessage),
    _links: Type.Object(
      {
        scaRedirect: Type.Optional(Link),
        scaStatus: Type.Optional(Link),
        startAuthorisation: Type.Optional(Link),
        self: Link,
        status: Link,
      },
      closed,
    ),
  },
  closed,
);
export type PaymentInitiationResponse = Static<typeof PaymentInitiationResponse>;

/** 200 of `GET /v1/payments/{payment-product}/{paymentId}`. */
export const PaymentInformation = Type.Object({ ...PaymentInitiation.properties, transactionStatus }, closed);
export type PaymentInformation = Static<typeof PaymentInformation>;

/** 200 of `GET …/status`. `_links` is present while the application can start the second signatory's authorisation. */
export const PaymentStatusResponse = Type.Object(
  {
    transactionStatus,
    psuMessage: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Text for the customer: the deadline of the second signature, or the reason why a signed payment was not made.',
      }),
    ),
    tppMessages: Type.Optional(
      Type.Array(Type.Object({ category: Type.Enum(['ERROR', 'WARNING']), code: Type.String(), text: Type.Optional(Type.String()) }, closed)),
    ),
    _links: Type.Optional(
      Type.Object(
        { startAuthorisation: Link },
        { ...closed, description: 'While a second signature is awaited and its authorisation can be started.' },
      ),
    ),
  },
  closed,
);
export type PaymentStatusResponse = Static<typeof PaymentStatusResponse>;
