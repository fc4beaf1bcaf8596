/** Amount and payee in one line, beside the buttons of a phone. */
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { useSigningText } from '../../messages.ts';
import { usePayment } from '../../views/signing-page-context.tsx';
import { PayFromBrief } from './pay-from-brief.tsx';
import styles from './payment.module.css';
import { SigningBlocker } from './signing-blocker.tsx';

export function PaymentBrief() {
  const { details } = usePayment();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <span className={styles.brief}>
      <b className="strong tab">{formatMoney(details.instructedAmount, locale)}</b> {text('payment.to')} {details.creditorName}
      <PayFromBrief />
      <SigningBlocker />
    </span>
  );
}
