/** What the forms of instructions share: fields that keep what was typed, each with what is wrong with it. */
import { isIsoDate } from '@portico/primitives';
import type { BankCountry, PaymentInitiation, PaymentProductPath } from '../bank-types.ts';
import { BANKS, CREDITOR_NAME, formatCents, PAYEES, type Payee } from '../checkout.ts';
import { html, type Markup } from '../html.ts';
import type { Instruction } from './instruction.ts';
import { pageOf } from './instruction.ts';
import { summaryOf } from './instruction-facts.ts';

/** What was typed, and what is wrong with it, by field. */
export interface OrderForm<Field extends string> {
  readonly fields: Readonly<Record<Field, string>>;
  readonly errors: Readonly<Partial<Record<Field, string>>>;
}

export const NO_AMOUNT = 'This is no amount. Type euros and cents, at least 0.01, for example 12.50.';

export const NO_PAYEE = 'Choose who receives the money.';

/** `undefined` members are dropped: what is left is wrong. */
export function wrongFields<Field extends string>(checks: Readonly<Partial<Record<Field, string | undefined>>>): OrderForm<Field>['errors'] {
  const wrong: Partial<Record<Field, string>> = {};
  for (const field in checks) {
    const text = checks[field];
    if (text !== undefined) wrong[field] = text;
  }
  return wrong;
}

export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function readBank(country: string): BankCountry | undefined {
  return BANKS.find((bank) => bank.country === country)?.country;
}

export function readSpeed(speed: string): PaymentProductPath | undefined {
  if (speed === 'instant') return 'instant-sepa-credit-transfers';
  return speed === 'ordinary' ? 'sepa-credit-transfers' : undefined;
}

/** Forms that do not ask pay the shop. */
export function readPayee(payee: string): Payee | undefined {
  return payee === '' ? PAYEES[0] : PAYEES.find(({ id }) => id === payee);
}

/** What is wrong with a day between two others, all `YYYY-MM-DD`. */
export function dayFault(day: string, { from, to }: { readonly from: string; readonly to: string }): string | undefined {
  if (!isIsoDate(day)) return 'Choose a day.';
  if (day < from) return `Choose ${from} or a later day.`;
  return day > to ? `Choose ${to} or an earlier day.` : undefined;
}

/** To the shop's name, at the account that was chosen to rehearse. */
export function paymentToShop(cents: number, payee: Payee, number: string, what: string) {
  return {
    endToEndIdentification: number,
    instructedAmount: { amount: formatCents(cents), currency: 'EUR' },
    creditorAccount: { iban: payee.iban },
    creditorName: CREDITOR_NAME,
    creditorType: 'business',
    remittanceInformationUnstructured: `Lumen Books, ${what} ${number}`,
  } as const satisfies PaymentInitiation;
}

export function bankField({ fields, errors }: OrderForm<'bank'>): Markup {
  const picks = BANKS.map(({ country, name }) => pick('bank', country, { label: name, isChecked: fields.bank === country }));
  return html`<fieldset><legend>Your bank</legend>${picks}${errorLine('bank', errors.bank)}</fieldset>`;
}

export function speedField({ fields, errors }: OrderForm<'speed'>): Markup {
  return html`<fieldset><legend>How fast</legend>
${pick('speed', 'ordinary', { label: 'Ordinary', hint: 'on bank business days', isChecked: fields.speed === 'ordinary' })}
${pick('speed', 'instant', { label: 'Instant', hint: 'on every day, within seconds', isChecked: fields.speed === 'instant' })}
${errorLine('speed', errors.speed)}</fieldset>`;
}

/** The same name meets each answer of payee verification. */
export function payeeField({ fields, errors }: OrderForm<'payee'>): Markup {
  const options = PAYEES.map(({ id, label }) => html`<option value="${id}"${id === fields.payee ? html` selected` : undefined}>${label}</option>`);
  return html`<div><label class="field"><span>Who receives the money</span><select name="payee"${wrongMark('payee', errors.payee)}>${options}</select></label><p class="small muted">To rehearse what the bank says about the payee.</p>${errorLine('payee', errors.payee)}</div>`;
}

interface Pick {
  readonly label: string;
  readonly hint?: string;
  readonly isChecked: boolean;
}

function pick(name: string, value: string, { label, hint, isChecked }: Pick): Markup {
  return html`<label class="pick"><input type="radio" name="${name}" value="${value}" required${isChecked ? html` checked` : undefined}><span class="grow">${label}${hint === undefined ? undefined : html`<span class="small muted block">${hint}</span>`}</span></label>`;
}

export function amountField({ fields, errors }: OrderForm<'amount'>): Markup {
  return html`<div><label class="field"><span>Amount in EUR</span><input name="amount" inputmode="decimal" autocomplete="off" value="${fields.amount}"${wrongMark('amount', errors.amount)}></label>${errorLine('amount', errors.amount)}</div>`;
}

interface DayField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly error: string | undefined;
}

export function dayField({ name, label, value, hint, error }: DayField): Markup {
  return html`<div><label class="field"><span>${label}</span><input type="date" name="${name}" value="${value}"${wrongMark(name, error)}></label>${hint === undefined ? undefined : html`<p class="small muted">${hint}</p>`}${errorLine(name, error)}</div>`;
}

export function wrongMark(name: string, error: string | undefined): Markup | undefined {
  return error === undefined ? undefined : html` aria-invalid="true" aria-describedby="${name}-error"`;
}

export function errorLine(name: string, error: string | undefined): Markup | undefined {
  return error === undefined ? undefined : html`<p class="field-error" id="${name}-error" role="alert">${error}</p>`;
}

/** What this browser ordered before. */
export function ordersCard(title: string, empty: string, instructions: readonly Instruction[]): Markup {
  const rows = instructions.map(
    (instruction) =>
      html`<li><span><a href="${pageOf(instruction)}">${summaryOf(instruction)}</a><span class="small muted block">${instruction.paymentId === undefined ? 'not sent' : 'ordered'} <span class="figure">${instruction.createdAt.slice(0, 10)}</span></span></span></li>`,
  );
  return html`<section class="card" aria-labelledby="orders">
<h2 id="orders">${title}</h2>
${rows.length === 0 ? html`<p class="muted">${empty}</p>` : html`<ul class="lines">${rows}</ul>`}
</section>`;
}

/** What this shop will send, before it does. */
export function callsCard(service: string): Markup {
  return html`<section class="card" aria-labelledby="calls">
<h2 id="calls">What this shop will send</h2>
<ol class="calls">
<li><span class="method browser">you</span> sign in at the bank</li>
<li><span class="method write">POST</span> <code>/v1/${service}/…</code></li>
<li><span class="method browser">you</span> sign at the bank</li>
<li><span class="method">GET</span> <code>/v1/${service}/…/status</code></li>
<li><span class="method write">DELETE</span> <code>/v1/${service}/…</code> <span class="small muted">if you cancel</span></li>
</ol>
<p class="small muted">Afterwards you can read each of them, with its answer.</p>
</section>`;
}
