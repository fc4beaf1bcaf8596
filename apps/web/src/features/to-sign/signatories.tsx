/** Who has signed, and who still has to. */
import type { Signatory } from '@portico/contract';
import listStyles from '../../shared/bank-pages/link-list.module.css';
import { formatDateTime } from '../../shared/format/dates.ts';
import { usePageLocale } from '../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../shared/ui/badge.tsx';
import { inPlaces } from '../../shared/ui/in-places.ts';
import { useToSignText } from './messages.ts';
import styles from './to-sign.module.css';

const LOOKS: Readonly<Record<Signatory['state'], BadgeKind>> = { awaited: 'info', signed: 'ok', refused: 'error' };

interface SignatoriesProps {
  signatories: readonly Signatory[];
  timeZone: string;
  /** A signature is no success where the payment was not made. */
  isUnpaid?: boolean;
}

export function Signatories({ signatories, timeZone, isUnpaid = false }: SignatoriesProps) {
  const text = useToSignText();
  const locale = usePageLocale();
  if (signatories.length === 0) return null;
  return (
    <section className="stack-2">
      <h2 className={styles.subtitle}>{text('toSign.signatories')}</h2>
      <ul className={styles.signatories}>
        {inPlaces(signatories).map(({ key, item: { name, state, signedAt } }) => (
          <li key={key}>
            <span>
              <b className="strong">{name}</b>
              {signedAt === undefined ? null : <span className={listStyles.small}>{formatDateTime(signedAt, locale, timeZone)}</span>}
            </span>
            <Badge kind={isUnpaid && state === 'signed' ? 'plain' : LOOKS[state]}>{text(`toSign.state.${state}`)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
