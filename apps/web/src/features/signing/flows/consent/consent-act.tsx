/** The account holder, the signatory, the provider, and the end date. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Definition, DefinitionList } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';
import { useToday } from '../../views/use-today.ts';
import { Parties } from '../access/parties.tsx';
import styles from './consent.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;

export function ConsentAct() {
  const { details, tppName } = useSessionOf('consent');
  const text = useSigningText();
  return (
    <DefinitionList>
      <Parties accountHolder={details.accountHolder} representative={details.representative} tppName={tppName} />
      {details.historyDays === undefined ? null : (
        <Definition label={text('consent.howFarBack')}>
          <b className="strong">{text('consent.history', { count: details.historyDays })}</b>
        </Definition>
      )}
      <Definition label={text('consent.validUntil')}>
        <ValidUntil />
      </Definition>
    </DefinitionList>
  );
}

function ValidUntil() {
  const { details } = useSessionOf('consent');
  const text = useSigningText();
  const locale = usePageLocale();
  const today = useToday();
  const count = Math.max(0, Math.round((Date.parse(details.validUntil) - Date.parse(today)) / DAY_MS));
  return (
    <>
      <b className="strong">{formatDate(details.validUntil, locale)}</b>
      <span className={styles.hint}>{details.recurringIndicator ? text('consent.days', { count }) : text('consent.onceOnly')}</span>
    </>
  );
}
