/** Whose portal this is, the pages that are in no menu, and whom to ask. */
import type { Menu, RuntimeConfig } from '@portico/contract';
import styles from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

export function Footer({ config, menu }: { config: RuntimeConfig; menu: Menu | null }) {
  const pages = menu === null ? [] : menu.hidden.filter(({ component }) => component === 'ContentPage');
  return (
    <footer className={styles.foot}>
      <div className={`page ${styles.inner}`}>
        <span>{config.bankLegalName}</span>
        <ul>
          {pages.map(({ pageUrl, title }) => (
            <li key={pageUrl}>
              <a href={`#${pageUrl}`}>{title}</a>
            </li>
          ))}
        </ul>
        <ThemeSwitch />
        <span className={styles.support}>
          Support: <SupportContact contact={config.supportContact} />
        </span>
      </div>
    </footer>
  );
}

/** An address becomes a link; anything else (a telephone number, a sentence) stays text. */
function SupportContact({ contact }: { contact: string }) {
  if (contact.startsWith('https://')) return <a href={contact}>{contact.replace('https://', '')}</a>;
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return <a href={`mailto:${contact}`}>{contact}</a>;
  return <span>{contact}</span>;
}
