/** For payments with several signatures: who has signed, and who still has to. */
import { SignatoryList } from '../../../../shared/ui/signatory-list.tsx';
import { resultOf } from '../../engine/signed-result.ts';
import { useSigningText } from '../../messages.ts';
import { usePaid, useSigningPage } from '../../views/signing-page-context.tsx';
import styles from './payment.module.css';

export function Signatories() {
  const session = usePaid();
  const { config } = useSigningPage();
  const { signatories = [], transactionStatus } = session.details;
  const text = useSigningText();
  if (signatories.length === 0) return null;
  return (
    <section className={styles.signatories}>
      <h2>{text('signatories.title')}</h2>
      <SignatoryList
        signatories={signatories}
        timeZone={config.timeZones[session.bankCountry]}
        isUnpaid={resultOf(session) === 'failure'}
        textOf={(state) => text(`signatories.${state}`)}
      />
      {transactionStatus === 'PATC' ? <p className="small second">{text('signatories.waiting')}</p> : null}
    </section>
  );
}
