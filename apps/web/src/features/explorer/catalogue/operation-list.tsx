/**
 * Operations of an explorer below the titles of their sections. Long sections are collapsed, so that a thousand operations render as fast as a few.
 */
import type { IndexSection } from '@portico/contract';
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
        <SectionHead section={section} />
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

function SectionHead({ section: { title, description, isSendable } }: { section: IndexSection }) {
  return (
    <div className="stack-2">
      <h2>{title}</h2>
      {description === '' ? null : <p className="second">{description}</p>}
      {isSendable ? null : <p className="small muted">Its server is not this one: the pages show samples, and do not send.</p>}
    </div>
  );
}
