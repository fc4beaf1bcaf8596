/** What a text has against it, each thing with the way to its value. */
import { inPlaces } from '../../../shared/ui/in-places.ts';
import type { BodyFinding } from '../form/use-body-check.ts';
import styles from '../panel.module.css';

export function ProblemList({ problems }: { problems: readonly BodyFinding[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems}>
      {inPlaces(problems).map(({ key, item: { steps = [], text } }) => (
        <li key={key}>
          {steps.length === 0 ? null : (
            <>
              <code>{steps.join('.')}</code>:{' '}
            </>
          )}
          {text}
        </li>
      ))}
    </ul>
  );
}
