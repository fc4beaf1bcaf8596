/** What was signed and what became of it: the last rows of every success view of money. */
import type { SignedResult, TransactionStatus } from '@portico/contract/values';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../../shared/format/dates.ts';
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../../../shared/ui/badge.tsx';
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { resultOf, unpaidRunOf } from '../../engine/signed-result.ts';
import { isPeriodic, type PaidSession } from '../../engine/signing-session.ts';
import { type SigningKey, useSigningText } from '../../messages.ts';
import { usePaid, useSigning, useSigningPage } from '../../views/signing-page-context.tsx';
import { useToday } from '../../views/use-today.ts';
import styles from './payment.module.css';
import { ChosenAccountRow, PriorityRow } from './payment-rows.tsx';
import { Signatories } from './signatories.tsx';

interface PaidOutcomeProps {
  /** When it was done; default: when the payment was signed. */
  when?: ReactNode;
  /** Rows between the account and the outcome. */
  children?: ReactNode;
}

export function PaidOutcome({ when, children }: PaidOutcomeProps) {
  const { details } = usePaid();
  const text = useSigningText();
  return (
    <>
      <DefinitionList isDense>
        <ChosenAccountRow />
        {children}
        {when === undefined ? <SignedFeeRow /> : null}
        {details.executedAsSepa === true ? <PriorityRow /> : null}
        {when ?? <TimeRow label="payment.signedAt" at={details.signedAt} />}
        <Definition label={text('payment.status')} isLong>
          <StatusBadge />
        </Definition>
      </DefinitionList>
      <Signatories />
    </>
  );
}

/**
 * The stored fee. Nothing where no money moves, or not all of it: then the fee is not the signed one. During an update a server of the version before
 * answers the signature without its fee; until a reload the row then has the fee that was shown. The next version needs no such fallback.
 */
function SignedFeeRow() {
  const session = usePaid();
  const text = useSigningText();
  const locale = usePageLocale();
  const shown = useSigning((state) => state.fee);
  const fee = session.details.fee ?? (shown && { amount: shown.sum, currency: shown.crcCode });
  const result = resultOf(session);
  if (fee === undefined || (result !== 'success' && result !== 'waiting')) return null;
  return (
    <Definition label={text('payment.fee')}>
      <span className={styles.number}>{formatMoney(fee, locale)}</span>
    </Definition>
  );
}

/** Nothing where the time is not known. `at`: an instant, ISO 8601. */
export function TimeRow({ label, at }: { label: SigningKey; at: string | undefined }) {
  const { config } = useSigningPage();
  const { bankCountry } = usePaid();
  const text = useSigningText();
  const locale = usePageLocale();
  if (at === undefined) return null;
  return (
    <Definition label={text(label)}>
      <span className={styles.number}>{formatDateTime(at, locale, config.timeZones[bankCountry])}</span>
    </Definition>
  );
}

interface StatusLook {
  kind: BadgeKind;
  key: SigningKey;
}

const SETTLED: StatusLook = { kind: 'ok', key: 'payment.status.settled' };
const ACCEPTED: StatusLook = { kind: 'ok', key: 'payment.status.accepted' };
const PENDING: StatusLook = { kind: 'info', key: 'payment.status.pending' };

/** ISO 20022 codes as people read them. */
const STATUS_LOOKS: Readonly<Record<TransactionStatus, StatusLook>> = {
  ACCC: SETTLED,
  ACSC: SETTLED,
  ACSP: ACCEPTED,
  ACCP: ACCEPTED,
  ACFC: ACCEPTED,
  // Signed for a later day.
  ACTC: { kind: 'ok', key: 'payment.status.ahead' },
  ACWC: ACCEPTED,
  ACWP: ACCEPTED,
  PDNG: PENDING,
  PRES: PENDING,
  RCVD: PENDING,
  BLCK: { kind: 'error', key: 'payment.status.blocked' },
  // Bulk payments only: some of the items.
  PART: { kind: 'warn', key: 'payment.status.partly' },
  PATC: { kind: 'info', key: 'payment.status.moreSignatures' },
  RJCT: { kind: 'error', key: 'payment.status.rejected' },
  CANC: { kind: 'plain', key: 'payment.status.cancelled' },
};

const UNPAID_RUN: StatusLook = { kind: 'warn', key: 'payment.status.unpaidRun' };

/** @param today of the bank, `YYYY-MM-DD` */
function lookOf(session: PaidSession, today: string): StatusLook {
  const { details } = session;
  if (unpaidRunOf(session) !== undefined) return UNPAID_RUN;
  // A bank with its own core executes it after the signature is recorded; a periodic payment waits for its next run.
  const isDue = !isPeriodic(session) && details.requestedExecutionDate <= today;
  return details.transactionStatus === 'ACTC' && isDue ? ACCEPTED : STATUS_LOOKS[details.transactionStatus];
}

function StatusBadge() {
  const session = usePaid();
  const text = useSigningText();
  const { kind, key } = lookOf(session, useToday());
  return <Badge kind={badgeKind(kind, resultOf(session))}>{text(key)}</Badge>;
}

/** Only the page of a success shows green: beside any other headline customers would take it for a proof of payment. */
function badgeKind(kind: BadgeKind, result: SignedResult): BadgeKind {
  if (kind !== 'ok' || result === 'success') return kind;
  return result === 'waiting' ? 'info' : 'plain';
}
