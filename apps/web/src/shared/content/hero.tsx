/** The landing page's sentence and where to go from it. */
import type { Paragraph } from '@portico/contract';
import { Fragment } from 'react';
import type { AuthRoot } from '../auth/auth-slice.ts';
import { PageHeading } from '../portal/page-heading.tsx';
import { CodeSample } from '../portal/prose/code-sample.tsx';
import { InlineText } from '../portal/prose/inline-text.tsx';
import { useAppSelector } from '../store/hooks.ts';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { inPlaces } from '../ui/in-places.ts';
import styles from './hero.module.css';

const SIGN_UP = '#/?m=register';
const SANDBOX = { label: 'Open your sandbox', href: '#/tokens' };

export function Hero({ title, lead, actions, blocks = [], note }: Extract<Paragraph, { type: 'hero' }>) {
  const isAuthorized = useAppSelector((state: AuthRoot) => state.auth.isAuthorized);
  // A developer who is logged in has a sandbox; the dialog is for others.
  const offered = actions.map((action) => (isAuthorized && action.href === SIGN_UP ? { ...action, ...SANDBOX } : action));
  return (
    <section className={classNames(styles.hero, blocks.length > 0 && styles.withCode)}>
      <div>
        <PageHeading title={title} documentTitle={null} className={styles.title} />
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={styles.actions}>
        {offered.map(({ label, href, primary }) => (
          <ButtonLink key={href} href={href} kind={primary ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
      </div>
      {blocks.length === 0 ? null : (
        <div className={styles.blocks}>
          {inPlaces(blocks).map(({ key, place, item }) => (
            <Fragment key={key}>
              <CodeSample {...item} />
              {place > 0 || note === undefined ? null : (
                <p className="small second">
                  <InlineText content={note} />
                </p>
              )}
            </Fragment>
          ))}
        </div>
      )}
    </section>
  );
}
