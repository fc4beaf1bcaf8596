/** Money as people read it: always grouped, exactly two decimals, the ISO code behind a no-break space. */
import { AMOUNT_DECIMALS } from '@portico/contract/values';
import { formattingLocale } from './locale.ts';

const NO_BREAK_SPACE = '\u00a0';
const MINUS = '\u2212';

/** The figure alone: `1249` → `1,249.00` (en). `amount` is the wire's decimal string. */
export function formatDecimal(amount: string, locale: string): string {
  const format = new Intl.NumberFormat(formattingLocale(locale), {
    useGrouping: 'always',
    minimumFractionDigits: AMOUNT_DECIMALS,
    maximumFractionDigits: AMOUNT_DECIMALS,
  });
  return format.format(Number(amount)).replace(/^-/, MINUS);
}

/** Figure and currency: `1,249.00 EUR`. */
export function formatMoney(money: { amount: string; currency: string }, locale: string): string {
  return `${formatDecimal(money.amount, locale)}${NO_BREAK_SPACE}${money.currency}`;
}
