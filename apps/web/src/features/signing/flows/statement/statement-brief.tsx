/** The period, beside the buttons of a phone. */
import { formatPeriod } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { useSigningText } from '../../messages.ts';
import { useStatement } from './statement-session.ts';

export function StatementBrief() {
  const { details } = useStatement();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <span>
      {text('statement.brief')} <b className="strong">{formatPeriod(details.dateFrom, details.dateTo, locale)}</b>
    </span>
  );
}
