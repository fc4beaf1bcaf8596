/** The number that the support asks for, on every dead end. */
import { useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { useSigningPage } from './signing-page-context.tsx';

export function RequestId({ requestId }: { requestId: string | undefined }) {
  const { config } = useSigningPage();
  const text = useSigningText();
  if (requestId === undefined) return null;
  return (
    <p className="small muted">
      {text('signing.error.support', { contact: config.supportContact })} <code className={styles.requestId}>{requestId}</code>
    </p>
  );
}
