/**
 * A receipt: what was shown and signed, as the audit log keeps it, with what was signed second and what became of it. It is a file of
 * canonical JSON; the page and the PDF are made of nothing else.
 */
import {
  AUTH_METHODS,
  BANK_COUNTRIES,
  BulkPaymentDetails,
  BulkPaymentItemDetails,
  ConsentDetails,
  DebtorDetails,
  LOCALES,
  PeriodicPaymentDetails,
  SIGNING_KINDS,
  StatementDetails,
} from '@portico/contract';
import { type Static, Type } from 'typebox';
import { guardOf } from '#platform/guard-of.ts';

export const RECEIPT_FORMAT = 'portico-receipt-1';

/** The session's own id, and the form of every other id here. */
const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/** What stands on the signing page, of any kind, without what changes by itself. All of it optional: a receipt outlives the form of a page. */
const Shown = Type.Partial(
  Type.Object({
    ...PeriodicPaymentDetails.properties,
    ...Type.Omit(ConsentDetails, ['consentStatus']).properties,
    ...Type.Omit(StatementDetails, ['statementStatus']).properties,
    batchBookingPreferred: BulkPaymentDetails.properties.batchBookingPreferred,
    itemCount: Type.Integer({ minimum: 1 }),
    itemsDigest: Hash,
  }),
);
export type Shown = Static<typeof Shown>;

const Item = Type.Omit(BulkPaymentItemDetails, ['transactionStatus', 'notPaidReason', 'signatories']);
export type ReceiptItem = Static<typeof Item>;

/** The content a challenge is bound to; of a cancellation, around that of the payment. */
const Signed = Type.Partial(
  Type.Object({
    amountCents: Type.Integer(),
    currency: Type.String(),
    feeCents: Type.Integer(),
    debtorIban: Type.String(),
    debtorDetails: DebtorDetails,
    chosen: Type.Array(Type.String()),
  }),
);
export type Signed = Static<typeof Signed> & { readonly cancelled?: Signed };

/** Who signed, how, and what stood around it on the page. */
const Signature = Type.Object({
  signatory: Type.String(),
  /** The company that is the customer. */
  onBehalfOf: Type.Optional(Type.String()),
  method: Type.Enum([...AUTH_METHODS]),
  tppName: Type.String(),
  tppApplicationName: Type.String(),
  bankCountry: Type.Enum([...BANK_COUNTRIES]),
  locale: Type.Enum([...LOCALES]),
  signedAt: Instant,
});
export type Signature = Static<typeof Signature>;

/** As the audit log has it: `contentHash` is the SHA-256 of the canonical JSON of `signed`. */
export const Evidence = Type.Object({
  receiptId: Id,
  kind: Type.Enum([...SIGNING_KINDS]),
  resourceId: Id,
  /** Place in the audit chain `signing:{receiptId}`, and real time of its writing. */
  position: Type.Integer({ minimum: 1 }),
  recordedAt: Instant,
  /** Absent where the sign-in was the signature. */
  challengeId: Type.Optional(Id),
  contentHash: Hash,
  signed: Type.Intersect([Signed, Type.Partial(Type.Object({ cancelled: Signed }))]),
  /** Absent: what was shown was not kept. */
  shown: Type.Optional(Shown),
  /** Absent of what was signed before this was kept. */
  signature: Type.Optional(Signature),
});
export type Evidence = Static<typeof Evidence>;

/** A signature that was given after the first, of the chain `payment:{resourceId}`. */
const CoSignature = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  decidedAt: Instant,
  signatory: Type.Optional(Type.String()),
  method: Type.Optional(Type.Enum([...AUTH_METHODS])),
  contentHash: Type.Optional(Hash),
});
export type CoSignature = Static<typeof CoSignature>;

const { notPaidReason } = BulkPaymentItemDetails.properties;
const Outcome = Type.Object({ value: Type.String(), notPaidReason });
export type Outcome = Static<typeof Outcome>;

export const Receipt = Type.Object(
  {
    format: Type.Literal(RECEIPT_FORMAT),
    bankName: Type.String(),
    /** From the session, where the audit log has none of it. */
    fallback: Type.Optional(Type.Omit(Signature, ['signatory', 'onBehalfOf', 'method'])),
    evidence: Evidence,
    /** Of a bulk payment, in their order; absent: they are not what was signed any more. */
    items: Type.Optional(Type.Array(Item)),
    coSignatures: Type.Array(CoSignature),
    /** When the receipt was made: it may go on afterwards. Tenant time. */
    status: Type.Object({
      value: Type.String(),
      readAt: Instant,
      awaited: Type.Array(Type.String()),
      notPaidReason,
      /** Of a periodic payment: the latest run, where it was not made. */
      unpaidRun: PeriodicPaymentDetails.properties.unpaidRun,
      /** Of a periodic payment with an `unpaidRun`: whether later runs follow. Absent in receipts of earlier versions. */
      goesOn: Type.Optional(Type.Boolean()),
      /** Of a consent: the day on which the access was given that the signature ended. Absent in receipts of earlier versions. */
      replacedAccessOf: ConsentDetails.properties.replacedAccessOf,
      /** Of a bulk payment: what became of each of `items`, in their order. Absent in receipts of earlier versions. */
      outcomes: Type.Optional(Type.Array(Outcome)),
    }),
  },
  { additionalProperties: false },
);
export type Receipt = Static<typeof Receipt>;

export const isReceipt = guardOf(Receipt);
export const isEvidence = guardOf(Evidence);
export const isItems = guardOf(Type.Array(Item));
export const isCoSignature = guardOf(CoSignature);
