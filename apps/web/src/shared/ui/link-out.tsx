/** A link that opens beside this page, with its sign. */
import { Icon } from './icon.tsx';
import styles from './link-out.module.css';

export function LinkOut({ href, label }: { href: string; label: string }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener">
      {label}
      <Icon name="external" small />
    </a>
  );
}
