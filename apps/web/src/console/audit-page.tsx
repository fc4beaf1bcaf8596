/** Who did and looked at what, newest first. */
import type { ConsoleAuditEntry, ConsoleAuditPage } from '@portico/contract';
import { CONSOLE_REASONS } from '@portico/contract/values';
import { useEffect, useLayoutEffect, useState } from 'react';
import { ApiError } from '../shared/api/api-error.ts';
import { formatMoment } from '../shared/format/dates.ts';
import { SelectField } from '../shared/portal/select-field.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Note } from '../shared/ui/note.tsx';
import { ScrollRegion } from '../shared/ui/scroll-region.tsx';
import styles from './console.module.css';
import { type PageProps, TIME_ZONE } from './page-props.ts';
import { REASON_NAMES } from './show-dialog.tsx';

const EVERYONE = '';

const EVENTS: Readonly<Record<string, string>> = {
  'console.signed-in': 'Signed in',
  'console.signed-out': 'Logged out',
  'console.sign-in-refused': 'Was refused: no group with a role',
  'console.found': 'Looked for an id, without personal data',
  'console.shown': 'Showed personal data',
  'console.audit-read': 'Read the audit log',
  'console.payments-listed': 'Listed payments of a state',
  'console.consent-ended': 'Ended a consent',
  'console.providers-listed': 'Listed providers',
  'console.provider-read': 'Read the page of a provider',
  'console.asked': 'Asked for an act that needs a second person',
  'console.decision-refused': 'Was refused: decided about a request that another person must decide',
  'console.request-confirmed': 'Confirmed a request, and the act was done',
  'console.request-declined': 'Declined a request',
  'console.request-withdrawn': 'Withdrew their request',
  'console.request-expired': 'A request expired',
  'console.request-overtaken': 'Confirmed a request, but what it is about had changed',
};

export function AuditPage({ calls, operator, onGo, onEnded }: PageProps & { readonly operator: string | undefined }) {
  const [page, setPage] = useState<ConsoleAuditPage>();
  const [before, setBefore] = useState<number>();
  const [failure, setFailure] = useState<string>();
  useLayoutEffect(() => {
    document.title = 'Audit · Console';
  }, []);
  useEffect(() => {
    let isGone = false;
    calls.auditPage({ ...(operator === undefined ? {} : { operator }), ...(before === undefined ? {} : { before }) }).then(
      (loaded) => {
        if (!isGone) setPage(loaded);
      },
      (error: unknown) => {
        if (!isGone && !onEnded(error)) setFailure(error instanceof ApiError ? error.message : 'The log could not be read. Try again.');
      },
    );
    return () => {
      isGone = true;
    };
  }, [calls, operator, before, onEnded]);

  return (
    <>
      <div className={styles.title}>
        <h1>Audit</h1>
        <p>Who did and looked at what, newest first. Reading this page is an entry too.</p>
      </div>
      {failure === undefined ? null : (
        <Note kind="warn" role="alert">
          <p>{failure}</p>
        </Note>
      )}
      {page === undefined ? null : (
        <section className={styles.panel} aria-label="Entries">
          <div className={styles.filters}>
            <SelectField
              label="Person"
              options={[{ value: EVERYONE, label: 'All' }, ...page.operators.map((name) => ({ value: name, label: name }))]}
              value={operator ?? EVERYONE}
              onChange={(name) => {
                setBefore(undefined);
                onGo(name === EVERYONE ? '/audit' : `/audit?${new URLSearchParams({ operator: name })}`);
              }}
            />
          </div>
          <ScrollRegion label="Entries" className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Person</th>
                  <th scope="col">What</th>
                  <th scope="col">On</th>
                </tr>
              </thead>
              <tbody>
                {page.entries.map((entry) => (
                  <Entry key={entry.position} entry={entry} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          <div className={styles.bar}>
            <Button kind="secondary" isDense disabled={before === undefined} onClick={() => setBefore(undefined)}>
              Newest
            </Button>
            <Button kind="secondary" isDense disabled={page.next === undefined} onClick={() => setBefore(page.next)}>
              Older
            </Button>
          </div>
        </section>
      )}
    </>
  );
}

function Entry({ entry: { at, operator, event, details } }: { entry: ConsoleAuditEntry }) {
  const reason = CONSOLE_REASONS.find((each) => each === details.reason);
  const more = [
    details.kind,
    details.fields,
    reason && REASON_NAMES[reason],
    details.words && `“${details.words}”`,
    details.of && `entries of ${details.of}`,
    details.askedBy && `asked by ${details.askedBy}`,
  ];
  return (
    <tr>
      <td>{formatMoment(at, TIME_ZONE)}</td>
      <td>
        {operator}
        <small>{details.roles ?? 'command line'}</small>
      </td>
      <td>
        {EVENTS[event] ?? event}
        <small>{more.filter((each) => each !== undefined && each !== '').join(', ')}</small>
      </td>
      <td>
        <code>{details.about ?? ''}</code>
      </td>
    </tr>
  );
}
