/** Logo and name. With `href` it is a link home; on customers' pages it is plain text, because the way out is a named button. */
import styles from './brand.module.css';

export function Brand({ name, suffix, href }: { name: string; suffix?: string; href?: string }) {
  const content = (
    <>
      <span className={styles.mark}>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M1 3h22v4H1zM3 9h3v12H3zM8 9h2v12H8zM14 9h2v12h-2zM18 9h3v12h-3z" />
        </svg>
      </span>
      {name}
      {suffix === undefined ? null : <small>{suffix}</small>}
    </>
  );
  if (href === undefined) return <span className={styles.brand}>{content}</span>;
  return (
    <a className={styles.brand} href={href}>
      {content}
    </a>
  );
}
