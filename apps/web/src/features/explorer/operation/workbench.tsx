/** The page of an operation: its form, the request as code, the response, the history and what the document describes. */
import type { OperationBrief, RuntimeConfig } from '@portico/contract';
import { needsMutualTls } from '@portico/contract/wire';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { lazyComponent } from '../../../shared/page/lazy-component.tsx';
import { ProseView } from '../../../shared/portal/prose/prose-view.tsx';
import { useQuery } from '../../../shared/portal/router/place.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import type { ExplorerList } from '../explorer-calls.ts';
import { RequestForm } from '../form/request-form.tsx';
import { NOTHING_TYPED, type Typed } from '../form/use-operation-form.ts';
import { SHARED_PREFIX } from '../operation-address.ts';
import { HistoryFrame, NothingSent } from '../request/history/history-frame.tsx';
import { SENT_PARAMETER } from '../request/history/sent-parameter.ts';
import { loadSending } from '../request/load-sending.ts';
import type { Answer } from '../request/outcome.ts';
import type { RequestCustomer } from '../request/request-customer.ts';
import { SamplePanel } from '../request/samples/sample-panel.tsx';
import type { SampleRequest } from '../request/samples/sample-request.ts';
import { useOperationRequest } from '../request/use-operation-request.ts';
import { DocumentedResponses } from '../response/documented-responses.tsx';
import { OutcomeView, SendingStatus } from '../response/outcome-view.tsx';
import styles from './operation.module.css';
import { OperationHead } from './operation-head.tsx';
import { OperationOverview } from './operation-overview.tsx';
import { OperationSide } from './operation-side.tsx';

interface WorkbenchProps {
  url: string;
  list: ExplorerList;
  slice: OperationBrief;
  config: RuntimeConfig;
  /** Undefined for a visitor who is not signed in. */
  customer: RequestCustomer | undefined;
  /** Help after a response. */
  helpFor?: (answer: Answer) => ReactNode;
  /** The selection of application and customer. */
  children?: ReactNode;
}

/** The fields come from a shared link or from the history, so the code that reads them is loaded first. */
const WorkbenchFromAddress = lazyComponent<WorkbenchProps>(async () => {
  const { initialFields } = await loadSending();
  return function FromAddress(props: WorkbenchProps) {
    const { storage } = useExtra();
    const search = useQuery();
    const [given] = useState(() => initialFields(props.slice, search, storage.explorerHistory.read()));
    return <WorkbenchWithFields {...props} given={given} />;
  };
}, OperationOverview);

export function Workbench(props: WorkbenchProps) {
  const search = useQuery();
  const [isGiven] = useState(search.has(SENT_PARAMETER) || [...search.keys()].some((name) => name.startsWith(SHARED_PREFIX)));
  return isGiven ? <WorkbenchFromAddress {...props} /> : <WorkbenchWithFields {...props} given={NOTHING_TYPED} />;
}

function WorkbenchWithFields({ url, list, slice, config, customer, helpFor, children, given }: WorkbenchProps & { given: Typed }) {
  const request = useOperationRequest({ url, slice, customer, given });
  const { preview, buildWithSecrets, isNavigation, isFilling, isSending, history, owner, sending } = request;
  const identify = (written: SampleRequest): SampleRequest => {
    const identified = customer?.identify?.(written) ?? written;
    if (!needsMutualTls(slice, request.form.alternative)) return identified;
    return { ...identified, certificate: { isOfTestAuthority: config.hasSandboxBank } };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void request.send();
    if (event.key === 'Escape' && isSending) request.cancel();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what the buttons inside do
    <div className="stack-6" onKeyDown={onKeyDown}>
      <OperationHead slice={slice}>{children}</OperationHead>
      <SendingStatus request={request} />
      <div className={styles.columns}>
        <OperationSide url={url} list={list} slice={slice} />
        <div className={`${styles.request} stack-6`}>
          <div className="stack-2 second">
            <ProseView prose={slice.description} />
          </div>
          <RequestForm url={url} slice={slice} customer={customer} productName={config.productName} request={request} />
        </div>
        <aside className={`${styles.code} stack-5`}>
          <OutcomeView slice={slice} customer={customer} helpFor={helpFor} request={request} />
          <SamplePanel request={identify(preview)} withSecrets={buildWithSecrets && (async () => identify(await buildWithSecrets()))} />
        </aside>
        <div className={`${styles.documented} stack-6`}>
          {isNavigation || !slice.isSendable ? null : sending === undefined ? (
            <HistoryFrame customerName={customer?.name}>
              <NothingSent />
            </HistoryFrame>
          ) : (
            <sending.HistorySection
              history={history}
              owner={owner}
              slice={slice}
              customerName={customer?.name}
              hasLog={customer !== undefined}
              onAgain={isSending || isFilling ? undefined : (sent, isSameId) => void request.sendAgain(sent, isSameId)}
            />
          )}
          <DocumentedResponses slice={slice} />
        </div>
      </div>
    </div>
  );
}
