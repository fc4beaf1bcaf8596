/**
 * The content of the signing page, row by row, for every kind: one table in the order of the pages. It leaves out rows that the kind
 * does not have, or the page did not show.
 */
import type { DebtorDetails, Locale, ReceiptRow } from '@portico/contract';
import { type ConsentAccessForm, EVERY_ACCOUNT_FORMS } from '@portico/contract/values';
import { parseCents } from '@portico/primitives';
import { code, plain, sum } from './describe-rows.ts';
import type { Evidence, Shown, Signed } from './receipt.ts';
import { countryName, formatDay, formatIban, formatPeriod } from './receipt-format.ts';
import type { ReceiptText } from './receipt-texts.ts';

interface Source {
  readonly shown: Shown;
  /** For a cancellation, the content signed before. */
  readonly signed: Signed;
  readonly text: ReceiptText;
  readonly language: Locale;
  readonly names: Names;
}

/** By IBAN. */
type Names = Readonly<Record<string, string>>;

type RowsOf = (source: Source) => readonly ReceiptRow[];

/** A row only if there is a value. */
const when = <Value>(value: Value | undefined, toRow: (value: Value) => ReceiptRow): readonly ReceiptRow[] =>
  value === undefined ? [] : [toRow(value)];

const ROWS: readonly RowsOf[] = [
  ({ shown, signed: { amountCents, currency = '' }, text, language }) => {
    const label = text(shown.itemsDigest === undefined ? 'receipt.amount' : 'receipt.total');
    const cents = amountCents ?? parseCents(shown.instructedAmount?.amount ?? '');
    return when(cents, (value) => sum(label, value, shown.instructedAmount?.currency ?? currency, language));
  },
  ({ shown, text }) => when(shown.itemCount, (count) => plain(text('receipt.itemCount'), String(count))),
  ({ shown, text }) => when(shown.creditorName, (name) => plain(text('receipt.beneficiary'), name)),
  ({ shown, text }) => when(shown.creditorAccount, ({ iban }) => code(text('receipt.beneficiaryAccount'), formatIban(iban))),
  ({ shown, text }) =>
    when(shown.payeeVerification, ({ result, matchedName = '' }) => plain(text('receipt.payee'), text(`receipt.payee.${result}`, { matchedName }))),
  ({ shown, text }) => when(shown.creditorType, (type) => plain(text('receipt.beneficiaryType'), text(`receipt.beneficiaryType.${type}`))),
  ({ shown, text, language }) =>
    when(shown.creditorAddress, ({ country }) => plain(text('receipt.beneficiaryCountry'), countryName(country, language))),
  ({ shown, text }) => when(shown.remittanceInformationUnstructured, (words) => plain(text('receipt.description'), words)),
  ({ shown, text }) => when(shown.remittanceInformationStructured, ({ reference }) => code(text('receipt.reference'), reference)),
  ({ shown, text }) => when(shown.endToEndIdentification, (id) => code(text('receipt.endToEndId'), id)),
  ({ shown, text }) =>
    when(shown.paymentProduct, (product) =>
      plain(text('receipt.priority'), text(shown.retryAsSepa === true ? 'receipt.priority.retryAsSepa' : `receipt.priority.${product}`)),
    ),
  ({ shown, text, language }) =>
    when(shown.requestedExecutionDate, (date) =>
      plain(text(shown.frequency === undefined ? 'receipt.date' : 'receipt.first'), formatDay(date, language)),
    ),
  ({ shown, text }) => when(shown.frequency, (frequency) => plain(text('receipt.frequency'), text(`receipt.frequency.${frequency}`))),
  ({ shown, text }) =>
    when(shown.dayOfExecution, (day) => plain(text('receipt.day'), day === '31' ? text('receipt.day.last') : day.padStart(2, '0'))),
  ({ shown: { frequency, endDate }, text, language }) =>
    when(frequency, () => plain(text('receipt.validTill'), endDate === undefined ? text('receipt.indefinite') : formatDay(endDate, language))),
  ({ shown, text }) => when(shown.executionRule, (rule) => plain(text('receipt.closed'), text(`receipt.closed.${rule}`))),
  ({ shown, text }) =>
    when(shown.batchBookingPreferred, (isOne) => plain(text('receipt.booking'), text(isOne ? 'receipt.booking.one' : 'receipt.booking.each'))),
  ({ signed, text, names }) => when(signed.debtorIban, (iban) => code(text('receipt.paidFrom'), withName(iban, names))),
  ({ signed, text }) => when(signed.debtorDetails, (details) => plain(text('receipt.sentAlong'), inOneLine(details))),
  ({ signed: { feeCents, currency = '' }, text, language }) => when(feeCents, (cents) => sum(text('receipt.fee'), cents, currency, language)),

  ({ shown, text }) => when(shown.accountHolder, (name) => plain(text('receipt.accountHolder'), name)),
  ({ shown, text }) => when(shown.representative, (name) => plain(text('receipt.representative'), name)),
  ({ shown: { access }, signed: { chosen }, text, names }) =>
    when(access?.accounts, (accounts) =>
      code(text('receipt.accounts'), ibans(accounts, { chosen, text, names }) + laterAccounts(access?.form, text)),
    ),
  ({ shown: { access }, signed: { chosen }, text, names }) =>
    when(access?.balances, (accounts) =>
      code(text('receipt.balances'), ibans(accounts, { chosen, text, names }) + (accounts.length === 0 ? '' : laterAccounts(access?.form, text))),
    ),
  ({ shown: { access }, signed: { chosen }, text, names }) =>
    when(access?.transactions, (accounts) =>
      code(text('receipt.transactions'), ibans(accounts, { chosen, text, names }) + (accounts.length === 0 ? '' : laterAccounts(access?.form, text))),
    ),
  ({ shown, text }) => when(shown.historyDays, (count) => plain(text('receipt.history'), String(count))),
  ({ shown, text, language }) => when(shown.validUntil, (date) => plain(text('receipt.validUntil'), formatDay(date, language))),
  ({ shown: { recurringIndicator, frequencyPerDay = 1 }, text }) =>
    when(recurringIndicator, (isRecurring) =>
      plain(text('receipt.reading'), isRecurring ? text('receipt.reading.perDay', { count: frequencyPerDay }) : text('receipt.reading.once')),
    ),
  ({ shown, text, names }) => when(shown.iban, (iban) => code(text('receipt.account'), `${withName(iban, names)} ${shown.currency ?? ''}`.trimEnd())),
  ({ shown: { dateFrom, dateTo }, text, language }) =>
    when(dateFrom, (from) => plain(text('receipt.period'), formatPeriod(from, dateTo ?? from, language))),
];

export function rowsOfShown({ shown = {}, signed }: Evidence, text: ReceiptText, language: Locale, names: Names = {}): ReceiptRow[] {
  const source = { shown, signed: signed.cancelled ?? signed, text, language, names };
  return ROWS.flatMap((rowsOf) => rowsOf(source));
}

/** The account as the customer knows it: its name, then its IBAN. */
function withName(iban: string, names: Names): string {
  const name = nameOf(iban, names);
  return name === undefined ? formatIban(iban) : `${name}\n${formatIban(iban)}`;
}

/** In a list of accounts, one line each. */
function nameAfter(iban: string, names: Names): string {
  const name = nameOf(iban, names);
  return name === undefined ? '' : `, ${name}`;
}

function nameOf(iban: string, names: Names): string | undefined {
  return Object.hasOwn(names, iban) ? names[iban]?.replaceAll(/\s+/g, ' ') : undefined;
}

/** A consent to every account also covers accounts opened later. */
function laterAccounts(form: ConsentAccessForm | undefined, text: ReceiptText): string {
  return form !== undefined && EVERY_ACCOUNT_FORMS.has(form) ? `\n${text('receipt.laterAccounts')}` : '';
}

/** The accounts of a right; if the customer chose accounts, only the chosen ones. */
function ibans(
  accounts: readonly { readonly iban: string; readonly currency: string }[],
  { chosen, text, names }: { readonly chosen: readonly string[] | undefined } & Pick<Source, 'text' | 'names'>,
): string {
  const given = accounts.filter(({ iban }) => chosen?.includes(iban) ?? true);
  return given.length === 0
    ? text('receipt.none')
    : given.map(({ iban, currency }) => `${formatIban(iban)} ${currency}${nameAfter(iban, names)}`).join('\n');
}

function inOneLine({ debtorId, debtorIdType, debtorType: _type, ...address }: DebtorDetails): string {
  const { street, postCode, townName, countrySubDivision, country } = address;
  const id = [debtorId, debtorIdType].filter((each) => each !== undefined).join(' ');
  return [id, street, postCode, townName, countrySubDivision, country].filter((each) => each !== undefined && each !== '').join(', ');
}
