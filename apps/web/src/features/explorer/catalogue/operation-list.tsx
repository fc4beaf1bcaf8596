/** Operations below the titles of their sections, as links. */
import type { IndexSection } from '@portico/contract';
import { inPlaces } from '../../../shared/ui/in-places.ts';
import { operationHref } from '../operation-address.ts';
import type { FoundOperation } from './find-operations.ts';
import { MethodBadge } from './method-badge.tsx';
import styles from './operation-list.module.css';

interface OperationListProps {
  pageUrl: string;
  found: readonly FoundOperation[];
  /** The one whose page is open. */
  current?: { readonly apiId: string; readonly operationId: string };
  isDense?: boolean;
}

export function OperationList({ pageUrl, found, current, isDense = false }: OperationListProps) {
  return inPlaces(bySection(found)).map(({ key, item: { section, operations } }) => (
    <section key={key} className={isDense ? styles.dense : styles.section} aria-label={section.title}>
      {isDense ? <h3>{section.title}</h3> : <SectionHead section={section} />}
      <ul>
        {operations.map(({ operation }) => (
          <li key={operation.operationId}>
            <a
              href={operationHref(pageUrl, section.apiId, operation.operationId)}
              aria-current={current?.apiId === section.apiId && current.operationId === operation.operationId ? 'page' : undefined}
            >
              <MethodBadge method={operation.method} />
              <span className={styles.summary}>
                {operation.summary}
                {operation.isDeprecated === true ? <span className="micro muted"> deprecated</span> : null}
              </span>
              {isDense ? null : <code className={styles.path}>{operation.path}</code>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
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

interface Group {
  readonly section: IndexSection;
  readonly operations: FoundOperation[];
}

/** In the order of the best hit of each. */
function bySection(found: readonly FoundOperation[]): Group[] {
  const groups = new Map<string, Group>();
  for (const hit of found) {
    const group = groups.get(hit.section.apiId);
    if (group === undefined) groups.set(hit.section.apiId, { section: hit.section, operations: [hit] });
    else group.operations.push(hit);
  }
  return [...groups.values()];
}
