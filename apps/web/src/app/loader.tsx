/** While a part of the page is on its way. */
import { Spinner } from '../shared/ui/spinner.tsx';
import styles from './loader.module.css';

export function Loader() {
  return (
    <div className={styles.loader} role="status">
      <Spinner />
      <span>Loading</span>
    </div>
  );
}
