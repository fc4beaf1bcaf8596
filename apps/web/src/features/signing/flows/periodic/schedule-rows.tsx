/** When a periodic payment is paid: its period, its rhythm, its day of the month, and what happens on days when T2 is closed. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Definition } from '../../../../shared/ui/definition-list.tsx';
import { useSigningText } from '../../messages.ts';
import { usePeriodic } from '../../views/signing-page-context.tsx';
import styles from '../payment/payment.module.css';
import { DateRow } from '../payment/payment-rows.tsx';

const DIGITS = 2;
/** From here on there are months without that day. */
const LONG_DAY = 29;
const LAST_DAY = 31;

export function ScheduleRows() {
  const { details } = usePeriodic();
  const text = useSigningText();
  const locale = usePageLocale();
  return (
    <>
      <Definition label={text('periodic.validFrom')}>{formatDate(details.startDate, locale)}</Definition>
      <Definition label={text('periodic.validTill')}>
        {details.endDate === undefined ? text('periodic.indefinite') : formatDate(details.endDate, locale)}
      </Definition>
      <Definition label={text('periodic.frequency')}>{text(`periodic.frequency.${details.frequency}`)}</Definition>
      {details.dayOfExecution === undefined ? null : <PaymentDay day={details.dayOfExecution} />}
      <DateRow label="periodic.first" />
      {details.executionRule === undefined ? null : (
        <Definition label={text('periodic.closed')}>{text(`periodic.closed.${details.executionRule}`)}</Definition>
      )}
    </>
  );
}

function PaymentDay({ day }: { day: string }) {
  const text = useSigningText();
  return (
    <Definition label={text('periodic.day')}>
      <span className={styles.number}>{day.padStart(DIGITS, '0')}</span>
      {Number(day) < LONG_DAY ? null : (
        <span className={styles.reason}>{text(Number(day) === LAST_DAY ? 'periodic.day.last' : 'periodic.day.shorterMonths')}</span>
      )}
    </Definition>
  );
}
