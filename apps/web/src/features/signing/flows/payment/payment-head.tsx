/** The largest thing on the page: how much, and to whom. */
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Amount } from '../../../../shared/ui/amount.tsx';
import { useSigningText } from '../../messages.ts';
import { usePayment } from '../../views/signing-page-context.tsx';
import styles from './payment.module.css';

export function PaymentHead() {
  const { details } = usePayment();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <div className={styles.head}>
      <Amount amount={details.instructedAmount.amount} currency={details.instructedAmount.currency} locale={locale} />
      <p className={styles.payee}>
        {text('payment.to')} <b className="strong">{details.creditorName}</b>
      </p>
    </div>
  );
}
