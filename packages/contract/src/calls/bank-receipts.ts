/**
 * Receipts, `/bank/receipts`: what the customer saw and signed, with its hash. One for each thing that was signed; what was refused
 * or ran out of time has none.
 *
 * | call | answer |
 * |---|---|
 * | `GET /bank/receipts/signed?after=&search=` | 200 {@link ReceiptList}, the latest first; `after` is the `next` of the page before |
 * | `GET /bank/receipts/signed/{id}?language=` | 200 {@link ReceiptView}: the receipt in words |
 * | `GET /bank/receipts/signed/{id}/pdf?language=` | 200 `application/pdf`, to be saved; the file below is attached in it |
 * | `GET /bank/receipts/signed/{id}/json` | 200 the receipt as canonical JSON (RFC 8785), to be saved; `portico receipt verify` reads both files |
 *
 * `{id}`: that of the receipt, or of the payment, consent or statement that was signed. Read by whoever signed, and of a payment that
 * takes two signatures by its other signatories. Anybody else's receipt is answered like one that does not exist: 404 `NOT_FOUND`.
 * Without a live bank session: 410 `SIGN_IN_UNKNOWN`. Without `language`: the language it was signed in.
 */
import { type Static, Type } from 'typebox';
import { Amount, closed, IsoInstant, literals } from '../entities/common.ts';
import { BANK_COUNTRIES, LOCALES } from '../enumerations.ts';
import { SIGNING_KINDS } from '../signing-values.ts';

const language = Type.Optional(literals(LOCALES));

export const ReceiptQuery = Type.Object({ language }, closed);

export const ReceiptsQuery = Type.Object(
  {
    after: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    /** Part of the name of a payee or a provider, or an amount. */
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 70 })),
  },
  closed,
);
export type ReceiptsQuery = Static<typeof ReceiptsQuery>;

export const ReceiptLine = Type.Object(
  {
    receiptId: Type.String(),
    kind: literals(SIGNING_KINDS),
    signedAt: IsoInstant,
    bankCountry: literals(BANK_COUNTRIES),
    /** The provider's registered name. */
    tppName: Type.String(),
    /** Of a payment; of a bulk payment, the total. */
    instructedAmount: Type.Optional(Amount),
    creditorName: Type.Optional(Type.String()),
  },
  closed,
);
export type ReceiptLine = Static<typeof ReceiptLine>;

export const ReceiptList = Type.Object(
  {
    receipts: Type.Array(ReceiptLine),
    /** There are more: asked for with `after`. */
    next: Type.Optional(Type.String()),
  },
  closed,
);
export type ReceiptList = Static<typeof ReceiptList>;

/** `code`: figures and letters to be compared one by one (an IBAN, an id, a hash). */
const ReceiptRow = Type.Object({ label: Type.String(), value: Type.String(), form: literals(['text', 'amount', 'code']) }, closed);
export type ReceiptRow = Static<typeof ReceiptRow>;

/** A receipt in words: what the page shows is what the PDF shows. */
export const ReceiptView = Type.Object(
  {
    receiptId: Type.String(),
    language: literals(LOCALES),
    title: Type.String(),
    /** One sentence under the title. */
    summary: Type.String(),
    sections: Type.Array(Type.Object({ title: Type.String(), rows: Type.Array(ReceiptRow) }, closed)),
    /** Of a bulk payment. Each row has as many cells as there are columns. */
    items: Type.Optional(
      Type.Object({ title: Type.String(), columns: Type.Array(Type.String()), rows: Type.Array(Type.Array(Type.String())) }, closed),
    ),
    notes: Type.Array(Type.String()),
  },
  closed,
);
export type ReceiptView = Static<typeof ReceiptView>;
