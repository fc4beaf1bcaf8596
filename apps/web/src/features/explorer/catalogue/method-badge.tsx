/** The method in a box: hollow reads, solid changes something, red deletes. */
import { classNames } from '../../../shared/ui/class-names.ts';
import styles from './method-badge.module.css';

const SHORT: Readonly<Record<string, string>> = { DELETE: 'DEL', OPTIONS: 'OPT' };

/** `isSolid` at the head of a page; in lists the box stays hollow, and long words are cut short. */
export function MethodBadge({ method, isSolid = false }: { method: string; isSolid?: boolean }) {
  const kind = method === 'DELETE' ? styles.delete : method === 'GET' || method === 'HEAD' ? undefined : styles.write;
  return (
    <span className={classNames(styles.method, kind, isSolid && styles.solid)}>
      <abbr title={method}>{isSolid ? method : (SHORT[method] ?? method)}</abbr>
    </span>
  );
}
