/** The payments of a bulk payment: a few at first, all of them on request. */
import type { BulkPaymentItemDetails } from '@portico/contract';
import { useState } from 'react';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { formatMoney } from '../../shared/format/money.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Iban, Reference } from '../../shared/ui/grouped-code.tsx';
import { inPlaces } from '../../shared/ui/in-places.ts';
import { useToSignText } from './messages.ts';
import styles from './to-sign.module.css';

const FEW = 10;

export function Recipients({ payments }: { payments: readonly BulkPaymentItemDetails[] }) {
  const [isAll, setIsAll] = useState(false);
  const text = useToSignText();
  const hasMore = payments.length > FEW && !isAll;
  return (
    <section className="stack">
      <h2 className={styles.subtitle}>{text('toSign.recipients')}</h2>
      <ul className={styles.recipients}>
        {inPlaces(hasMore ? payments.slice(0, FEW) : payments).map(({ key, item }) => (
          <Recipient key={key} item={item} />
        ))}
      </ul>
      {hasMore ? (
        <Button kind="secondary" isBlock onClick={() => setIsAll(true)}>
          {text('toSign.showAll', { count: payments.length })}
        </Button>
      ) : null}
    </section>
  );
}

function Recipient({ item }: { item: BulkPaymentItemDetails }) {
  const { creditorName, creditorAccount, instructedAmount, payeeVerification, remittanceInformationStructured: structured } = item;
  const text = useToSignText();
  const locale = usePageLocale();
  const isUnsure = payeeVerification.result !== 'MTCH';
  return (
    <li>
      <span className={styles.between}>
        <b className="strong">{creditorName}</b>
        <span className="tab">{formatMoney(instructedAmount, locale)}</span>
      </span>
      <Iban iban={creditorAccount.iban} />
      {item.remittanceInformationUnstructured === undefined ? null : (
        <span className={listStyles.small}>{item.remittanceInformationUnstructured}</span>
      )}
      {structured === undefined ? null : <Reference reference={structured.reference} />}
      {isUnsure ? <Badge kind="warn">{text('toSign.payee.mark')}</Badge> : null}
    </li>
  );
}
