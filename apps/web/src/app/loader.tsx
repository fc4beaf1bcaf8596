/** While a part of the page is on its way. */
import { useEssentialText } from '../shared/essential-texts/essential-texts.ts';
import { Spinner } from '../shared/ui/spinner.tsx';
import styles from './loader.module.css';

export function Loader() {
  const text = useEssentialText();
  return (
    <div className={styles.loader} role="status">
      <Spinner />
      <span>{text('essential.loading')}</span>
    </div>
  );
}
