/** `/api-explorer`, `/fallback-explorer`: every operation of a list, with search and the documents to take along (specification §2). */
import type { ExplorerIndex, RuntimeConfig } from '@portico/contract';
import { useEffect } from 'react';
import { lazyComponent } from '../../../shared/page/lazy-component.tsx';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { PageHeading } from '../../../shared/portal/page-heading.tsx';
import { goToSection, SECTION_PARAMETER } from '../../../shared/portal/prose/sections.ts';
import { useQuery } from '../../../shared/portal/router/place.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { type ExplorerList, listOf } from '../explorer-calls.ts';
import { SIGNED_PARAMETER } from '../form/fill-in.ts';
import { operationHref } from '../operation-address.ts';
import { loadSending } from '../request/load-sending.ts';
import { useExplorerIndex } from '../use-catalogue.ts';
import { ChangeList } from './change-list.tsx';
import { Documents } from './documents.tsx';
import styles from './explorer-page.module.css';
import { FindField } from './find-field.tsx';
import { OperationList, SectionLinks } from './operation-list.tsx';
import { useFind } from './use-find.ts';

const LEADS: Readonly<Record<ExplorerList, string>> = {
  main: 'Every call that your application can make. Open one: it is filled in for your test customer, and you send it from the page.',
  fallback: 'The bank’s customer interface, as a provider may use it when the API is not available (RTS Art. 33).',
};

const SignedOutcome = lazyComponent(async () => (await loadSending()).SignedOutcome);

interface ApiExplorerPageProps {
  url: string;
  title: string;
  config: RuntimeConfig;
}

export function ApiExplorerPage({ url, title, config }: ApiExplorerPageProps) {
  const list = listOf(url);
  const signed = useQuery().get(SIGNED_PARAMETER);
  const { value: index, failure, reload } = useExplorerIndex(list);
  return (
    <div className="stack-6">
      <div className="stack-2">
        <PageHeading title={title} />
        <p className="second">{LEADS[list]}</p>
      </div>
      {signed === null || signed === '' ? null : <SignedOutcome key={signed} url={url} requestId={signed} />}
      {index !== undefined ? (
        <Catalogue url={url} index={index} apiBase={config.apiBase} />
      ) : failure === undefined ? (
        <Skeleton label="Loading the operations" lines={12} />
      ) : (
        <LoadFailure failure={failure} onRetry={reload} />
      )}
    </div>
  );
}

function Catalogue({ url, index, apiBase }: { url: string; index: ExplorerIndex; apiBase: string }) {
  const find = useFind(index);
  const section = useQuery().get(SECTION_PARAMETER);
  useEffect(() => {
    if (section !== null) goToSection(section);
  }, [section]);
  if (index.sections.length === 0) {
    return (
      <div className="stack-2">
        <p className="strong">There are no operations in this list.</p>
        <p className="second">They come with the bank’s API documents.</p>
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <div className="stack-6">
        <div className="stack-2">
          <FirstCall url={url} index={index} />
          <FindField find={find} />
          {find.isSearch ? null : <SectionLinks pageUrl={url} sections={index.sections} />}
        </div>
        {find.found.length === 0 ? (
          <div className="stack-2">
            <p className="strong">No operation holds these words.</p>
            <p className="second">Search for a path, a method or what the call does, such as “cancel payment”.</p>
          </div>
        ) : (
          <OperationList pageUrl={url} found={find.found} isSearch={find.isSearch} />
        )}
      </div>
      <aside className="stack-6">
        <ChangeList changes={index.changes} />
        <Documents sections={index.sections} apiBase={apiBase} />
      </aside>
    </div>
  );
}

/** The call that needs a token and no consent; a bank with its core does not have it. */
function FirstCall({ url, index }: { url: string; index: ExplorerIndex }) {
  const section = index.sections.find(({ apiId }) => apiId === 'sandbox');
  const operation = section?.operations.find(({ operationId }) => operationId === 'getTestAccountList');
  if (section === undefined || operation === undefined) return null;
  return (
    <p className="second">
      New here? Begin with <a href={operationHref(url, section.apiId, operation.operationId)}>{operation.summary}</a>. It needs no consent.
    </p>
  );
}
