/** Instant or Ordinary, and whether an instant payment may become an ordinary one. */
import { useSigningText } from '../../messages.ts';
import { usePaid } from '../../views/signing-page-context.tsx';
import styles from './payment.module.css';

export function PriorityText() {
  const { details } = usePaid();
  const text = useSigningText();
  if (details.executedAsSepa === true) return <Reasoned label={text('payment.priority.ordinary')} reason={text('payment.priority.executedAsSepa')} />;
  if (details.paymentProduct === 'INDIVIDUAL_SEPA') return text('payment.priority.ordinary');
  const label = `${text('payment.priority.instant')}, ${text('payment.priority.instantTime')}`;
  return details.retryAsSepa ? <Reasoned label={label} reason={text('payment.priority.retryAsSepa')} /> : label;
}

function Reasoned({ label, reason }: { label: string; reason: string }) {
  return (
    <>
      {label}
      <span className={styles.reason}>{reason}</span>
    </>
  );
}
