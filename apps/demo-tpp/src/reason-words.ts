/** Why a payment came to nothing, for customers. The texts of `tppMessages` are for developers: only their codes are read. */

import type { PaymentStatus } from './bank-answers.ts';
import { html, type Markup } from './html.ts';

const WORDS: Readonly<Record<string, string>> = {
  FUNDS_NOT_AVAILABLE: 'There was not enough money on the account.',
  PAYMENT_FAILED: 'It was refused, or the bank could not make it. Your bank says why.',
  RESOURCE_EXPIRED: 'It ended before it was paid.',
  RESOURCE_BLOCKED: 'The account is no longer open.',
};

export function reasonWords(code: string): string {
  return WORDS[code] ?? 'Your bank says why.';
}

/**
 * Returns the line below a payment: the bank's message, or the reason why the bank rejected the payment. Undefined for a warning about a payment
 * that continues.
 */
export function reasonLine({ transactionStatus, message, code }: PaymentStatus): Markup | undefined {
  if (message !== undefined) return html`<p>The bank says: ${message}</p>`;
  return code === undefined || transactionStatus !== 'RJCT' ? undefined : html`<p>${reasonWords(code)}</p>`;
}
