/** One call in a line; opened, with its headers and bodies. */
import type { LoggedCertificate, RequestSummary } from '@portico/contract';
import { useCallback, useState } from 'react';
import { formatMoment } from '../../shared/format/dates.ts';
import { browserTimeZone } from '../../shared/portal/browser-time-zone.ts';
import { CodeBlock } from '../../shared/portal/code/code-block.tsx';
import { ErrorCode } from '../../shared/portal/http/error-code.tsx';
import { MethodBadge } from '../../shared/portal/http/method-badge.tsx';
import { statusLine } from '../../shared/portal/http/status-words.ts';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { repeatAddress } from './repeat-address.ts';
import styles from './request-log.module.css';
import type { RequestLogCalls } from './request-log-calls.ts';

export interface RequestRowProps {
  request: RequestSummary;
  calls: RequestLogCalls;
  /** Of the test customer whose token the call carried; undefined: none, or one that was deleted. */
  customerName: string | undefined;
}

export function RequestRow({ request, calls, customerName }: RequestRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { at, method, path, status, durationMs, code, cause, isAuthenticated, isPortal = false } = request;
  return (
    <li className={classNames(isPortal && styles.ofPortal)}>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} small />
          <MethodBadge method={method} />
          <code className={styles.path}>{path}</code>
          <span className={styles.badges}>
            <Badge kind={status < 400 ? 'ok' : 'error'}>{statusLine(status)}</Badge>
            {isAuthenticated ? null : <Badge kind="warn">Not authenticated</Badge>}
            {isPortal ? <Badge kind="plain">Portal</Badge> : null}
          </span>
          <span className={classNames(styles.duration, 'small muted tab')}>{durationMs} ms</span>
          <time className={classNames(styles.time, 'small muted tab')} dateTime={at}>
            {formatMoment(at, browserTimeZone())}
          </time>
        </summary>
        {isOpen ? <Exchange request={request} calls={calls} customerName={customerName} /> : null}
      </details>
      {cause === undefined ? null : (
        <p className={styles.cause}>
          {code === undefined ? null : (
            <>
              <ErrorCode code={code} status={status} isFallback={path.includes('/fallback/')} />{' '}
            </>
          )}
          {cause}
        </p>
      )}
    </li>
  );
}

function Exchange({ request: { id, requestId, apiId, operationId, path, method }, calls, customerName }: RequestRowProps) {
  const { value, failure, reload } = useLoaded(useCallback((signal) => calls.one(id, signal), [calls, id]));
  const { value: template } = useLoaded(useCallback((signal) => calls.template(apiId, operationId, signal), [calls, apiId, operationId]));
  return (
    <div className={styles.exchange}>
      <p className="small second">
        X-Request-ID <code>{requestId}</code>
        {customerName === undefined ? null : ` · Token of ${customerName}`}
        {apiId === undefined || operationId === undefined ? null : (
          <>
            {' · '}
            <a href={repeatAddress({ apiId, operationId, path, requestHeaders: value?.requestHeaders ?? {} }, template)}>
              Repeat in the explorer{method === 'GET' ? '' : ', without the body'}
            </a>
          </>
        )}
      </p>
      {value === undefined ? (
        failure === undefined ? (
          <Skeleton label="Loading the request" lines={6} />
        ) : (
          <LoadFailure failure={failure} onRetry={reload} />
        )
      ) : (
        <>
          <Certificate certificate={value.certificate} />
          <CodeBlock title="Request" code={written(value.requestHeaders, value.requestBody)} copyLabel="Copy request" />
          <CodeBlock title="Response" code={written(value.responseHeaders, value.responseBody)} copyLabel="Copy response" />
          {value.isAuthenticated ? null : (
            <p className="small muted">
              The caller sent your client ID without a secret that is right, so another may have sent this. No bodies are kept.
            </p>
          )}
          {value.method === 'GET' && value.isAuthenticated && value.status < 400 ? (
            <p className="small muted">What a reading answers is the customer’s, and is not kept here.</p>
          ) : null}
        </>
      )}
    </div>
  );
}

/** The identity of the caller, as the certificate of the connection shows it. */
function Certificate({ certificate }: { certificate: LoggedCertificate | undefined }) {
  const { thumbprint, organizationId, roles = [], fault } = certificate ?? {};
  return (
    <p className="small second">
      Certificate{' '}
      {certificate === undefined ? (
        'none (ordinary address)'
      ) : thumbprint === undefined ? (
        'none (address for mutual TLS)'
      ) : (
        <>
          {organizationId === undefined ? null : <code>{organizationId}</code>} {roles.join(', ')}{' '}
          <code className={styles.thumbprint}>{thumbprint}</code>
        </>
      )}
      {fault === undefined ? null : (
        <>
          {' '}
          <Badge kind="error">{fault}</Badge>
        </>
      )}
    </p>
  );
}

/** Headers, an empty line, the body. */
function written(headers: Readonly<Record<string, string>>, body: unknown): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (body === undefined) return lines.join('\n');
  return [...lines, '', typeof body === 'string' ? body : JSON.stringify(body, null, 2)].join('\n');
}
