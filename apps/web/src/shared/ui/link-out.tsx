/** A link that opens beside this page, with its sign. */
import { Icon } from './icon.tsx';
import styles from './link-out.module.css';

export function LinkOut({ href, label, onOpen }: { href: string; label: string; onOpen?: () => void }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener" onClick={onOpen}>
      {label}
      <Icon name="external" small />
    </a>
  );
}
