/**
 * What the calls of a bank's core carry, as JSON Schemas: the only list of it. Types, the check of answers, the OpenAPI document and the contract kit
 * come from here. A schema with a title is a component of the document. Money is integer cents, debits are negative.
 */
import { DebtorDetails, IsoDate, literals, PAYMENT_PRODUCTS } from '@portico/contract';
import { AUTH_METHODS, BANK_COUNTRIES } from '@portico/contract/values';
import { type Static, Type } from 'typebox';
import { OwnMethod } from './authentication-calls.ts';
import { Id, Instant, Text } from './values.ts';

export { Id, Instant, Text };

const Cents = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
export const PositiveCents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'a currency of ISO 4217, such as EUR' });
const Fees = Type.Object({ withinBank: PositiveCents, otherBank: PositiveCents });

const VERSIONS = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, description: 'the versions of these calls that the core speaks; absent: version 1 only' }),
);
export const CoreVersions = Type.Object({ versions: VERSIONS });

/** Read once, when the server starts. */
export const CoreTerms = Type.Object(
  {
    versions: VERSIONS,
    authMethods: Type.Record(literals(BANK_COUNTRIES), Type.Array(literals(AUTH_METHODS))),
    ownAuthentication: Type.Optional(
      Type.Array(OwnMethod, {
        maxItems: AUTH_METHODS.length,
        description: 'methods of `authMethods` that the bank carries out on its page or in its app',
      }),
    ),
    bankCodes: Type.Array(Type.String({ pattern: '^[A-Z]{2}:[A-Z0-9]+$', description: 'country and bank code, such as EE:95' }), {
      minItems: 1,
      description: "bank codes of the bank's IBANs",
    }),
    fees: Type.Object({ INDIVIDUAL_SEPA: Fees, INDIVIDUAL_INSTANT_SEPA: Fees }),
    cutOff: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'cut-off of ordinary payments in the time zone of the bank, as HH:MM',
    }),
    optionalCalls: Type.Optional(
      Type.Array(Text, {
        description: 'names of the optional calls that the core answers; absent: none. Portico makes no others, and ignores unknown names',
      }),
    ),
  },
  { title: 'Terms' },
);
export type CoreTerms = Static<typeof CoreTerms>;

const CoreRole = Type.Object(
  {
    customerId: Id,
    name: Text,
    type: literals(['person', 'company']),
    signsSecond: Type.Optional(Type.Boolean({ description: 'true: the person signs second for this company, and the role has no accounts' })),
  },
  { title: 'Role', description: 'a customer for whom the person may act; `name` is the person or the company, by which the person chooses' },
);

export const CoreCustomer = Type.Object(
  {
    customerId: Id,
    country: literals(BANK_COUNTRIES),
    name: Text,
    firstName: Text,
    surname: Text,
    nationalIdentityNumber: Text,
    phoneNumber: Type.Optional(Text),
    userNumber: Type.Optional(Text),
    type: literals(['person', 'company']),
    authMethods: Type.Array(literals(AUTH_METHODS)),
    signsFor: Type.Optional(Text),
    debtorDetails: Type.Optional(DebtorDetails),
    roles: Type.Optional(
      Type.Array(CoreRole, {
        maxItems: 100,
        description: 'the roles of the person, this one included, in the order of the choice; absent or empty: this one',
      }),
    ),
  },
  { title: 'Customer', description: 'of a company: `name` is the company, the names and the number are of its representative, who authenticates' },
);
export type CoreCustomer = Static<typeof CoreCustomer>;

export const CoreAccount = Type.Object(
  {
    accountId: Id,
    iban: Text,
    currency: Currency,
    name: Text,
    holderName: Text,
    status: literals(['enabled', 'blocked']),
    bic: Text,
    product: Text,
    usage: literals(['PRIV', 'ORGA']),
    bookedCents: Cents,
    availableCents: Cents,
    needsSecondSignature: Type.Optional(Type.Boolean()),
  },
  { title: 'Account' },
);

export const SigningParty = Type.Object({ customerId: Text, name: Text }, { title: 'SigningParty' });

/** `bankTransactionCode`: domain, family and sub-family of ISO 20022. */
const MOVEMENT = {
  amountCents: Cents,
  currency: Currency,
  part: literals(['principal', 'fee']),
  counterpartName: Type.Optional(Text),
  counterpartIban: Type.Optional(Text),
  remittance: Type.Optional(Text),
  remittanceStructured: Type.Optional(Type.Object({ reference: Text, referenceType: Type.Optional(Text), referenceIssuer: Type.Optional(Text) })),
  product: Type.Optional(literals(PAYMENT_PRODUCTS)),
  endToEndId: Type.Optional(Text),
  bankTransactionCode: Type.Optional(
    Type.String({ pattern: '^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$', description: 'domain-family-sub-family of ISO 20022, such as PMNT-RDDT-ESDD' }),
  ),
};
const VALUE_DATE = Type.Optional(IsoDate);
export const CoreBooked = Type.Object(
  {
    ...MOVEMENT,
    entryId: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    transactionId: Text,
    bookingDate: IsoDate,
    valueDate: VALUE_DATE,
  },
  { title: 'BookedMovement' },
);
export type CoreBooked = Static<typeof CoreBooked>;
export const CorePending = Type.Object(
  { ...MOVEMENT, transactionId: Type.Optional(Text), pendingId: Text, placedAt: Instant },
  { title: 'PendingMovement' },
);
export type CorePending = Static<typeof CorePending>;

const CoreSignature = Type.Object(
  {
    customerId: Type.Optional(Text),
    name: Type.Optional(Text),
    signedAt: Instant,
    method: Type.Optional(literals(AUTH_METHODS)),
    challengeId: Type.Optional(Text),
    contentHash: Type.Optional(Text),
  },
  { title: 'Signature', description: 'the person, and the approved challenge; `contentHash` is what `authenticate` got' },
);

export const CoreOrigin = Type.Object(
  {
    provider: Type.Object({ clientId: Text, name: Text, authorisationNumber: Type.Optional(Text) }),
    orderId: Type.String({ description: 'the signed payment: of a run the periodic one, of an item the bulk one' }),
    requestId: Type.Optional(Type.String({ description: "X-Request-ID of the provider's call, its idempotency key too" })),
    signatures: Type.Array(CoreSignature, { description: 'in the order in which they were given' }),
  },
  { title: 'Origin', description: 'where the order comes from; never part of the comparison of promise 3' },
);
export type CoreOrigin = Static<typeof CoreOrigin>;

export const CoreTransfer = Type.Object(
  {
    paymentId: Text,
    customerId: Text,
    debtorIban: Text,
    creditorIban: Text,
    creditorName: Text,
    amountCents: PositiveCents,
    feeCents: PositiveCents,
    currency: Currency,
    remittance: Type.String({ description: 'text and reference; empty where there is none' }),
    remittanceStructured: Type.Optional(Type.Object({ reference: Text, referenceType: Type.Optional(Text), referenceIssuer: Type.Optional(Text) })),
    scheme: Type.Object(
      { creditorName: Type.String(), remittance: Type.String() },
      { description: 'the same texts in the basic character set of SEPA' },
    ),
    endToEndId: Text,
    product: literals(PAYMENT_PRODUCTS),
    origin: Type.Optional(CoreOrigin),
  },
  { title: 'Transfer' },
);

export type CoreTransfer = Static<typeof CoreTransfer>;

/** Why a core refuses an order; `insufficientFunds` has an amount beside it. */
const REFUSAL_REASONS = [
  'accountUnknown',
  'accountBlocked',
  'currencyMismatch',
  'instantNotReachable',
  'limitExceeded',
  'suspectedFraud',
  'sanctions',
  'duplicate',
  'refused',
] as const;
export const RefusalReason = literals(['insufficientFunds', ...REFUSAL_REASONS]);

export const CoreOutcome = Type.Union(
  [
    Type.Object({ ok: Type.Literal(true) }),
    Type.Object({ ok: Type.Literal(false), reason: Type.Literal('insufficientFunds'), availableCents: Cents }),
    Type.Object({
      ok: Type.Literal(false),
      reason: literals(REFUSAL_REASONS),
    }),
  ],
  { title: 'Outcome' },
);

/** Which entries of which account a call wants. */
export const PERIOD = { customerId: Text, accountId: Id, dateFrom: IsoDate, dateTo: IsoDate, limit: Type.Integer({ minimum: 1 }) };

/** How `find-customer` is asked: by id, by personal code, or by the user number of eParaksts mobile. */
export const WantedCustomer = Type.Union([
  Type.Object({ customerId: Text }),
  Type.Object({ country: literals(BANK_COUNTRIES), nationalIdentityNumber: Text }),
  Type.Object({ country: literals(BANK_COUNTRIES), userNumber: Text }),
]);
export type WantedCustomer = Static<typeof WantedCustomer>;
