/** Payments without payers and payees. Each id opens the history. */
import type { ConsolePaymentLine } from '@portico/contract';
import { formatMoment } from '../shared/format/dates.ts';
import { formatMoney } from '../shared/format/money.ts';
import { ScrollRegion } from '../shared/ui/scroll-region.tsx';
import styles from './console.module.css';
import { followIn, type PageProps, TIME_ZONE } from './page-props.ts';
import { STATUS_NAMES } from './payment-statuses.ts';

interface PaymentTableProps {
  readonly label: string;
  readonly payments: readonly ConsolePaymentLine[];
  /** False: the roles do not allow a look-up. */
  readonly mayFind: boolean;
  readonly onGo: PageProps['onGo'];
}

export function PaymentTable({ label, payments, mayFind, onGo }: PaymentTableProps) {
  return (
    <ScrollRegion label={label} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Payment</th>
            <th scope="col">Received</th>
            <th scope="col">Provider</th>
            <th scope="col" className={styles.amount}>
              Amount
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ paymentId, status, amount, receivedAt, provider, dueAt }) => (
            <tr key={paymentId}>
              <td>
                {mayFind ? (
                  <a href={`/find?${new URLSearchParams({ id: paymentId })}`} onClick={followIn(onGo)}>
                    <code>{paymentId}</code>
                  </a>
                ) : (
                  <code>{paymentId}</code>
                )}
              </td>
              <td>{formatMoment(receivedAt, TIME_ZONE)}</td>
              <td>{provider}</td>
              <td className={styles.amount}>{formatMoney(amount, 'en')}</td>
              <td>
                {STATUS_NAMES[status]}
                <small>{dueAt === undefined ? status : `due ${formatMoment(dueAt, TIME_ZONE)}`}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
