/** What was confirmed, until when it holds, and what became of it. */
import type { UiConsentStatus } from '@portico/contract/values';
import { formatDate, formatDateTime } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Badge, type BadgeKind } from '../../../../shared/ui/badge.tsx';
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { Iban } from '../../../../shared/ui/grouped-code.tsx';
import { useSigningText } from '../../messages.ts';
import { useSigning, useSigningPage } from '../../views/signing-page-context.tsx';
import styles from './consent.module.css';
import { chosenRows } from './consent-choice.ts';
import { useConsent } from './consent-session.ts';

export function ConsentSigned() {
  const { config } = useSigningPage();
  const { details, bankCountry, tppName } = useConsent();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <DefinitionList>
      <Definition label={text('consent.serviceProvider')}>{tppName}</Definition>
      <Definition label={text('consent.signedAccounts')} isLong>
        <Accounts />
      </Definition>
      <Definition label={text('consent.validUntil')}>{formatDate(details.validUntil, locale)}</Definition>
      {details.signedAt === undefined ? null : (
        <Definition label={text('consent.signedAt')}>{formatDateTime(details.signedAt, locale, config.timeZones[bankCountry])}</Definition>
      )}
      <Definition label={text('consent.status')}>
        <Badge kind={STATUS_KINDS[details.consentStatus]}>{text(`consent.status.${details.consentStatus}`)}</Badge>
      </Definition>
    </DefinitionList>
  );
}

/** The way back must stay in sight; all of them were on the page before. */
const LISTED_MAX = 5;

function Accounts() {
  const text = useSigningText();
  const { details, state } = useConsent();
  const session = useSigning((signing) => signing.session);
  const chosenIbans = useSigning((signing) => signing.chosenIbans);
  // Read back after the signature, the details hold exactly what was granted.
  const isReadBack = state === 'signed';
  const rows = chosenRows({ ...(session && { session }), ...(isReadBack || chosenIbans === undefined ? {} : { chosenIbans }) });
  const accounts = rows.length === 0 ? details.access.accounts : rows;
  const count = accounts.length - LISTED_MAX;
  return (
    <ul className={styles.signed}>
      {accounts.slice(0, LISTED_MAX).map(({ iban, currency, name }) => (
        <li key={`${iban} ${currency}`}>
          {name === '' ? null : <span className={styles.name}>{name}</span>}
          <Iban iban={iban} />
        </li>
      ))}
      {count > 0 ? <li>{text('consent.more', { count })}</li> : null}
    </ul>
  );
}

const STATUS_KINDS: Readonly<Record<UiConsentStatus, BadgeKind>> = {
  received: 'info',
  partially_authorised: 'info',
  valid: 'ok',
  rejected: 'error',
  revoked_by_psu: 'plain',
  expired: 'plain',
  terminated_by_tpp: 'plain',
};
