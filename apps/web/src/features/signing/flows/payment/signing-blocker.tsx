/** Shows beside the button why it is disabled: on a phone the menu with the full explanation is below the dock. */
import { Icon } from '../../../../shared/ui/icon.tsx';
import type { SigningState } from '../../engine/signing-slice.ts';
import { useSigningText } from '../../messages.ts';
import { useSigning } from '../../views/signing-page-context.tsx';
import { useToday } from '../../views/use-today.ts';
import styles from './payment.module.css';
import { paymentSums } from './payment-sums.ts';

/** Hidden from screen readers, which read the menu's own error. */
export function SigningBlocker() {
  const text = useSigningText();
  const today = useToday();
  const blocker = useSigning((state) => blockerOf(state, today));
  if (blocker === undefined) return null;
  return (
    <span className={styles.blocker} aria-hidden="true">
      <Icon name="octagon" small />
      {text(blocker)}
    </span>
  );
}

function blockerOf(state: SigningState, today: string) {
  if (state.accounts?.length === 0) return 'payment.noAccountsBrief';
  if (state.feeRefusal !== undefined) return 'payment.refusedBrief';
  return paymentSums(state, today)?.isShort ? 'payment.shortfallBrief' : undefined;
}
