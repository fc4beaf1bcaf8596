/** `{pageUrl}/{apiId}/{operationId}`: one operation, filled in for the test customer, to be sent from here (specification §2). */
import type { ExplorerIndex, RuntimeConfig } from '@portico/contract';
import type { AuthRoot } from '../../../shared/auth/auth-slice.ts';
import { lazyComponent } from '../../../shared/page/lazy-component.tsx';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../../shared/portal/page-heading.tsx';
import { useQuery } from '../../../shared/portal/router/place.ts';
import { Redirect } from '../../../shared/portal/router/redirect.tsx';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { listOf } from '../explorer-calls.ts';
import { type OperationAddress, operationPath } from '../operation-address.ts';
import { SENT_PARAMETER } from '../request/history/sent-parameter.ts';
import { useExplorerIndex, useOperation } from '../use-catalogue.ts';
import { OperationOverview } from './operation-overview.tsx';

const VisitorWorkbench = lazyComponent(async () => (await import('./visitor-workbench.tsx')).VisitorWorkbench, OperationOverview);

const NOT_FOUND = 404;

interface OperationPageProps {
  /** Path of the explorer that this operation belongs to. */
  url: string;
  /** The further segments of the address: section and operation, whose id may contain slashes. */
  below: readonly string[];
  config: RuntimeConfig;
}

export function OperationPage({ url, below, config }: OperationPageProps) {
  const [apiId = '', ...rest] = below;
  const operationId = rest.join('/');
  const search = useQuery();
  const { value: slice, failure, reload } = useOperation(apiId, operationId);
  const { isInitialized } = useAppSelector((state: AuthRoot) => state.auth);
  const isUnknown = slice === undefined && failure?.status === NOT_FOUND;
  const index = useExplorerIndex(listOf(url), isUnknown).value;
  const written = isUnknown && index !== undefined ? withItsCase(index, { apiId, operationId }) : undefined;
  if (written !== undefined) return <Redirect to={operationPath(url, written.apiId, written.operationId)} />;
  if (slice === undefined) {
    return (
      <div className="stack-5">
        <PageHeading title={operationId} />
        {failure === undefined ? (
          <Skeleton label="Loading the operation" lines={12} />
        ) : failure.status === NOT_FOUND ? (
          <div className="stack-2">
            <p className="strong">There is no such operation.</p>
            <p>
              The bank may not offer it, or it may have had another name. <a href={`#${url}`}>See all operations</a>
            </p>
          </div>
        ) : (
          <LoadFailure failure={failure} onRetry={reload} />
        )}
      </div>
    );
  }
  const key = `${apiId}\n${operationId}\n${search.get(SENT_PARAMETER) ?? ''}`;
  // The form appears after the session is known, because values typed before would be lost.
  return isInitialized ? <VisitorWorkbench key={key} url={url} slice={slice} config={config} /> : <OperationOverview slice={slice} />;
}

/** Letter case in an address does not matter, but ids have theirs. */
function withItsCase({ sections }: ExplorerIndex, { apiId, operationId }: OperationAddress): OperationAddress | undefined {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const section = sections.find((known) => isSame(known.apiId, apiId));
  const operation = section?.operations.find((known) => isSame(known.operationId, operationId));
  return section === undefined || operation === undefined ? undefined : { apiId: section.apiId, operationId: operation.operationId };
}
