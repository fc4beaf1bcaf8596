/**
 * A receipt: the shown and signed content from the audit log, the second signature, and the status. It is a file of canonical JSON; the page
 * and the PDF use only this file.
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

/** Form of the session's id and of all other ids in a receipt. */
const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/** The content of a signing page of any kind, without members that change later. All members are optional, because the form of pages changes. */
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

/** The content that a challenge is bound to; for a cancellation it contains that of the payment. */
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

/** Who signed, how, and the names and language on the page. */
const Signature = Type.Object({
  signatory: Type.String(),
  /** The company that is the customer. */
  onBehalfOf: Type.Optional(Type.String()),
  method: Type.Enum([...AUTH_METHODS]),
  /** What the bank's own authentication said; its evidence itself is in the audit log. */
  bankAuthentication: Type.Optional(Type.Object({ method: Type.String(), authenticatedAt: Instant, evidenceSha256: Hash })),
  /** Signed on the device alone, without a page. `deviceText`: what the device showed. */
  approach: Type.Optional(Type.Literal('decoupled')),
  deviceText: Type.Optional(Type.String()),
  tppName: Type.String(),
  tppApplicationName: Type.String(),
  bankCountry: Type.Enum([...BANK_COUNTRIES]),
  locale: Type.Enum([...LOCALES]),
  signedAt: Instant,
});
export type Signature = Static<typeof Signature>;

/** The entry of the audit log: `contentHash` is the SHA-256 of the canonical JSON of `signed`. */
export const Evidence = Type.Object({
  receiptId: Id,
  kind: Type.Enum([...SIGNING_KINDS]),
  resourceId: Id,
  /** Position in the audit chain `signing:{receiptId}`, and real time of the entry. */
  position: Type.Integer({ minimum: 1 }),
  recordedAt: Instant,
  /** Absent when the sign-in was the signature. */
  challengeId: Type.Optional(Id),
  contentHash: Hash,
  signed: Type.Intersect([Signed, Type.Partial(Type.Object({ cancelled: Signed }))]),
  /** Absent: the shown content was not stored. */
  shown: Type.Optional(Shown),
  /** Absent for signatures of earlier versions. */
  signature: Type.Optional(Signature),
});
export type Evidence = Static<typeof Evidence>;

/** A signature after the first one, from the chain `payment:{resourceId}`. */
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
    /** From the session, when the audit log does not contain it. */
    fallback: Type.Optional(Type.Omit(Signature, ['signatory', 'onBehalfOf', 'method', 'approach', 'deviceText'])),
    evidence: Evidence,
    /** Items of a bulk payment, in their order; absent when they differ from the signed ones. */
    items: Type.Optional(Type.Array(Item)),
    coSignatures: Type.Array(CoSignature),
    /** Status when the receipt was made; it may change afterwards. Tenant time. */
    status: Type.Object({
      value: Type.String(),
      readAt: Instant,
      awaited: Type.Array(Type.String()),
      notPaidReason,
      /** For a periodic payment: the latest run, if it was not paid. */
      unpaidRun: PeriodicPaymentDetails.properties.unpaidRun,
      /** For a periodic payment with an `unpaidRun`: whether later runs follow. Absent in receipts of earlier versions. */
      goesOn: Type.Optional(Type.Boolean()),
      /** For a consent: the day on which the access that this signature ended was given. Absent in receipts of earlier versions. */
      replacedAccessOf: ConsentDetails.properties.replacedAccessOf,
      /** How the page and the PDF are drawn. Absent in receipts of earlier versions, whose PDFs must stay the same to be verified. */
      layout: Type.Optional(Type.Literal(2)),
      /**
       * Version of the page and the PDF since `layout`. 1: names the approach, wide amounts, one rule below all lines of a row. Absent in receipts of
       * earlier versions, whose PDFs must stay the same to be verified.
       */
      drawing: Type.Optional(Type.Integer({ minimum: 1 })),
      /** Signatories who refused. */
      refused: Type.Optional(Type.Array(Type.String())),
      /** By IBAN, for accounts in this receipt: the names that the customer sees at the bank. */
      accountNames: Type.Optional(Type.Record(Type.String(), Type.String())),
      /** The page of this receipt at the bank. */
      address: Type.Optional(Type.String()),
      /** For a bulk payment: the outcome of each of `items`, in their order. Absent in receipts of earlier versions. */
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
