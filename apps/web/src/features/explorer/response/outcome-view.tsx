/** What came of the request that was sent last: an answer with what can be done about it, or why there is none. */
import type { OperationBrief } from '@portico/contract';
import type { ReactNode } from 'react';
import { statusLine } from '../../../shared/portal/http/status-words.ts';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import type { Answer } from '../request/outcome.ts';
import type { RequestCustomer } from '../request/request-customer.ts';
import { curlSample } from '../request/samples/curl-sample.ts';
import type { OperationRequest } from '../request/use-operation-request.ts';
import { FailurePanel } from './failure-panel.tsx';
import styles from './response.module.css';
import { ScrollIntoView } from './scroll-into-view.tsx';

interface OutcomeViewProps {
  slice: OperationBrief;
  customer: RequestCustomer | undefined;
  helpFor: ((answer: Answer) => ReactNode) | undefined;
  request: OperationRequest;
}

/** Tells screen readers; takes no place on the page. */
export function SendingStatus({ request: { isSending, outcome } }: Pick<OutcomeViewProps, 'request'>) {
  return (
    <p className="vh" role="status">
      {isSending ? 'Sending the request' : outcome?.kind === 'answer' ? `Response: ${statusLine(outcome.status)}` : ''}
    </p>
  );
}

export function OutcomeView({ slice, customer, helpFor, request }: OutcomeViewProps) {
  const { preview, outcome, answered, sending } = request;
  if (outcome === undefined) return null;
  return (
    <ScrollIntoView outcome={outcome}>
      {outcome.kind === 'noAnswer' ? (
        <FailurePanel
          failure={outcome}
          noResponseTexts={sending?.NO_RESPONSE_TEXTS}
          curl={curlSample(preview)}
          onSendAgain={() => void request.send()}
        />
      ) : null}
      {outcome.kind === 'answer' && sending !== undefined ? (
        <>
          {helpFor?.(outcome)}
          {answered?.signingLink === undefined ? null : (
            <ButtonLink kind="primary" isBlock href={answered.signingLink}>
              {`Sign as ${customer?.name ?? 'the customer'}`}
            </ButtonLink>
          )}
          <sending.RefusalHelp
            answer={outcome}
            customerName={customer?.name}
            isRenewing={customer?.isRenewing ?? false}
            renewFailure={customer?.renewFailure}
            onRenew={customer === undefined ? undefined : () => void request.renewTokenAndSend()}
          />
          <sending.ResponsePanel answer={outcome} slice={slice}>
            {answered?.requestId === undefined ? null : (
              <span className={styles.requestId}>
                X-Request-ID <code>{answered.requestId}</code>
              </span>
            )}
            {answered?.requestId === undefined || customer === undefined ? null : (
              <a className="small" href={`#/tpp/requests?requestId=${encodeURIComponent(answered.requestId)}`}>
                Request log
              </a>
            )}
          </sending.ResponsePanel>
        </>
      ) : null}
    </ScrollIntoView>
  );
}
