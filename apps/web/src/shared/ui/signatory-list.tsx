/** Who has signed a payment, and who still has to. */
import type { Signatory } from '@portico/contract';
import { formatDateTime } from '../format/dates.ts';
import { usePageLocale } from '../i18n/use-text.ts';
import { Badge, type BadgeKind } from './badge.tsx';
import { inPlaces } from './in-places.ts';
import styles from './signatory-list.module.css';

const BADGES: Readonly<Record<Signatory['state'], BadgeKind>> = { awaited: 'info', signed: 'ok', refused: 'error' };

interface SignatoryListProps {
  signatories: readonly Signatory[];
  timeZone: string;
  /** A signature is not marked as a success if the payment was not executed. */
  isUnpaid: boolean;
  textOf: (state: Signatory['state']) => string;
}

export function SignatoryList({ signatories, timeZone, isUnpaid, textOf }: SignatoryListProps) {
  const locale = usePageLocale();
  return (
    <ul className={styles.list}>
      {inPlaces(signatories).map(({ key, item: { name, state, signedAt } }) => (
        <li key={key}>
          <span className={styles.signatory}>
            <b className="strong">{name}</b>
            {signedAt === undefined ? null : <span className="small second">{formatDateTime(signedAt, locale, timeZone)}</span>}
          </span>
          <Badge kind={isUnpaid && state === 'signed' ? 'plain' : BADGES[state]}>{textOf(state)}</Badge>
        </li>
      ))}
    </ul>
  );
}
