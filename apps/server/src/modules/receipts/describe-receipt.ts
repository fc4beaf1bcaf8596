/** A receipt in the words of one language: what the page shows and what the PDF shows. */
import type { Locale, PayeeVerification, ReceiptRow, ReceiptView } from '@portico/contract';
import { code, plain } from './describe-rows.ts';
import type { Receipt, ReceiptItem, Signature } from './receipt.ts';
import { formatIban, formatMoment, formatSum } from './receipt-format.ts';
import { type ReceiptKey, type ReceiptText, textsIn } from './receipt-texts.ts';
import { rowsOfShown } from './shown-rows.ts';
import { statusKey } from './status-texts.ts';

/** `language` absent: the one it was signed in. */
export function describeReceipt(receipt: Receipt, language: Locale = surroundingsOf(receipt).locale): ReceiptView {
  const text = textsIn(language);
  const { evidence, items } = receipt;
  return {
    receiptId: evidence.receiptId,
    language,
    title: text(`receipt.kind.${evidence.kind}`),
    summary: text('receipt.summary', { bankName: receipt.bankName, signedAt: moment(receipt, surroundingsOf(receipt).signedAt, language) }),
    sections: [
      { title: text('receipt.signed'), rows: rowsOfShown(evidence, text, language) },
      { title: text('receipt.signature'), rows: signatureRows(receipt, text, language) },
      { title: text('receipt.parties'), rows: partyRows(receipt, text) },
      { title: text('receipt.status'), rows: [statusRow(receipt, text, language)] },
      { title: text('receipt.evidence'), rows: evidenceRows(receipt, text) },
    ],
    ...(items === undefined ? {} : { items: itemTable(items, text, language) }),
    notes: notesOf(receipt).map((key) => text(key)),
  };
}

/** Where the audit log has none of it, the session's own. */
function surroundingsOf({ evidence, fallback }: Receipt): Omit<Signature, 'signatory' | 'onBehalfOf' | 'method'> {
  const surroundings = evidence.signature ?? fallback;
  if (surroundings === undefined) throw new Error(`Receipt ${evidence.receiptId} does not say where it was signed.`);
  return surroundings;
}

function moment(receipt: Receipt, instant: string, language: Locale): string {
  return formatMoment(instant, language, surroundingsOf(receipt).bankCountry);
}

function signatureRows(receipt: Receipt, text: ReceiptText, language: Locale): ReceiptRow[] {
  const { evidence, coSignatures, status } = receipt;
  const { signature, challengeId } = evidence;
  const rows: ReceiptRow[] = [];
  if (signature !== undefined) {
    const method = text(`receipt.method.${signature.method}`);
    rows.push(plain(text('receipt.signedBy'), signature.signatory));
    if (signature.onBehalfOf !== undefined) rows.push(plain(text('receipt.onBehalfOf'), signature.onBehalfOf));
    rows.push(plain(text('receipt.method'), challengeId === undefined ? text('receipt.method.bySignIn', { method }) : method));
  }
  rows.push(plain(text('receipt.signedAt'), moment(receipt, surroundingsOf(receipt).signedAt, language)));
  for (const { signatory, method, decidedAt } of coSignatures) {
    rows.push(plain(text('receipt.secondBy'), signatory ?? text('receipt.secondByUnknown')));
    if (method !== undefined) rows.push(plain(text('receipt.secondMethod'), text(`receipt.method.${method}`)));
    rows.push(plain(text('receipt.secondAt'), moment(receipt, decidedAt, language)));
  }
  return [...rows, ...status.awaited.map((name) => plain(text('receipt.awaited'), name))];
}

function partyRows(receipt: Receipt, text: ReceiptText): ReceiptRow[] {
  const { tppName, tppApplicationName } = surroundingsOf(receipt);
  return [
    plain(text('receipt.bank'), receipt.bankName),
    plain(text('receipt.provider'), tppName),
    plain(text('receipt.application'), tppApplicationName),
  ];
}

function statusRow(receipt: Receipt, text: ReceiptText, language: Locale): ReceiptRow {
  const { value, readAt } = receipt.status;
  const key = statusKey(value);
  return plain(text('receipt.statusAt', { readAt: moment(receipt, readAt, language) }), key === undefined ? value : text(key));
}

function evidenceRows({ evidence, coSignatures }: Receipt, text: ReceiptText): ReceiptRow[] {
  const { receiptId, resourceId, challengeId, contentHash } = evidence;
  return [
    code(text('receipt.receiptId'), receiptId),
    code(text('receipt.resourceId'), resourceId),
    ...(challengeId === undefined ? [] : [code(text('receipt.challengeId'), challengeId)]),
    code(text('receipt.contentHash'), contentHash),
    ...coSignatures.flatMap((second) => (second.contentHash === undefined ? [] : [code(text('receipt.secondHash'), second.contentHash)])),
  ];
}

function itemTable(items: readonly ReceiptItem[], text: ReceiptText, language: Locale): NonNullable<ReceiptView['items']> {
  const columns: readonly ReceiptKey[] = [
    'receipt.item.number',
    'receipt.beneficiary',
    'receipt.beneficiaryAccount',
    'receipt.description',
    'receipt.payee',
    'receipt.amount',
  ];
  return {
    title: text('receipt.items'),
    columns: columns.map((key) => text(key)),
    rows: items.map((item, index) => [
      String(index + 1),
      item.creditorName,
      formatIban(item.creditorAccount.iban),
      [item.remittanceInformationUnstructured, item.remittanceInformationStructured?.reference].filter((each) => each !== undefined).join(' '),
      payeeText(item.payeeVerification, text),
      formatSum(item.instructedAmount, language),
    ]),
  };
}

function payeeText({ result, matchedName = '' }: PayeeVerification, text: ReceiptText): string {
  return text(`receipt.payee.short.${result}`, { matchedName });
}

function notesOf({ evidence, items }: Receipt): readonly ReceiptKey[] {
  const isBulk = evidence.shown?.itemsDigest !== undefined;
  return [
    'receipt.note.hash',
    'receipt.note.status',
    ...(evidence.signature === undefined ? ['receipt.note.notKept' as const] : []),
    ...(evidence.shown === undefined ? ['receipt.note.notShown' as const] : []),
    ...(isBulk && items === undefined ? ['receipt.note.noItems' as const] : []),
  ];
}
