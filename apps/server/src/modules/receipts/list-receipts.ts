/** The receipts of a visitor, the latest first, as lines of a list. */
import type { ReceiptLine, ReceiptList, ReceiptsQuery } from '@portico/contract';
import { formatCents, parseCents } from '@portico/primitives';
import type { Reader } from '#platform/db/database.ts';
import { type ListedSession, listSigned, type ReceiptReader } from './receipts-store.ts';

/** In one answer. */
const LISTED_MAX = 25;

export async function listReceipts(reader: Reader, whose: ReceiptReader, { after, search }: ReceiptsQuery): Promise<ReceiptList> {
  const found = await listSigned(reader, whose, { after, search: search === undefined ? undefined : toSearch(search), limit: LISTED_MAX + 1 });
  const shown = found.slice(0, LISTED_MAX);
  const last = found.length > LISTED_MAX ? shown.at(-1) : undefined;
  return { receipts: shown.map(toLine), ...(last === undefined ? {} : { next: last.authorisationId }) };
}

/** An amount is found as people write it: `46.80`, `46,80`, `1 249,00`. */
function toSearch(search: string) {
  const text = search.trim();
  return { text, cents: parseCents(text.replaceAll(/\s/g, '').replace(',', '.')) };
}

function toLine({ authorisationId, kind, signedAt, bankCountry, tppName, amountCents, currency, creditorName }: ListedSession): ReceiptLine {
  return {
    receiptId: authorisationId,
    kind,
    signedAt: signedAt.toISOString(),
    bankCountry,
    tppName,
    ...(amountCents === null || currency === null ? {} : { instructedAmount: { amount: formatCents(amountCents), currency } }),
    ...(creditorName === null ? {} : { creditorName }),
  };
}
