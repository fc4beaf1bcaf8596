/** Response schemas of a bank's core; `docs/guide/bank-core.md` explains them. Money is integer cents, debits are negative. */
import { DebtorDetails, IsoDate, literals, PAYMENT_PRODUCTS, PayeeVerification } from '@portico/contract';
import { AUTH_METHODS, BANK_COUNTRIES } from '@portico/contract/values';
import { type Static, type TSchema, Type } from 'typebox';
import { guardOf } from '#platform/guard-of.ts';

const Text = Type.String({ minLength: 1, maxLength: 300 });
const Cents = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
const PositiveCents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Fees = Type.Object({ withinBank: PositiveCents, otherBank: PositiveCents });

/** Read once, when the server starts. */
const CoreTerms = Type.Object({
  authMethods: Type.Record(literals(BANK_COUNTRIES), Type.Array(literals(AUTH_METHODS))),
  /** Bank codes of the bank's own IBANs as `EE:95`: country and bank code. */
  bankCodes: Type.Array(Type.String({ pattern: '^[A-Z]{2}:[A-Z0-9]+$' }), { minItems: 1 }),
  fees: Type.Object({ INDIVIDUAL_SEPA: Fees, INDIVIDUAL_INSTANT_SEPA: Fees }),
  /** Cut-off time of ordinary payments, in the bank's time zone. */
  cutOff: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
});
export type CoreTerms = Static<typeof CoreTerms>;

const CoreCustomer = Type.Object({
  customerId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
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
});
export type CoreCustomer = Static<typeof CoreCustomer>;

const CoreAccount = Type.Object({
  accountId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  iban: Text,
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  name: Text,
  holderName: Text,
  status: literals(['enabled', 'blocked']),
  bic: Text,
  product: Text,
  usage: literals(['PRIV', 'ORGA']),
  bookedCents: Cents,
  availableCents: Cents,
  needsSecondSignature: Type.Optional(Type.Boolean()),
});

const SigningParty = Type.Object({ customerId: Text, name: Text });

const MOVEMENT = {
  amountCents: Cents,
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  part: literals(['principal', 'fee']),
  counterpartName: Type.Optional(Text),
  counterpartIban: Type.Optional(Text),
  remittance: Type.Optional(Text),
  remittanceStructured: Type.Optional(Type.Object({ reference: Text, referenceType: Type.Optional(Text), referenceIssuer: Type.Optional(Text) })),
  product: Type.Optional(literals(PAYMENT_PRODUCTS)),
  endToEndId: Type.Optional(Text),
  bankTransactionCode: Type.Optional(Type.String({ pattern: '^[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$' })),
};
const CoreBooked = Type.Object({
  ...MOVEMENT,
  entryId: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  transactionId: Text,
  bookingDate: IsoDate,
});
export type CoreBooked = Static<typeof CoreBooked>;
const CorePending = Type.Object({
  ...MOVEMENT,
  transactionId: Type.Optional(Text),
  pendingId: Text,
  placedAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' }),
});
export type CorePending = Static<typeof CorePending>;

const CoreOutcome = Type.Union([
  Type.Object({ ok: Type.Literal(true) }),
  Type.Object({ ok: Type.Literal(false), reason: Type.Literal('insufficientFunds'), availableCents: Cents }),
  Type.Object({ ok: Type.Literal(false), reason: literals(['accountUnknown', 'accountBlocked', 'currencyMismatch', 'instantNotReachable']) }),
]);

const accountOrNone = Type.Union([CoreAccount, Type.Null()]);
const outcomes = Type.Object({ outcomes: Type.Array(CoreOutcome) });

/** One call of the core: the last segment of its address, and a parser that returns undefined for a response of another form. */
export interface CoreCall<Answer> {
  readonly name: string;
  parse(answer: unknown): Answer | undefined;
}

function call<Schema extends TSchema>(name: string, schema: Schema): CoreCall<Static<Schema>> {
  const hasForm = guardOf(schema);
  return { name, parse: (answer) => (hasForm(answer) ? answer : undefined) };
}

export const CORE_CALLS = {
  readTerms: call('read-terms', CoreTerms),
  findCustomer: call('find-customer', Type.Object({ customer: Type.Union([CoreCustomer, Type.Null()]) })),
  listAccounts: call('list-accounts', Type.Object({ accounts: Type.Array(CoreAccount) })),
  listSigningParties: call('list-signing-parties', Type.Object({ signatories: Type.Array(SigningParty), signedFor: Type.Array(SigningParty) })),
  readCoSignature: call('read-co-signature', Type.Object({ coSignature: literals(['given', 'refused', 'pending']) })),
  verifyPayees: call('verify-payees', Type.Object({ verifications: Type.Array(PayeeVerification) })),
  listBooked: call('list-booked', Type.Object({ account: accountOrNone, movements: Type.Array(CoreBooked) })),
  listBookedSince: call('list-booked-since', Type.Object({ account: accountOrNone, movements: Type.Array(CoreBooked), knowsEntry: Type.Boolean() })),
  listPending: call('list-pending', Type.Object({ account: accountOrNone, movements: Type.Array(CorePending) })),
  findTransaction: call('find-transaction', Type.Object({ movement: Type.Union([CoreBooked, Type.Null()]) })),
  transfer: call('transfer', outcomes),
  hold: call('hold', outcomes),
  holdAll: call('hold-all', Type.Object({ outcome: CoreOutcome })),
  settle: call('settle', outcomes),
  release: call('release', Type.Object({})),
  authenticate: call('authenticate', Type.Object({ state: literals(['started', 'approved', 'refused', 'wrongCode', 'timedOut', 'unreachable']) })),
} as const;
