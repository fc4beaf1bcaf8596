/** Where one signature is not enough: who has signed, and who still has to. */
import type { Signatory } from '@portico/contract';
import { formatDateTime } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../../../shared/ui/badge.tsx';
import { inPlaces } from '../../../../shared/ui/in-places.ts';
import { resultOf } from '../../engine/signed-result.ts';
import { useSigningText } from '../../messages.ts';
import { usePaid, useSigningPage } from '../../views/signing-page-context.tsx';
import styles from './payment.module.css';

const LOOKS: Readonly<Record<Signatory['state'], BadgeKind>> = { awaited: 'info', signed: 'ok', refused: 'error' };

export function Signatories() {
  const session = usePaid();
  const { signatories = [], transactionStatus } = session.details;
  const isUnpaid = resultOf(session) === 'failure';
  const text = useSigningText();
  if (signatories.length === 0) return null;
  return (
    <section className={styles.signatories}>
      <h2>{text('signatories.title')}</h2>
      <ul>
        {inPlaces(signatories).map(({ key, item }) => (
          <SignatoryRow key={key} signatory={item} isUnpaid={isUnpaid} />
        ))}
      </ul>
      {transactionStatus === 'PATC' ? <p className="small second">{text('signatories.waiting')}</p> : null}
    </section>
  );
}

/** `isUnpaid`: a signature is no success where the payment was not made. */
function SignatoryRow({ signatory: { name, state, signedAt }, isUnpaid }: { signatory: Signatory; isUnpaid: boolean }) {
  const { config } = useSigningPage();
  const { bankCountry } = usePaid();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <li>
      <span className={styles.signatory}>
        <b className="strong">{name}</b>
        {signedAt === undefined ? null : <span className="small second">{formatDateTime(signedAt, locale, config.timeZones[bankCountry])}</span>}
      </span>
      <Badge kind={isUnpaid && state === 'signed' ? 'plain' : LOOKS[state]}>{text(`signatories.${state}`)}</Badge>
    </li>
  );
}
