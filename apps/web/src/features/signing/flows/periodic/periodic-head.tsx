/** The largest thing on the page: how much each time, how often, and to whom. */
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Amount } from '../../../../shared/ui/amount.tsx';
import { useSigningText } from '../../messages.ts';
import { usePeriodic } from '../../views/signing-page-context.tsx';
import styles from '../payment/payment.module.css';

export function PeriodicHead() {
  const { instructedAmount, creditorName, frequency } = usePeriodic().details;
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <div className={styles.head}>
      <Amount amount={instructedAmount.amount} currency={instructedAmount.currency} locale={locale} />
      <p className={styles.payee}>
        {text(`periodic.each.${frequency}`)} {text('payment.to')} <b className="strong">{creditorName}</b>
      </p>
    </div>
  );
}
