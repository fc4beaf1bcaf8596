/** The document: who asks for what, and the table of accounts and rights, in which the customer chooses where it is left open. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Note } from '../../../../shared/ui/note.tsx';
import { useSigningText } from '../../messages.ts';
import { DocumentTitle } from '../../views/document-title.tsx';
import { useSessionOf, useSigning } from '../../views/signing-page-context.tsx';
import styles from '../access/access.module.css';
import { AccountChoice } from './account-choice.tsx';
import { chosenRows, isEveryAccount, isOpenChoice, rightsOfLater, rowsOf } from './consent-choice.ts';
import { RightsTable } from './rights-table.tsx';

export function ConsentDocument({ isSigning }: { isSigning: boolean }) {
  const session = useSessionOf('consent');
  return (
    <>
      <DocumentTitle isSigning={isSigning} />
      <Asked />
      <Replaced />
      {isOpenChoice(session) && !isSigning ? <OpenChoice /> : <Fixed />}
    </>
  );
}

function Asked() {
  const session = useSessionOf('consent');
  const { recurringIndicator, frequencyPerDay: count } = session.details;
  const text = useSigningText();
  return (
    <p className={styles.asked}>
      {text(isEveryAccount(session) ? 'consent.asksEvery' : isOpenChoice(session) ? 'consent.asksOpen' : 'consent.asks', {
        tppName: session.tppName,
      })}{' '}
      {recurringIndicator ? text('consent.recurring', { count }) : text('consent.once')}
    </p>
  );
}

/** The access that ends with this signature. */
function Replaced() {
  const { details } = useSessionOf('consent');
  const text = useSigningText();
  const locale = usePageLocale();
  const { replacesAccessOf } = details;
  if (replacesAccessOf === undefined) return null;
  return (
    <div className={styles.asked}>
      <Note kind="info">{text('consent.replaces', { date: formatDate(replacesAccessOf, locale) })}</Note>
    </div>
  );
}

function OpenChoice() {
  const { details } = useSessionOf('consent');
  const text = useSigningText();
  const rows = rowsOf(details.access);
  if (rows.length === 0) return <Note kind="error">{text('consent.noAccounts')}</Note>;
  return <AccountChoice rows={rows} />;
}

function Fixed() {
  const session = useSigning((state) => state.session);
  const chosenIbans = useSigning((state) => state.chosenIbans);
  const consent = useSessionOf('consent');
  const rows = chosenRows({ ...(session && { session }), ...(chosenIbans && { chosenIbans }) });
  return <RightsTable rows={rows} {...(isEveryAccount(consent) ? { later: rightsOfLater(consent.details.access) } : {})} />;
}
