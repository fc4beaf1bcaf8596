/** Describes a receipt in one language, for the page and for the PDF. */
import type { Locale, PayeeVerification, ReceiptRow, ReceiptView } from '@portico/contract';
import { SIGNING_KIND_NAMES } from '@portico/contract/values';
import { addCents, parseCents } from '@portico/primitives';
import { code, plain, sum } from './describe-rows.ts';
import type { Outcome, Receipt, ReceiptItem, Signature } from './receipt.ts';
import { formatDay, formatIban, formatMoment, formatSum } from './receipt-format.ts';
import { type ReceiptKey, type ReceiptText, textsIn } from './receipt-texts.ts';
import { rowsOfShown } from './shown-rows.ts';
import { statusText } from './status-texts.ts';

/** `language`: default is the language of the signing page. */
export function describeReceipt(receipt: Receipt, language: Locale = surroundingsOf(receipt).locale): ReceiptView {
  const text = textsIn(language);
  const { evidence, items } = receipt;
  const status = { title: text('receipt.status'), rows: statusRows(receipt, text, language) };
  // The receipt of a failed payment must not be mistaken for a proof of payment.
  const isNotPaid = isUnpaid(receipt.status) || receipt.status.goesOn !== undefined || receipt.status.outcomes?.some(isUnpaid) === true;
  return {
    receiptId: evidence.receiptId,
    language,
    title: SIGNING_KIND_NAMES[evidence.kind][language],
    summary: text('receipt.summary', { bankName: receipt.bankName, signedAt: moment(receipt, surroundingsOf(receipt).signedAt, language) }),
    sections: [
      ...(isNotPaid ? [status] : []),
      { title: text('receipt.signed'), rows: rowsOfShown(evidence, text, language, receipt.status.accountNames) },
      { title: text('receipt.signature'), rows: signatureRows(receipt, text, language) },
      { title: text('receipt.parties'), rows: partyRows(receipt, text) },
      ...(isNotPaid ? [] : [status]),
      { title: text('receipt.evidence'), rows: evidenceRows(receipt, text) },
    ],
    ...(items === undefined ? {} : { items: itemTable(items, receipt.status, text, language) }),
    notes: notesOf(receipt).map((key) => text(key)),
  };
}

/** Names and language from the audit log, or from the session if the log does not contain them. */
function surroundingsOf({ evidence, fallback }: Receipt): Omit<Signature, 'signatory' | 'onBehalfOf' | 'method' | 'approach' | 'deviceText'> {
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
    const { bankAuthentication } = signature;
    const method = bankAuthentication?.method ?? text(`receipt.method.${signature.method}`);
    rows.push(plain(text('receipt.signedBy'), signature.signatory));
    if (signature.onBehalfOf !== undefined) rows.push(plain(text('receipt.onBehalfOf'), signature.onBehalfOf));
    rows.push(plain(text('receipt.method'), challengeId === undefined ? text('receipt.method.bySignIn', { method }) : method));
    if (bankAuthentication !== undefined) rows.push(plain(text('receipt.bankEvidence'), bankAuthentication.evidenceSha256));
    if (status.drawing !== undefined) rows.push(...approachRows(signature, text));
  }
  rows.push(plain(text('receipt.signedAt'), moment(receipt, surroundingsOf(receipt).signedAt, language)));
  for (const { signatory, method, decidedAt } of coSignatures) {
    rows.push(plain(text('receipt.secondBy'), signatory ?? text('receipt.secondByUnknown')));
    if (method !== undefined) rows.push(plain(text('receipt.secondMethod'), text(`receipt.method.${method}`)));
    rows.push(plain(text('receipt.secondAt'), moment(receipt, decidedAt, language)));
  }
  const { awaited, refused = [] } = status;
  rows.push(...refused.map((name) => plain(text('receipt.refusedBy'), name)));
  return [...rows, ...awaited.map((name) => plain(text('receipt.awaited'), name))];
}

/** No page of the bank was open, so the text on the phone is all that the customer saw. */
function approachRows({ approach, deviceText }: Signature, text: ReceiptText): ReceiptRow[] {
  if (approach === undefined) return [];
  const rows = [plain(text('receipt.approach'), text(`receipt.approach.${approach}`))];
  return deviceText === undefined ? rows : [...rows, plain(text('receipt.deviceText'), deviceText)];
}

function partyRows(receipt: Receipt, text: ReceiptText): ReceiptRow[] {
  const { tppName, tppApplicationName } = surroundingsOf(receipt);
  return [
    plain(text('receipt.bank'), receipt.bankName),
    plain(text('receipt.provider'), tppName),
    plain(text('receipt.application'), tppApplicationName),
  ];
}

function isUnpaid({ notPaidReason }: Pick<Outcome, 'notPaidReason'>): boolean {
  return notPaidReason !== undefined;
}

function statusRows(receipt: Receipt, text: ReceiptText, language: Locale): ReceiptRow[] {
  const { value, readAt, notPaidReason, replacedAccessOf, outcomes = [] } = receipt.status;
  const count = outcomes.filter(isUnpaid).length;
  const isPartly = value === 'PART' && count > 0;
  const what = isPartly ? text('receipt.notPaid.partly') : statusText(text, value, notPaidReason);
  const noMoney = notPaidReason === undefined ? '' : `\n${text('receipt.notPaid.noMoney')}`;
  const rows = [plain(text('receipt.statusAt', { readAt: moment(receipt, readAt, language) }), what + noMoney)];
  if (isPartly) rows.push(plain(text('receipt.notPaid.count'), text('receipt.notPaid.countOf', { count, total: outcomes.length })));
  rows.push(...unpaidRunRows(receipt.status, text, language));
  if (replacedAccessOf !== undefined)
    rows.push(plain(text('receipt.earlier'), text('receipt.replaced', { date: formatDay(replacedAccessOf, language) })));
  return rows;
}

/** A receipt of an earlier version does not say whether later runs follow. */
function unpaidRunRows({ unpaidRun, goesOn }: Receipt['status'], text: ReceiptText, language: Locale): ReceiptRow[] {
  if (unpaidRun === undefined) return [];
  const { executionDate, notPaidReason } = unpaidRun;
  const what = goesOn === undefined ? [] : [text('receipt.unpaidRun.next'), text(goesOn ? 'receipt.unpaidRun.goesOn' : 'receipt.unpaidRun.over')];
  const label = text('receipt.notPaid.run', { date: formatDay(executionDate, language) });
  return [plain(label, [statusText(text, 'RJCT', notPaidReason), ...what].join('\n'))];
}

function evidenceRows({ evidence, coSignatures, status: { address } }: Receipt, text: ReceiptText): ReceiptRow[] {
  const { receiptId, resourceId, challengeId, contentHash } = evidence;
  return [
    code(text('receipt.receiptId'), receiptId),
    code(text('receipt.resourceId'), resourceId),
    ...(challengeId === undefined ? [] : [code(text('receipt.challengeId'), challengeId)]),
    code(text('receipt.contentHash'), contentHash),
    ...coSignatures.flatMap((second) => (second.contentHash === undefined ? [] : [code(text('receipt.secondHash'), second.contentHash)])),
    ...(address === undefined ? [] : [code(text('receipt.address'), address)]),
  ];
}

/** `outcomes` absent: a receipt of an earlier version, drawn without them as before. */
function itemTable(
  items: readonly ReceiptItem[],
  { outcomes, layout }: Receipt['status'],
  text: ReceiptText,
  language: Locale,
): NonNullable<ReceiptView['items']> {
  const outcomeTexts = outcomes?.map(({ value, notPaidReason }) => statusText(text, value, notPaidReason));
  const columns: readonly ReceiptKey[] = [
    'receipt.item.number',
    'receipt.beneficiary',
    'receipt.beneficiaryAccount',
    'receipt.description',
    'receipt.payee',
    ...(outcomes === undefined ? [] : ['receipt.status' as const]),
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
      ...(outcomeTexts === undefined ? [] : [outcomeTexts[index] ?? '']),
      formatSum(item.instructedAmount, language),
    ]),
    ...(layout === undefined || outcomes === undefined
      ? {}
      : { marks: items.map((_item, index) => markOf(outcomes[index])), totals: totalRows(items, outcomes, text, language) }),
  };
}

type Mark = NonNullable<NonNullable<ReceiptView['items']>['marks']>[number];

const MARKS: ReadonlyMap<string, Mark> = new Map([
  ['ACCC', 'paid'],
  ['ACSC', 'paid'],
  ['RJCT', 'notPaid'],
  ['CANC', 'notPaid'],
  ['BLCK', 'notPaid'],
]);

function markOf(outcome: Outcome | undefined): Mark {
  return outcome?.notPaidReason === undefined ? (MARKS.get(outcome?.value ?? '') ?? 'open') : 'notPaid';
}

/** Two sums, because they can differ. */
function totalRows(items: readonly ReceiptItem[], outcomes: readonly Outcome[], text: ReceiptText, language: Locale): ReceiptRow[] {
  const centsOf = ({ instructedAmount }: ReceiptItem) => parseCents(instructedAmount.amount) ?? 0;
  const currency = items[0]?.instructedAmount.currency ?? '';
  const paid = items.filter((_item, index) => markOf(outcomes[index]) === 'paid');
  return [
    sum(text('receipt.totalSigned'), addCents(...items.map(centsOf)), currency, language),
    sum(text('receipt.totalPaid'), addCents(...paid.map(centsOf)), currency, language),
  ];
}

function payeeText({ result, matchedName = '' }: PayeeVerification, text: ReceiptText): string {
  return text(`receipt.payee.short.${result}`, { matchedName });
}

function notesOf({ evidence, items, status }: Receipt): readonly ReceiptKey[] {
  const isBulk = evidence.shown?.itemsDigest !== undefined;
  return [
    'receipt.note.hash',
    'receipt.note.status',
    ...(status.address === undefined ? [] : ['receipt.note.address' as const]),
    ...(evidence.signature === undefined ? ['receipt.note.notKept' as const] : []),
    ...(evidence.shown === undefined ? ['receipt.note.notShown' as const] : []),
    ...(isBulk && items === undefined ? ['receipt.note.noItems' as const] : []),
  ];
}
