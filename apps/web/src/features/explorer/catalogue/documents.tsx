/** The documents behind the explorer, to take along. */
import type { IndexSection } from '@portico/contract';
import { useId } from 'react';
import type { AuthRoot } from '../../../shared/auth/auth-slice.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { DocumentLink } from './document-link.tsx';
import styles from './explorer-page.module.css';
import { FilledCollection } from './filled-collection.tsx';

/** The document of all sections, those of the fallback interface included. */
const WHOLE: Pick<IndexSection, 'apiId' | 'title'> = { apiId: 'all', title: 'All sections' };

export function Documents({ sections, apiBase }: { sections: readonly IndexSection[]; apiBase: string }) {
  const id = useId();
  const { isAuthorized } = useAppSelector((state: AuthRoot) => state.auth);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Documents</h2>
      <p className="small second">OpenAPI 3.1, made from the running server: all sections in one document, and one per section.</p>
      <ul className={styles.documents}>
        {[WHOLE, ...sections].map(({ apiId, title }) => (
          <li key={apiId}>
            <span>{title}</span>
            <span className={styles.formats}>
              {(['json', 'yaml'] as const).map((format) => (
                <DocumentLink key={format} section={{ apiId, title }} format={format} apiBase={apiBase} />
              ))}
            </span>
          </li>
        ))}
        <li>
          <span>All, as a Postman collection</span>
          <span className={styles.formats}>
            <a href={`${apiBase}/specs/postman`} download>
              JSON<span className="vh"> for Postman</span>
            </a>
          </span>
        </li>
      </ul>
      {isAuthorized ? <FilledCollection /> : null}
    </section>
  );
}
