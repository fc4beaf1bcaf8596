/** The total and how many, in one line, beside the buttons of a phone. */
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { useSigningText } from '../../messages.ts';
import { useBulk } from '../../views/signing-page-context.tsx';
import { paidAmount } from '../payment/paid-amount.ts';
import { PayFromBrief } from '../payment/pay-from-brief.tsx';
import styles from '../payment/payment.module.css';
import { SigningBlocker } from '../payment/signing-blocker.tsx';

export function BulkBrief() {
  const session = useBulk();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <span className={styles.brief}>
      <b className="strong tab">{formatMoney(paidAmount(session), locale)}</b> {text('bulk.brief', { count: session.details.payments.length })}
      <PayFromBrief />
      <SigningBlocker />
    </span>
  );
}
