/** From which account, and what all items together take from it. */
import { PaymentAct } from '../payment/payment-act.tsx';

export function BulkAct() {
  return <PaymentAct total="bulk.paymentsAndFee" />;
}
