/** What can be bought and how it can be paid. Two choices exist only to rehearse what a bank can answer. */

import { BANK_NAME } from './bank-name.ts';
import type { BankCountry, PaymentProductPath } from './bank-types.ts';

export interface Book {
  readonly title: string;
  readonly binding: string;
  readonly cents: number;
}

export const BOOKS: readonly Book[] = [
  { title: 'The Harbour Ledger', binding: 'Paperback', cents: 1890 },
  { title: 'Northern Bridges', binding: 'Hardcover', cents: 2240 },
  { title: 'A Short Book of Doors', binding: 'Paperback', cents: 550 },
];
export const TOTAL_CENTS = BOOKS.reduce((sum, { cents }) => sum + cents, 0);

export const CREDITOR_NAME = 'Lumen Books OÜ';

export interface Payee {
  readonly id: string;
  readonly label: string;
  readonly iban: string;
}

/** Accounts of the sandbox bank's payee directory: the same shop name meets each answer of payee verification. */
export const PAYEES: readonly [Payee, ...Payee[]] = [
  { id: 'match', label: 'Our account (match)', iban: 'EE869800100045081764' },
  { id: 'close-match', label: 'Similar name (close match)', iban: 'EE639977200100450817' },
  { id: 'no-match', label: 'Another person (no match)', iban: 'EE769800100099001237' },
  { id: 'not-possible', label: 'A silent bank (not checked)', iban: 'EE409600300012345673' },
  { id: 'no-instant', label: 'A bank without instant', iban: 'EE089700200045081761' },
];

export interface ShopBank {
  readonly country: BankCountry;
  readonly name: string;
  readonly bic: string;
}

export const BANKS: readonly [ShopBank, ...ShopBank[]] = [
  { country: 'ee', name: `${BANK_NAME}, Estonia`, bic: 'PORTEE2X' },
  { country: 'lv', name: `${BANK_NAME}, Latvia`, bic: 'PORTLV22' },
  { country: 'lt', name: `${BANK_NAME}, Lithuania`, bic: 'PORTLT21' },
];

export interface Choice {
  readonly payee: Payee;
  readonly amountCents: number;
}

export interface Purchase extends Choice {
  readonly bank: ShopBank;
  readonly product: PaymentProductPath;
  /** Instant only: run as ordinary when instant is not possible. */
  readonly retryAsSepa: boolean;
}

const AMOUNT = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;
const CENTS_PER_EURO = 100;
type Form = Readonly<Record<string, unknown>>;

/** Undefined members where the form says something the shop does not offer. */
export function readChoice(form: Form): { readonly [Key in keyof Choice]: Choice[Key] | undefined } {
  return {
    payee: form.payee === undefined ? PAYEES[0] : PAYEES.find(({ id }) => id === form.payee),
    amountCents: form.amount === undefined ? TOTAL_CENTS : readCents(form.amount),
  };
}

export function readPurchase(form: Form): Purchase | undefined {
  const { payee, amountCents } = readChoice(form);
  const bank = BANKS.find(({ country }) => country === form.bank);
  const product = form.speed === 'instant' ? 'instant-sepa-credit-transfers' : form.speed === 'ordinary' ? 'sepa-credit-transfers' : undefined;
  if (payee === undefined || amountCents === undefined || bank === undefined || product === undefined) return undefined;
  return { payee, amountCents, bank, product, retryAsSepa: form.retryAsSepa === 'yes' && product === 'instant-sepa-credit-transfers' };
}

/** Cents from `12`, `12.5`, `12,50`; at least one cent. */
export function readCents(given: unknown): number | undefined {
  const [, euros, fraction = ''] = (typeof given === 'string' ? AMOUNT.exec(given.trim()) : null) ?? [];
  if (euros === undefined) return undefined;
  const cents = Number(euros) * CENTS_PER_EURO + Number(fraction.padEnd(2, '0'));
  return cents >= 1 ? cents : undefined;
}

/** Groups of four, as people read it. */
export const groupIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** `46.80`: the wire's and the pages' form. */
export function formatCents(cents: number): string {
  return `${Math.floor(cents / CENTS_PER_EURO)}.${String(cents % CENTS_PER_EURO).padStart(2, '0')}`;
}
