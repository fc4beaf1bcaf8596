/**
 * Bank transaction codes, ISO 20022 External Code Sets, `ExternalBankTransactionDomain1Code` with family and sub-family, domain PMNT:
 * ICDT issued and RCDT received credit transfers, IRCT issued and RRCT received real-time credit transfers; ESCT SEPA credit transfer,
 * CHRG charges. A code from the bank takes precedence.
 */
import type { PaymentProduct } from '@portico/contract';
import type { Movement } from '../bank/index.ts';

const FAMILIES: Readonly<Record<PaymentProduct, { readonly issued: string; readonly received: string }>> = {
  INDIVIDUAL_SEPA: { issued: 'ICDT', received: 'RCDT' },
  INDIVIDUAL_INSTANT_SEPA: { issued: 'IRCT', received: 'RRCT' },
};

/**
 * Undefined: the bank provides neither code nor product, so the movement may be a card payment or a direct debit, for example. A fee has the
 * family of the issued transfer it belongs to, even when it is refunded.
 */
export function bankTransactionCode({
  bankTransactionCode: told,
  part,
  amountCents,
  product,
}: Pick<Movement, 'bankTransactionCode' | 'part' | 'amountCents' | 'product'>): string | undefined {
  if (told !== undefined || product === undefined) return told;
  const { issued, received } = FAMILIES[product];
  if (part === 'fee') return `PMNT-${issued}-CHRG`;
  return `PMNT-${amountCents > 0 ? received : issued}-ESCT`;
}
