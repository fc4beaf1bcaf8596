/** A payment, a consent or another thing: what happened, its facts with masked personal values, and the way to show them. */
import type { ConsoleFinding } from '@portico/contract';
import type { ConsoleAct, ConsoleField } from '@portico/contract/values';
import { useEffect, useLayoutEffect, useState } from 'react';
import { formatDate, formatMoment } from '../shared/format/dates.ts';
import { formatMoney } from '../shared/format/money.ts';
import { Button } from '../shared/ui/button.tsx';
import { classNames } from '../shared/ui/class-names.ts';
import { Definition, DefinitionList } from '../shared/ui/definition-list.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import styles from './console.module.css';
import { EndConsentDialog } from './end-consent-dialog.tsx';
import { detailsOf, type Stage, textOf } from './event-texts.ts';
import { Looks } from './looks.tsx';
import { type PageProps, TIME_ZONE } from './page-props.ts';
import { FIELD_NAMES, ShowDialog } from './show-dialog.tsx';

const STAGES: readonly Stage[] = ['Request', 'Signing', 'Authentication', 'Booking'];

interface Shown {
  readonly values: ReadonlyMap<ConsoleField, string>;
  readonly until: string;
}

interface FindingViewProps extends Omit<PageProps, 'onGo'> {
  readonly finding: ConsoleFinding;
  readonly acts: readonly ConsoleAct[];
  readonly onChanged: () => void;
}

export function FindingView({ finding, calls, acts, onEnded, onChanged }: FindingViewProps) {
  const [isEnding, setIsEnding] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const title = titleOf(finding);
  useLayoutEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  useEffect(() => {
    if (shown === undefined) return undefined;
    const timer = setTimeout(() => setShown(undefined), Math.max(0, Date.parse(shown.until) - Date.now()));
    return () => clearTimeout(timer);
  }, [shown]);
  const { personal } = finding;
  return (
    <>
      <div className={styles.title}>
        <h1>{title}</h1>
        <p>
          <code>{finding.id}</code>
        </p>
      </div>
      <Stages finding={finding} />
      <div className={styles.grid}>
        <section className={styles.panel} aria-labelledby="story">
          <h2 id="story">What happened</h2>
          <Story finding={finding} />
        </section>
        <section className={styles.panel} aria-labelledby="details">
          <h2 id="details">Details</h2>
          <Facts finding={finding} />
          <DefinitionList isDense>
            {personal.map(({ field, masked }) => (
              <Definition key={field} label={FIELD_NAMES[field]}>
                {shown?.values.has(field) === true ? shown.values.get(field) : <span className={styles.masked}>{masked}</span>}
              </Definition>
            ))}
          </DefinitionList>
          {personal.length > 0 && acts.includes('show') ? (
            <div className={styles.bar}>
              <Button kind="secondary" isDense onClick={() => setIsAsking(true)}>
                Show, with a reason
              </Button>
              <p role="status">
                {shown === undefined
                  ? 'Shows values for 15 minutes. The audit log records it.'
                  : `Shown until ${formatMoment(shown.until, TIME_ZONE)}. The audit log has recorded it.`}
              </p>
            </div>
          ) : null}
          {finding.kind === 'consent' && finding.status === 'valid' && acts.includes('revoke') ? (
            <div className={styles.bar}>
              <Button kind="secondary" isDense onClick={() => setIsEnding(true)}>
                End the consent
              </Button>
            </div>
          ) : null}
          <Looks looks={finding.lookedAtBy} />
        </section>
      </div>
      {isEnding ? (
        <EndConsentDialog
          consentId={finding.id}
          calls={calls}
          onEnded={onEnded}
          onClose={() => setIsEnding(false)}
          onDone={() => {
            setIsEnding(false);
            onChanged();
          }}
        />
      ) : null}
      {isAsking ? (
        <ShowDialog
          id={finding.id}
          fields={personal.map(({ field }) => field)}
          calls={calls}
          onEnded={onEnded}
          onClose={() => setIsAsking(false)}
          onShown={({ values, until }) => {
            setShown({ values: new Map(values.map(({ field, value }) => [field, value])), until });
            setIsAsking(false);
          }}
        />
      ) : null}
    </>
  );
}

function titleOf({ kind, amount, provider, id }: ConsoleFinding): string {
  const by = provider === undefined ? '' : ` by ${provider}`;
  if (kind === 'payment') return amount === undefined ? `Payment${by}` : `${formatMoney(amount, 'en')}${by}`;
  return kind === 'consent' ? `Consent${by}` : `History of ${id}`;
}

function Facts({ finding }: { finding: ConsoleFinding }) {
  const { status, product, rejection, validUntil, receivedAt, signedAt, provider } = finding;
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Status', status],
    ['Rejected because', rejection],
    ['Product', product],
    ['Provider', provider],
    ['Received', receivedAt && formatMoment(receivedAt, TIME_ZONE)],
    ['Signed', signedAt && formatMoment(signedAt, TIME_ZONE)],
    ['Valid until', validUntil && formatDate(validUntil, 'en')],
  ];
  return (
    <DefinitionList isDense>
      {rows.map(([label, value]) =>
        value === undefined ? null : (
          <Definition key={label} label={label}>
            {value}
          </Definition>
        ),
      )}
    </DefinitionList>
  );
}

/** The last event of each stage. A stage without events has not begun. */
function Stages({ finding }: { finding: ConsoleFinding }) {
  return (
    <ol className={styles.stages} aria-label="Stages">
      {STAGES.map((stage) => {
        const last = finding.events.findLast((event) => textOf(event).stage === stage);
        const known = last && textOf(last);
        return (
          <li key={stage} className={classNames(known === undefined && styles.off, known?.tone === 'warn' && styles.now)}>
            <b>{stage}</b>
            <span>
              {known === undefined ? null : <Icon name={known.tone === 'warn' ? 'warn' : 'okCircle'} small />}
              {last === undefined ? 'not begun' : timeOf(last.at)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Story({ finding }: { finding: ConsoleFinding }) {
  return (
    <ol className={styles.story}>
      {finding.events.map((event, index) => {
        const { text, by, tone } = textOf(event);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two events may have the same content, and the list never changes
          <li key={index}>
            <time dateTime={event.at}>{timeOf(event.at)}</time>
            <span className={classNames(styles.mark, tone === 'ok' && styles.ok, tone === 'warn' && styles.warn)}>
              <Icon name={tone === 'ok' ? 'okCircle' : tone === 'warn' ? 'warn' : 'dash'} small />
            </span>
            <div>
              <b>{text}</b>
              <small>{detailsOf(event, finding.id)}</small>
            </div>
            <span className={styles.by}>{by}</span>
          </li>
        );
      })}
    </ol>
  );
}

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: TIME_ZONE });
const timeOf = (at: string): string => TIME.format(new Date(at));
