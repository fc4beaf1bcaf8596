/** One recipient of a bulk payment. Drawn once: a thousand of them stand still while the page around them changes. */
import type { BulkPaymentItemDetails } from '@portico/contract';
import { memo } from 'react';
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { Iban, Reference } from '../../../../shared/ui/grouped-code.tsx';
import { useSigningText } from '../../messages.ts';
import styles from './bulk.module.css';

export const Recipient = memo(function Recipient({ item }: { item: BulkPaymentItemDetails }) {
  const { creditorName, creditorAccount, instructedAmount, remittanceInformationUnstructured, remittanceInformationStructured } = item;
  const locale = usePageLocale();
  return (
    <li className={styles.recipient}>
      <b className={styles.name}>{creditorName}</b>
      <span className={styles.sum}>{formatMoney(instructedAmount, locale)}</span>
      <span className={styles.more}>
        <Iban iban={creditorAccount.iban} />
      </span>
      {remittanceInformationUnstructured === undefined ? null : <span className={styles.more}>{remittanceInformationUnstructured}</span>}
      {remittanceInformationStructured === undefined ? null : <ReferenceLine reference={remittanceInformationStructured.reference} />}
      <Verification item={item} />
    </li>
  );
});

function ReferenceLine({ reference }: { reference: string }) {
  const text = useSigningText();
  return (
    <span className={styles.more}>
      {text('payment.reference')} <Reference reference={reference} />
    </span>
  );
}

/** Nothing where name and account match. */
function Verification({ item: { creditorName, payeeVerification } }: { item: BulkPaymentItemDetails }) {
  const text = useSigningText();
  switch (payeeVerification.result) {
    case 'MTCH':
      return null;
    case 'NMTC':
      return (
        <span className={styles.finding}>
          <Badge kind="error">{text('bulk.payee.noMatch')}</Badge>
        </span>
      );
    case 'NOAP':
      return (
        <span className={styles.finding}>
          <Badge kind="info">{text('bulk.payee.notPossible')}</Badge>
        </span>
      );
    case 'CMTC':
      return (
        <span className={styles.finding}>
          <Badge kind="warn">{text('bulk.payee.closeMatch')}</Badge>{' '}
          <span className="small">
            {text('payment.payee.closeMatchBefore')} <strong className="strong">{payeeVerification.matchedName ?? creditorName}</strong>
          </span>
        </span>
      );
  }
}
