/** In place of a page that is on its way. */
import { Skeleton } from '../shared/ui/skeleton.tsx';
import styles from './page-skeleton.module.css';

export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton label="Loading the page" lines={9} />
    </div>
  );
}
