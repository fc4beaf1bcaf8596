/** The fee of all items, and how it comes about: for each item, times their number. */
import { formatCents, parseCents } from '@portico/primitives';
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Definition } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { useSigning } from '../../views/signing-page-context.tsx';
import { FeeSum } from '../payment/payment-rows.tsx';
import styles from './bulk.module.css';
import { useBulk } from './bulk-session.ts';
import { Tooltip } from './tooltip.tsx';

export function BulkFeeRow() {
  const fee = useSigning((state) => state.fee);
  const count = useBulk().details.payments.length;
  const text = useSigningText();
  const locale = usePageLocale();
  const each = fee === undefined ? undefined : feeOfEach(fee.sum, count);
  return (
    <Definition label={text('payment.fee')}>
      <span className={styles.fee}>
        <FeeSum />
        {fee === undefined ? null : (
          <Tooltip label={text('bulk.fee.how')}>
            {each === undefined
              ? text('bulk.fee.differing', { count })
              : text('bulk.fee.each', { fee: formatMoney({ amount: each, currency: fee.crcCode }, locale), count })}
          </Tooltip>
        )}
      </span>
    </Definition>
  );
}

/** Undefined where the items cannot all cost the same. */
function feeOfEach(sum: string, count: number): string | undefined {
  const cents = parseCents(sum);
  return cents === undefined || cents % count !== 0 ? undefined : formatCents(cents / count);
}
