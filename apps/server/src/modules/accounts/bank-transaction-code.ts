/**
 * Bank transaction codes, ISO 20022 External Code Sets, `ExternalBankTransactionDomain1Code` with family and sub-family, domain PMNT:
 * ICDT issued and RCDT received credit transfers, IRCT issued and RRCT received real-time credit transfers; ESCT SEPA credit transfer,
 * XBCT cross-border credit transfer (not in euro), CHRG charges.
 */
import type { Movement } from '../bank/index.ts';

const FAMILIES = {
  ordinary: { issued: 'ICDT', received: 'RCDT' },
  instant: { issued: 'IRCT', received: 'RRCT' },
} as const;

/** A movement whose product the bank does not know, such as one of the seeded history, counts as an ordinary transfer. */
export function bankTransactionCode({
  part,
  amountCents,
  currency,
  product,
}: Pick<Movement, 'part' | 'amountCents' | 'currency' | 'product'>): string {
  const family = FAMILIES[product === 'INDIVIDUAL_INSTANT_SEPA' ? 'instant' : 'ordinary'][amountCents > 0 ? 'received' : 'issued'];
  if (part === 'fee') return `PMNT-${family}-CHRG`;
  return `PMNT-${family}-${currency === 'EUR' ? 'ESCT' : 'XBCT'}`;
}
