/** Acts that wait for a second person, and those that were decided. */
import type { ConsoleRequest } from '@portico/contract';
import type { ConsoleDecision } from '@portico/contract/values';
import { useCallback, useState } from 'react';
import { formatMoment } from '../shared/format/dates.ts';
import { Button } from '../shared/ui/button.tsx';
import { ScrollRegion } from '../shared/ui/scroll-region.tsx';
import styles from './console.module.css';
import { followIn, type PageProps, TIME_ZONE } from './page-props.ts';
import { Failure, PageTitle } from './page-title.tsx';
import { KIND_TEXTS, STATE_NAMES } from './request-texts.ts';
import { useLoad } from './use-load.ts';
import { WordsDialog } from './words-dialog.tsx';

interface Choice {
  readonly request: ConsoleRequest;
  readonly decision: ConsoleDecision;
}

export function RequestsPage({ calls, before, onGo, onEnded }: PageProps & { readonly before: string | undefined }) {
  const waiting = useLoad(
    useCallback(() => calls.requests({ isWaiting: true }), [calls]),
    onEnded,
  );
  const decided = useLoad(
    useCallback(() => calls.requests({ isWaiting: false, ...(before === undefined ? {} : { before }) }), [calls, before]),
    onEnded,
  );
  const [choice, setChoice] = useState<Choice>();
  const close = () => {
    setChoice(undefined);
    // Another person may have decided while the dialog was open.
    waiting.reload();
    decided.reload();
  };
  return (
    <>
      <PageTitle title="Waiting for a second person">
        <p>One person asks with a reason, another person confirms. A request that waits longer than 24 hours expires and changes nothing.</p>
      </PageTitle>
      <Failure text={waiting.failure ?? decided.failure} />
      <section className={styles.panel} aria-labelledby="waiting">
        <h2 id="waiting">Waiting</h2>
        {waiting.value?.requests.length === 0 ? <p>No request waits. Requests begin on the page of a provider.</p> : null}
        <ol className={styles.requests}>
          {waiting.value?.requests.map((request) => (
            <Waiting key={request.requestId} request={request} onGo={onGo} onChoose={(decision) => setChoice({ request, decision })} />
          ))}
        </ol>
      </section>
      {decided.value === undefined ? null : (
        <section className={styles.panel} aria-labelledby="decided">
          <h2 id="decided">Decided</h2>
          <Decided requests={decided.value.requests} />
          <div className={styles.bar}>
            <Button kind="secondary" isDense disabled={before === undefined} onClick={() => onGo('/requests')}>
              Newest
            </Button>
            <Button
              kind="secondary"
              isDense
              disabled={decided.value.next === undefined}
              onClick={() => onGo(`/requests?${new URLSearchParams({ before: decided.value?.next ?? '' })}`)}
            >
              Older
            </Button>
          </div>
        </section>
      )}
      {choice === undefined ? null : <Decide {...choice} calls={calls} onEnded={onEnded} onClose={close} />}
    </>
  );
}

const DECISION_NAMES: Readonly<Record<ConsoleDecision, string>> = { confirm: 'Confirm', decline: 'Decline', withdraw: 'Withdraw' };

interface WaitingProps {
  readonly request: ConsoleRequest;
  readonly onGo: PageProps['onGo'];
  readonly onChoose: (decision: ConsoleDecision) => void;
}

function Waiting({ request, onGo, onChoose }: WaitingProps) {
  const { kind, about, name, words, askedBy, askedAt, expiresAt, decisions, isOwn } = request;
  return (
    <li>
      <div>
        <b>{KIND_TEXTS[kind].act}</b>
        <a href={`/providers?${new URLSearchParams({ id: about })}`} onClick={followIn(onGo)}>
          {name}
        </a>
        <p>“{words}”</p>
      </div>
      <div>
        <b>{askedBy}</b>
        <small>asked {formatMoment(askedAt, TIME_ZONE)}</small>
        <small>expires {formatMoment(expiresAt, TIME_ZONE)}</small>
      </div>
      <div className={styles.acts}>
        {decisions.map((decision) => (
          <Button key={decision} kind="secondary" isDense onClick={() => onChoose(decision)}>
            {DECISION_NAMES[decision]}
          </Button>
        ))}
        {isOwn ? <small>You asked, so another person must confirm.</small> : null}
        {decisions.length === 0 ? <small>You cannot decide: it needs another role.</small> : null}
      </div>
    </li>
  );
}

function Decide({ request, decision, calls, onEnded, onClose }: Choice & Pick<PageProps, 'calls' | 'onEnded'> & { onClose: () => void }) {
  const { requestId, kind, name, askedBy } = request;
  const { act, changes } = KIND_TEXTS[kind];
  return (
    <WordsDialog
      title={decision === 'confirm' ? `${act}: ${name}` : `${DECISION_NAMES[decision]} the request of ${askedBy}`}
      button={decision === 'confirm' ? act : `${DECISION_NAMES[decision]} the request`}
      needsWords={decision === 'decline'}
      onEnded={onEnded}
      onClose={onClose}
      onSubmit={async (words) => {
        await calls.decide({ requestId, decision, ...(decision === 'decline' ? { words } : {}) });
        onClose();
      }}
    >
      {decision === 'confirm' ? (
        <ul className={styles.changes}>
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <p>The request ends, and nothing changes.</p>
      )}
    </WordsDialog>
  );
}

function Decided({ requests }: { requests: readonly ConsoleRequest[] }) {
  if (requests.length === 0) return <p>No request was decided.</p>;
  return (
    <ScrollRegion label="Decided requests" className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">First person</th>
            <th scope="col">Second person</th>
            <th scope="col">Act</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ requestId, kind, name, words, state, askedBy, askedAt, decidedBy, decidedAt, note }) => (
            <tr key={requestId}>
              <td>
                {askedBy}
                <small>{formatMoment(askedAt, TIME_ZONE)}</small>
              </td>
              <td>
                {state === 'withdrawn' ? 'no decision' : (decidedBy ?? 'no decision')}
                <small>{decidedAt === undefined ? '' : formatMoment(decidedAt, TIME_ZONE)}</small>
              </td>
              <td>
                {KIND_TEXTS[kind].act}: {name}
                <small>“{words}”</small>
              </td>
              <td>
                {STATE_NAMES[state]}
                <small>{note === undefined ? '' : `“${note}”`}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
