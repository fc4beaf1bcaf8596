/** Operations below the titles of their sections, as links. What is long is folded, so that a thousand of them cost no more than a few. */
import type { IndexSection } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { MethodBadge } from '../../../shared/portal/http/method-badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { type OperationAddress, operationHref } from '../operation-address.ts';
import { Fold } from './fold.tsx';
import type { FoundOperation } from './found-operation.ts';
import { groupBySection, groupByTag, type SectionGroup } from './group-operations.ts';
import styles from './operation-list.module.css';

/** Rows that are drawn before somebody asks for the others. */
const FIRST_ROWS = 100;

interface OperationListProps {
  pageUrl: string;
  found: readonly FoundOperation[];
  /** Somebody searches: what was found is open, whatever it is long. */
  isSearch: boolean;
}

/** The explorer's own page. */
export function OperationList({ pageUrl, found, isSearch }: OperationListProps) {
  return groupBySection(found).map(({ section, operations }) => {
    const tags = isSearch ? undefined : groupByTag(operations);
    return (
      <section key={section.apiId} className={styles.section} aria-label={section.title}>
        <SectionHead section={section} />
        {tags === undefined ? (
          <Rows pageUrl={pageUrl} operations={operations} />
        ) : (
          tags.map((group) => (
            <Fold key={group.tag} title={<span className="strong">{group.tag}</span>} count={group.operations.length} isOpen={false}>
              {() => <Rows pageUrl={pageUrl} operations={group.operations} />}
            </Fold>
          ))
        )}
      </section>
    );
  });
}

interface SideListProps extends OperationListProps {
  /** The one whose page is open: its section, and in it its tag, stand open. */
  current: OperationAddress;
}

/** Beside the page of one operation. */
export function SideList({ pageUrl, found, isSearch, current }: SideListProps) {
  return groupBySection(found).map(({ section, operations }) => (
    <section key={section.apiId} className={styles.dense} aria-label={section.title}>
      <Fold title={<h3>{section.title}</h3>} count={operations.length} isOpen={isSearch || section.apiId === current.apiId}>
        {() => <SideSection pageUrl={pageUrl} operations={operations} isSearch={isSearch} current={current} section={section} />}
      </Fold>
    </section>
  ));
}

function SideSection({ pageUrl, operations, isSearch, current }: Omit<SideListProps, 'found'> & SectionGroup) {
  const tags = isSearch ? undefined : groupByTag(operations);
  if (tags === undefined) return <Rows pageUrl={pageUrl} operations={operations} current={current} isDense />;
  return (
    <div className={styles.tags}>
      {tags.map((group) => (
        <Fold key={group.tag} title={group.tag} count={group.operations.length} isOpen={group.operations.some((found) => isCurrent(found, current))}>
          {() => <Rows pageUrl={pageUrl} operations={group.operations} current={current} isDense />}
        </Fold>
      ))}
    </div>
  );
}

interface RowsProps {
  pageUrl: string;
  operations: readonly FoundOperation[];
  current?: OperationAddress;
  isDense?: boolean;
}

function Rows({ pageUrl, operations, current, isDense = false }: RowsProps): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? operations : operations.slice(0, FIRST_ROWS);
  return (
    <>
      <ul>
        {shown.map((found) => (
          <li key={found.operation.operationId}>
            <a
              href={operationHref(pageUrl, found.section.apiId, found.operation.operationId)}
              aria-current={isCurrent(found, current) ? 'page' : undefined}
            >
              <MethodBadge method={found.operation.method} />
              <span className={styles.summary}>
                {found.operation.summary}
                {found.operation.isDeprecated === true ? <span className="micro muted"> deprecated</span> : null}
              </span>
              {isDense ? null : <code className={styles.path}>{found.operation.path}</code>}
            </a>
          </li>
        ))}
      </ul>
      {shown.length === operations.length ? null : <Button onClick={() => setIsWhole(true)}>Show all {operations.length}</Button>}
    </>
  );
}

function isCurrent({ section, operation }: FoundOperation, current: OperationAddress | undefined): boolean {
  return current?.apiId === section.apiId && current.operationId === operation.operationId;
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
