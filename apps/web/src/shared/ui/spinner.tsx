/** A turning ring. The words beside it carry the state; under reduced motion it turns once in four seconds. */
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

export function Spinner({ onButton = false }: { onButton?: boolean }) {
  return <span className={classNames(styles.spinner, onButton && styles.onButton)} aria-hidden="true" />;
}
