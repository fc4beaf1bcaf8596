/** Where one signature is not enough: who has signed, and who still has to. */
import type { Signatory } from '@portico/contract';
import { formatDateTime } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../../../shared/ui/badge.tsx';
import { inPlaces } from '../../../../shared/ui/in-places.ts';
import { useSigningText } from '../../messages.ts';
import { useSigningPage } from '../../views/signing-page-context.tsx';
import { usePaid } from './paid-session.ts';
import styles from './payment.module.css';

const LOOKS: Readonly<Record<Signatory['state'], BadgeKind>> = { awaited: 'info', signed: 'ok', refused: 'error' };

export function Signatories() {
  const { signatories = [], transactionStatus } = usePaid().details;
  const text = useSigningText();
  if (signatories.length === 0) return null;
  return (
    <section className={styles.signatories}>
      <h2>{text('signatories.title')}</h2>
      <ul>
        {inPlaces(signatories).map(({ key, item }) => (
          <SignatoryRow key={key} signatory={item} />
        ))}
      </ul>
      {transactionStatus === 'PATC' ? <p className="small second">{text('signatories.waiting')}</p> : null}
    </section>
  );
}

function SignatoryRow({ signatory: { name, state, signedAt } }: { signatory: Signatory }) {
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
      <Badge kind={LOOKS[state]}>{text(`signatories.${state}`)}</Badge>
    </li>
  );
}
