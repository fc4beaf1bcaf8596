/** One request that was sent, in a line; opened, with its id and what can be done with it. */
import { useState } from 'react';
import { formatMoment } from '../../../../shared/format/dates.ts';
import { browserTimeZone } from '../../../../shared/portal/browser-time-zone.ts';
import { MethodBadge } from '../../../../shared/portal/http/method-badge.tsx';
import { statusLine } from '../../../../shared/portal/http/status-words.ts';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { operationHref } from '../../operation-address.ts';
import styles from './history.module.css';
import { SENT_PARAMETER } from './sent-parameter.ts';
import { NO_ANSWER_WORDS, type SentRequest } from './sent-request.ts';

interface SentRowProps {
  sent: SentRequest;
  hasLog: boolean;
  /** Undefined where it cannot be sent from this page. */
  onAgain: ((isSameId: boolean) => void) | undefined;
  onRemove: () => void;
}

export function SentRow({ sent, hasLog, onAgain, onRemove }: SentRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, at, method, path, outcome, milliseconds, pageUrl, apiId, operationId, requestId, isIncomplete } = sent;
  return (
    <li>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} small />
          <MethodBadge method={method} />
          <code className={styles.path}>{path}</code>
          <span className={styles.facts}>
            {typeof outcome === 'number' ? (
              <Badge kind={outcome < 400 ? 'ok' : 'error'}>{statusLine(outcome)}</Badge>
            ) : (
              <Badge kind="plain">{NO_ANSWER_WORDS[outcome]}</Badge>
            )}
            <span className="small muted tab">{milliseconds} ms</span>
            <time className="small muted tab" dateTime={at}>
              {formatMoment(at, browserTimeZone())}
            </time>
          </span>
        </summary>
        {isOpen ? (
          <div className={styles.opened}>
            {requestId === undefined ? null : (
              <p className="small second">
                X-Request-ID <code>{requestId}</code>
                {hasLog ? (
                  <>
                    {' · '}
                    <a href={`#/tpp/requests?requestId=${encodeURIComponent(requestId)}`}>Request log</a>
                  </>
                ) : null}
              </p>
            )}
            {isIncomplete ? <p className="small second">A secret or an unreadable body was not kept. Open it and fill that in.</p> : null}
            <div className="row wrap">
              <a className="small" href={`${operationHref(pageUrl, apiId, operationId)}?${SENT_PARAMETER}=${encodeURIComponent(id)}`}>
                Open with these values
              </a>
              {onAgain === undefined || isIncomplete ? null : (
                <>
                  <Button kind="secondary" isDense onClick={() => onAgain(false)}>
                    Send again
                  </Button>
                  {requestId === undefined ? null : (
                    <Button kind="quiet" isDense onClick={() => onAgain(true)}>
                      Send again with the same X-Request-ID
                    </Button>
                  )}
                </>
              )}
              <Button kind="quiet" isDense onClick={onRemove}>
                Delete
              </Button>
            </div>
          </div>
        ) : null}
      </details>
    </li>
  );
}
