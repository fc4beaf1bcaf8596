/**
 * Receipts, `/bank/receipts`: what the customer saw and signed, with its hash. There is one for each signature; a refused or expired request has
 * none.
 *
 * | call | answer |
 * |---|---|
 * | `GET /bank/receipts/signed?after=&search=` | 200 {@link ReceiptList}, newest first; `after` is the `next` of the previous page |
 * | `GET /bank/receipts/signed/{id}?language=` | 200 {@link ReceiptView}: the receipt as text |
 * | `GET /bank/receipts/signed/{id}/pdf?language=` | 200 `application/pdf`, for download; it has the file below as an attachment |
 * | `GET /bank/receipts/signed/{id}/json` | 200 the receipt as canonical JSON (RFC 8785), for download; `portico receipt verify` reads both files |
 *
 * `{id}` is the id of the receipt, or of the signed payment, consent or statement. The person who signed can read it; for a payment with two
 * signatures, so can the other signatories. Another customer's receipt returns 404 `NOT_FOUND`, like one that does not exist. Without a valid bank
 * session: 410 `SIGN_IN_UNKNOWN`. Default for `language`: the language at the signature.
 */
import { type Static, Type } from 'typebox';
import { Amount, closed, IsoInstant, literals } from '../entities/common.ts';
import { BANK_COUNTRIES, LOCALES, SIGNING_KINDS } from '../enumerations.ts';

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
    /** For a payment; the total of a bulk payment. */
    instructedAmount: Type.Optional(Amount),
    creditorName: Type.Optional(Type.String()),
  },
  closed,
);
export type ReceiptLine = Static<typeof ReceiptLine>;

export const ReceiptList = Type.Object(
  {
    receipts: Type.Array(ReceiptLine),
    /** Present when there is another page; pass it as `after`. */
    next: Type.Optional(Type.String()),
  },
  closed,
);
export type ReceiptList = Static<typeof ReceiptList>;

/** `code`: characters to compare one by one (an IBAN, an id, a hash). */
const ReceiptRow = Type.Object({ label: Type.String(), value: Type.String(), form: literals(['text', 'amount', 'code']) }, closed);
export type ReceiptRow = Static<typeof ReceiptRow>;

/** A receipt as text; page and PDF show the same. */
export const ReceiptView = Type.Object(
  {
    receiptId: Type.String(),
    language: literals(LOCALES),
    title: Type.String(),
    /** One sentence under the title. */
    summary: Type.String(),
    sections: Type.Array(Type.Object({ title: Type.String(), rows: Type.Array(ReceiptRow) }, closed)),
    /** For a bulk payment. Each row has as many cells as there are columns. `marks`: of each row; absent like `totals` in receipts of earlier versions. */
    items: Type.Optional(
      Type.Object(
        {
          title: Type.String(),
          columns: Type.Array(Type.String()),
          rows: Type.Array(Type.Array(Type.String())),
          marks: Type.Optional(Type.Array(literals(['paid', 'notPaid', 'open']))),
          totals: Type.Optional(Type.Array(ReceiptRow)),
        },
        closed,
      ),
    ),
    notes: Type.Array(Type.String()),
  },
  closed,
);
export type ReceiptView = Static<typeof ReceiptView>;
