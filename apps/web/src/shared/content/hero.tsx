/** The landing page's sentence and where to go from it. */
import type { Paragraph } from '@portico/contract';
import { PageHeading } from '../portal/page-heading.tsx';
import { ButtonLink } from '../ui/button.tsx';
import styles from './hero.module.css';

export function Hero({ title, lead, actions }: Extract<Paragraph, { type: 'hero' }>) {
  return (
    <section className={styles.hero}>
      <div>
        <PageHeading title={title} documentTitle={null} className={styles.title} />
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={styles.actions}>
        {actions.map(({ label, href, primary }) => (
          <ButtonLink key={href} href={href} kind={primary ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}
