/** Which account, and which days: what is signed, before and afterwards. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Definition } from '../../../../shared/ui/definition-list.tsx';
import { Iban } from '../../../../shared/ui/grouped-code.tsx';
import { useSigningText } from '../../messages.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';

export function StatementFacts() {
  const { details } = useSessionOf('transactions-statement');
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <>
      <Definition label={text('statement.iban')} isLong>
        <Iban iban={details.iban} />
      </Definition>
      <Definition label={text('statement.currency')}>{details.currency}</Definition>
      <Definition label={text('statement.validFrom')}>
        <b className="strong">{formatDate(details.dateFrom, locale)}</b>
      </Definition>
      <Definition label={text('statement.validTo')}>
        <b className="strong">{formatDate(details.dateTo, locale)}</b>
      </Definition>
    </>
  );
}
