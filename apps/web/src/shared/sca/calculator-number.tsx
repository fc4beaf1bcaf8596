/** The digits to key into a code calculator, part by part, each with its meaning. */
import type { CalculatorNumber } from '@portico/contract';
import type { CalculatorMeaning } from '@portico/contract/values';
import { formatDecimal } from '../format/money.ts';
import styles from './calculator.module.css';

/** `labelOf` gives the text for screen readers: "4 6 8 0". */
export function CalculatorDigits({
  number,
  meaningOf,
  labelOf,
}: {
  number: CalculatorNumber;
  meaningOf: (meaning: CalculatorMeaning, digits: string) => string;
  labelOf: (digits: string) => string;
}) {
  return (
    <dl className={styles.number}>
      {number.map(({ meaning, digits }) => (
        <div key={meaning}>
          <dt>{meaningOf(meaning, digits)}</dt>
          <dd>
            <span role="img" aria-label={labelOf(Array.from(digits).join(' '))}>
              {digits}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `4680` → `46.80` (en), `46,80` (lt): the amount that the digits mean. */
export function amountOfDigits(digits: string, locale: string): string {
  const cents = digits.padStart(3, '0');
  return formatDecimal(`${cents.slice(0, -2)}.${cents.slice(-2)}`, locale);
}
