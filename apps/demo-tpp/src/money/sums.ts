/** Money as the overview writes it: `1,234.50 EUR`. */
import { addCents, formatCents, parseCents } from '@portico/primitives';
import type { BankAccount, Sum } from './money-answers.ts';

const MINUS = '\u2212';

export function formatSum({ amount, currency }: Sum): string {
  const cents = toCents(amount);
  const [euros = '', fraction = ''] = formatCents(Math.abs(cents)).split('.');
  return `${cents < 0 ? MINUS : ''}${euros.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction} ${currency}`;
}

/** One sum per currency, of the accounts whose balance may be seen. */
export function totals(accounts: readonly BankAccount[]): readonly Sum[] {
  const sums = new Map<string, number>();
  for (const { available } of accounts) {
    if (available !== undefined) sums.set(available.currency, addCents(sums.get(available.currency) ?? 0, toCents(available.amount)));
  }
  return [...sums].map(([currency, cents]) => ({ amount: formatCents(cents), currency }));
}

function toCents(amount: string): number {
  const cents = parseCents(amount.replace(/^-/, '')) ?? 0;
  return amount.startsWith('-') ? -cents : cents;
}
