/** The largest thing on the page: the total, and how many payments it is divided into. */
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Amount } from '../../../../shared/ui/amount.tsx';
import { useSigningText } from '../../messages.ts';
import { useBulk } from '../../views/signing-page-context.tsx';
import { paidAmount } from '../payment/paid-amount.ts';
import styles from '../payment/payment.module.css';

export function BulkHead() {
  const session = useBulk();
  const text = useSigningText();
  const locale = usePageLocale();
  const { amount, currency } = paidAmount(session);
  return (
    <div className={styles.head}>
      <p className="small muted">{text('bulk.total')}</p>
      <Amount amount={amount} currency={currency} locale={locale} />
      <p className={styles.payee}>{text('bulk.count', { count: session.details.payments.length })}</p>
    </div>
  );
}
