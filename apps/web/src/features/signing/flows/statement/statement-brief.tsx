/** The period, beside the buttons of a phone. */
import { formatPeriod } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { useSessionOf } from '../../views/signing-page-context.tsx';

export function StatementBrief() {
  const { details } = useSessionOf('transactions-statement');
  const locale = usePageLocale();
  return <b className="strong">{formatPeriod(details.dateFrom, details.dateTo, locale)}</b>;
}
