/**
 * Operations of an explorer below the titles of their sections. Long sections are collapsed, so that a thousand operations render as fast as a few.
 */
import type { IndexSection } from '@portico/contract';
import { SectionLink } from '../../../shared/portal/prose/section-link.tsx';
import { goToSection, SectionPageContext, sectionHref, sectionId } from '../../../shared/portal/prose/sections.ts';
import { Fold } from './fold.tsx';
import type { FoundOperation } from './found-operation.ts';
import { groupBySection, groupByTag } from './group-operations.ts';
import styles from './operation-list.module.css';
import { OperationRows } from './operation-rows.tsx';

interface OperationListProps {
  pageUrl: string;
  found: readonly FoundOperation[];
  /** During a search all groups are expanded. */
  isSearch: boolean;
}

export function OperationList({ pageUrl, found, isSearch }: OperationListProps) {
  return groupBySection(found).map(({ section, operations }) => {
    const tags = isSearch ? undefined : groupByTag(operations);
    return (
      <section key={section.apiId} className={styles.section} aria-label={section.title}>
        <SectionHead pageUrl={pageUrl} section={section} />
        {tags === undefined ? (
          <OperationRows pageUrl={pageUrl} operations={operations} />
        ) : (
          tags.map((group) => (
            <Fold key={group.tag} title={<span className="strong">{group.tag}</span>} count={group.operations.length} isOpen={false}>
              {() => <OperationRows pageUrl={pageUrl} operations={group.operations} />}
            </Fold>
          ))
        )}
      </section>
    );
  });
}

/** Links to the sections of a list; nothing for a single section. */
export function SectionLinks({ pageUrl, sections }: { pageUrl: string; sections: readonly IndexSection[] }) {
  if (sections.length < 2) return null;
  return (
    <nav aria-label="Sections">
      <ul className={styles.links}>
        {sections.map(({ apiId, title }) => (
          <li key={apiId}>
            {/* The address may be this one already, and then the browser does nothing. */}
            <a href={sectionHref(pageUrl, apiId)} onClick={() => goToSection(apiId)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SectionHead({ pageUrl, section: { apiId, title, description, isSendable } }: { pageUrl: string; section: IndexSection }) {
  return (
    <div className="stack-2">
      <h2 id={sectionId(apiId)} tabIndex={-1}>
        {title}
        <SectionPageContext value={pageUrl}>
          <SectionLink id={apiId} name={title} />
        </SectionPageContext>
      </h2>
      {description === '' ? null : <p className="second">{description}</p>}
      {isSendable ? null : <p className="small muted">Its server is not this one: the pages show samples, and do not send.</p>}
    </div>
  );
}
