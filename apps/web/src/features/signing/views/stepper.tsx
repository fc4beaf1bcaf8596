/** Where a cancellation stands: it alone begins with a question. */
import type { FlowStep } from '../engine/signing-flow.ts';
import { useSigningText } from '../messages.ts';
import styles from './signing.module.css';
import { useSigningPage } from './signing-page-context.tsx';

export function Stepper({ at }: { at: FlowStep }) {
  const { steps } = useSigningPage().flow;
  const text = useSigningText();
  if (!steps.includes('confirmation')) return null;
  return (
    <ol className={styles.steps}>
      {steps.map((step, place) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} className={place < steps.indexOf(at) ? styles.past : undefined}>
          {text(`signing.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
