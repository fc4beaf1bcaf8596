/** `{pageUrl}/{apiId}/{operationId}`: one operation, filled in for the test customer, to be sent from here (specification §2). */
import type { RuntimeConfig } from '@portico/contract';
import { useParams, useSearchParams } from 'react-router';
import type { AuthRoot } from '../../../shared/auth/auth-slice.ts';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../../shared/portal/page-heading.tsx';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { listOf } from '../explorer-calls.ts';
import { SENT_PARAMETER } from '../history/sent-request.ts';
import { useOperation } from '../use-catalogue.ts';
import { CustomerWorkbench } from './customer-workbench.tsx';
import { FallbackWorkbench } from './fallback-workbench.tsx';
import { Workbench } from './workbench.tsx';

interface OperationPageProps {
  /** Of the explorer that this operation belongs to. */
  url: string;
  config: RuntimeConfig;
}

export function OperationPage({ url, config }: OperationPageProps) {
  const { apiId = '', '*': operationId = '' } = useParams();
  const [search] = useSearchParams();
  const list = listOf(url);
  const { value: slice, failure, reload } = useOperation(apiId, operationId);
  const { isAuthorized } = useAppSelector((state: AuthRoot) => state.auth);
  if (slice === undefined) {
    return (
      <div className="stack-5">
        <PageHeading title={operationId} />
        {failure === undefined ? (
          <Skeleton label="Loading the operation" lines={12} />
        ) : failure.status === 404 ? (
          <div className="stack-2">
            <p className="strong">There is no such operation.</p>
            <p>
              It may have had another name. <a href={`#${url}`}>See all operations</a>
            </p>
          </div>
        ) : (
          <LoadFailure failure={failure} onRetry={reload} />
        )}
      </div>
    );
  }
  const key = `${apiId}\n${operationId}\n${search.get(SENT_PARAMETER) ?? ''}`;
  if (isAuthorized && list === 'fallback') return <FallbackWorkbench key={key} url={url} slice={slice} config={config} />;
  return isAuthorized ? (
    <CustomerWorkbench key={key} url={url} list={list} slice={slice} config={config} />
  ) : (
    <Workbench key={key} url={url} list={list} slice={slice} config={config} customer={undefined} />
  );
}
