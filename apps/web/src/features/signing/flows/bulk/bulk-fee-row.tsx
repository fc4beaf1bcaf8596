/** The fee of all items, and how it comes about: each price, times how many items have it. */
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Definition } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { useBulk, useSigning } from '../../views/signing-page-context.tsx';
import { FeeSum } from '../payment/payment-rows.tsx';
import styles from './bulk.module.css';
import { Tooltip } from './tooltip.tsx';

export function BulkFeeRow() {
  const fee = useSigning((state) => state.fee);
  const { payments } = useBulk().details;
  const text = useSigningText();
  const locale = usePageLocale();
  const items = fee?.items ?? [];
  return (
    <Definition label={text('payment.fee')}>
      <span className={styles.fee}>
        <FeeSum />
        {fee === undefined ? null : (
          <Tooltip label={text('bulk.fee.how')}>
            {items.length === 1 ? null : <span className={styles.price}>{text('bulk.fee.differing', { count: payments.length })}</span>}
            {items.map(({ sum, count }) => (
              <span key={sum} className={styles.price}>
                {text('bulk.fee.each', { fee: formatMoney({ amount: sum, currency: fee.crcCode }, locale), count })}
              </span>
            ))}
          </Tooltip>
        )}
      </span>
    </Definition>
  );
}
