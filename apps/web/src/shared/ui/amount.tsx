/** The one amount of a page, large. Money inside running text is `formatMoney`. */
import { formatDecimal } from '../format/money.ts';
import styles from './amount.module.css';

export function Amount({ amount, currency, locale }: { amount: string; currency: string; locale: string }) {
  return (
    <p className={styles.amount}>
      <span>{formatDecimal(amount, locale)}</span> <span className={styles.cur}>{currency}</span>
    </p>
  );
}
