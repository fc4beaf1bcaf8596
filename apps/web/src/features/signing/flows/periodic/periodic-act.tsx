/** From which account, and what each payment takes from it. */
import { PaymentAct } from '../payment/payment-act.tsx';

export function PeriodicAct() {
  return <PaymentAct total="periodic.paymentAndFee" />;
}
