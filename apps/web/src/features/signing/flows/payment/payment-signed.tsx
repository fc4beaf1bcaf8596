/** What was signed, when, and what became of it. */
import type { TransactionStatus } from '@portico/contract/values';
import { formatDateTime } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../../../shared/ui/badge.tsx';
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { Iban, Reference } from '../../../../shared/ui/grouped-code.tsx';
import { type SigningKey, useSigningText } from '../../messages.ts';
import { useSigning, useSigningPage } from '../../views/signing-page-context.tsx';
import styles from './payment.module.css';
import { PaymentHead } from './payment-head.tsx';
import { usePayment } from './payment-session.ts';
import { PriorityText } from './priority-text.tsx';

export function PaymentSigned() {
  const { config } = useSigningPage();
  const { details, bankCountry } = usePayment();
  const iban = useSigning((state) => state.debtorAccountIban);
  const text = useSigningText();
  const locale = usePageLocale();
  const reference = details.remittanceInformationStructured?.reference;
  return (
    <>
      <PaymentHead />
      <DefinitionList>
        {iban === undefined ? null : (
          <Definition label={text('payment.payFrom')} isLong>
            <Iban iban={iban} />
          </Definition>
        )}
        {reference === undefined ? null : (
          <Definition label={text('payment.reference')}>
            <Reference reference={reference} />
          </Definition>
        )}
        {details.executedAsSepa === true ? (
          <Definition label={text('payment.priority')}>
            <PriorityText />
          </Definition>
        ) : null}
        {details.signedAt === undefined ? null : (
          <Definition label={text('payment.signedAt')}>
            <span className={styles.number}>{formatDateTime(details.signedAt, locale, config.timeZones[bankCountry])}</span>
          </Definition>
        )}
        <Definition label={text('payment.status')}>
          <StatusBadge status={details.transactionStatus} />
        </Definition>
      </DefinitionList>
    </>
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
  ACTC: ACCEPTED,
  ACWC: ACCEPTED,
  ACWP: ACCEPTED,
  PDNG: PENDING,
  PRES: PENDING,
  RCVD: PENDING,
  BLCK: PENDING,
  PATC: { kind: 'info', key: 'payment.status.moreSignatures' },
  RJCT: { kind: 'error', key: 'payment.status.rejected' },
  CANC: { kind: 'plain', key: 'payment.status.cancelled' },
};

function StatusBadge({ status }: { status: TransactionStatus }) {
  const text = useSigningText();
  const { kind, key } = STATUS_LOOKS[status];
  return <Badge kind={kind}>{text(key)}</Badge>;
}
