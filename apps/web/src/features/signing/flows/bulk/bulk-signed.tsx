/** What was signed, when, and what became of it; where not every payment was made, which ones were not. */
import { useId } from 'react';
import { useSigningText } from '../../messages.ts';
import { useBulk } from '../../views/signing-page-context.tsx';
import { PaidOutcome } from '../payment/paid-outcome.tsx';
import { LaterDateRow } from '../payment/payment-rows.tsx';
import styles from './bulk.module.css';
import { Recipient } from './recipient.tsx';

export function BulkSigned() {
  return (
    <>
      <PaidOutcome>
        <LaterDateRow />
      </PaidOutcome>
      <Rejected />
    </>
  );
}

/** Nothing where the outcome of all is that of each. */
function Rejected() {
  const { payments, transactionStatus } = useBulk().details;
  const text = useSigningText();
  const titleId = useId();
  const rejected = payments.map((item, index) => ({ number: index + 1, item })).filter(({ item }) => item.transactionStatus === 'RJCT');
  if (transactionStatus === 'RJCT' || rejected.length === 0) return null;
  return (
    <section className={styles.recipients} aria-labelledby={titleId}>
      <h2 id={titleId}>{text('bulk.rejected', { count: rejected.length })}</h2>
      <ul>
        {rejected.map(({ number, item }) => (
          <Recipient key={number} item={item} />
        ))}
      </ul>
    </section>
  );
}
