/** Everything that waits for this customer's signature, the one that waits longest first. */
import type { PaymentsToSign, PaymentToSign, RuntimeConfig } from '@portico/contract';
import { Door, isAtDoor } from '../../shared/bank-pages/door.tsx';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { useDoorText } from '../../shared/bank-pages/messages.ts';
import { RoleLine } from '../../shared/bank-pages/role-line.tsx';
import { formatDateTime } from '../../shared/format/dates.ts';
import { formatList } from '../../shared/format/lists.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Headline } from '../../shared/ui/headline.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useToSignText } from './messages.ts';
import styles from './to-sign.module.css';
import type { ToSignCalls } from './to-sign-calls.ts';
import { type AwaitedList, useAwaited } from './use-awaited.ts';

export function PaymentList({ calls, config }: { calls: ToSignCalls; config: RuntimeConfig }) {
  const awaited = useAwaited(calls);
  const { state } = awaited;
  const text = useToSignText();
  const door = { calls, config, loading: text('toSign.loading'), welcome: text('toSign.welcomeText') };
  if (isAtDoor(state)) return <Door {...door} state={state} reload={awaited.reload} returnTo={'/bank/to-sign'} />;
  return <Shown awaited={awaited} list={state.list} isLoadingMore={state.isLoadingMore} calls={calls} config={config} />;
}

interface ShownProps {
  readonly awaited: AwaitedList;
  readonly list: PaymentsToSign;
  readonly isLoadingMore: boolean;
  readonly calls: ToSignCalls;
  readonly config: RuntimeConfig;
}

function Shown({ awaited, list, isLoadingMore, calls, config }: ShownProps) {
  const text = useToSignText();
  const doorText = useDoorText();
  const locale = usePageLocale();
  const { signatory, companies, payments, next } = list;
  const who = { name: signatory.name, companies: formatList(companies, locale) };
  return (
    <>
      <div className="stack-2">
        <Headline>{text('toSign.title')}</Headline>
        <p className="second">{text(companies.length === 0 ? 'toSign.as' : 'toSign.asFor', who)}</p>
      </div>
      <RoleLine visitor={signatory} calls={calls} />
      {payments.length === 0 ? (
        <div className={listStyles.empty}>
          <p className="strong">{text('toSign.empty')}</p>
          <p className="second">{text(companies.length === 0 ? 'toSign.nobodyHint' : 'toSign.emptyHint')}</p>
        </div>
      ) : (
        <ul className={listStyles.list}>
          {payments.map((payment) => (
            <Line key={payment.paymentId} payment={payment} timeZone={config.timeZones[signatory.bankCountry]} />
          ))}
        </ul>
      )}
      <div className="stack-2">
        {next === undefined ? null : (
          <Button kind="secondary" isBlock isBusy={isLoadingMore} onClick={awaited.more}>
            {text('toSign.more')}
          </Button>
        )}
        <Button kind="secondary" isBlock onClick={awaited.reload}>
          {text('toSign.reload')}
        </Button>
        <Button kind="quiet" isBlock onClick={awaited.signOut}>
          {doorText('door.signOut')}
        </Button>
      </div>
    </>
  );
}

function Line({ payment, timeZone }: { payment: PaymentToSign; timeZone: string }) {
  const { paymentId, instructedAmount, creditorName, description, count, debtorName, kind, signedBy, signedAt, signableUntil } = payment;
  const text = useToSignText();
  const locale = usePageLocale();
  return (
    <li>
      <a className={listStyles.line} href={`/bank/to-sign/${encodeURIComponent(paymentId)}`}>
        <span className={listStyles.what}>
          <b className={styles.sum}>{formatMoney(instructedAmount, locale)}</b>
          <span className={styles.payee}>
            {count === undefined ? (
              <>
                {text('toSign.to')} <b className="strong">{creditorName}</b>
              </>
            ) : (
              text('toSign.asPayments', { count })
            )}
          </span>
          {description === undefined ? null : <span className={styles.description}>{description}</span>}
          <span className={listStyles.small}>
            {text(`toSign.kind.${kind}`)} · {text('toSign.paidBy', { debtorName })}
          </span>
          <span className={listStyles.small}>{text('toSign.signedBy', { name: signedBy, date: formatDateTime(signedAt, locale, timeZone) })}</span>
          <span className={listStyles.small}>{text('toSign.until', { date: formatDateTime(signableUntil, locale, timeZone) })}</span>
        </span>
        <Icon name="chevronRight" />
      </a>
    </li>
  );
}
