/** While a part of the page is on its way. */
import { useLastWords } from '../shared/last-words/last-words.ts';
import { Spinner } from '../shared/ui/spinner.tsx';
import styles from './loader.module.css';

export function Loader() {
  const text = useLastWords();
  return (
    <div className={styles.loader} role="status">
      <Spinner />
      <span>{text('lastWords.loading')}</span>
    </div>
  );
}
