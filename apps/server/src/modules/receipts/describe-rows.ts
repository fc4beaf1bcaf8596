/** The three forms of a row. */
import type { Locale, ReceiptRow } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import { formatSum } from './receipt-format.ts';

export const plain = (label: string, value: string): ReceiptRow => ({ label, value, form: 'text' });

/** Compared letter by letter. */
export const code = (label: string, value: string): ReceiptRow => ({ label, value, form: 'code' });

export const sum = (label: string, cents: number, currency: string, language: Locale): ReceiptRow => ({
  label,
  value: formatSum({ amount: formatCents(cents), currency }, language),
  form: 'amount',
});
