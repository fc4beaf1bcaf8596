/** What was confirmed, until when it holds, and what became of it. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { Iban } from '../../../../shared/ui/grouped-code.tsx';
import { LinkOut } from '../../../../shared/ui/link-out.tsx';
import { useSigningText } from '../../messages.ts';
import { useSessionOf, useSigning } from '../../views/signing-page-context.tsx';
import { AccessOutcome } from '../access/access-outcome.tsx';
import styles from './consent.module.css';
import { chosenRows, isEveryAccount } from './consent-choice.ts';

export function ConsentSigned() {
  const { details, tppName } = useSessionOf('consent');
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <>
      <DefinitionList>
        <Definition label={text('access.serviceProvider')}>{tppName}</Definition>
        <Definition label={text('consent.signedAccounts')} isLong>
          <Accounts />
        </Definition>
        {details.historyDays === undefined ? null : (
          <Definition label={text('consent.howFarBack')}>{text('consent.history', { count: details.historyDays })}</Definition>
        )}
        <Definition label={text('consent.validUntil')}>{formatDate(details.validUntil, locale)}</Definition>
        {details.replacedAccessOf === undefined ? null : (
          <Definition label={text('consent.earlier')}>{text('consent.replaced', { date: formatDate(details.replacedAccessOf, locale) })}</Definition>
        )}
        <AccessOutcome status={details.consentStatus} signedLabel="consent.signedAt" />
      </DefinitionList>
      <p className="small">
        <LinkOut href="/bank/permissions" label={text('consent.withdrawAnyTime')} />
      </p>
    </>
  );
}

/** The way back must stay in sight; all of them were on the page before. */
const LISTED_MAX = 5;

function Accounts() {
  const text = useSigningText();
  const consent = useSessionOf('consent');
  const { details, state } = consent;
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
      {isEveryAccount(consent) ? <li>{text('consent.laterAccounts')}</li> : null}
    </ul>
  );
}
