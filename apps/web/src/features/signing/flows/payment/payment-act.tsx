/** From which account, and what is left on it afterwards. */
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { useSigningText } from '../../messages.ts';
import { useSigning } from '../../views/signing-page-context.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './payment.module.css';
import { paymentSums } from './payment-sums.ts';

export function PaymentAct() {
  return (
    <div className="stack-5">
      <AccountMenu />
      <Sums />
    </div>
  );
}

function Sums() {
  const text = useSigningText();
  const locale = usePageLocale();
  const balance = useSigning((state) => state.balance);
  const fee = useSigning((state) => state.fee);
  const session = useSigning((state) => state.session);
  const hasAccount = useSigning((state) => state.debtorAccountIban !== undefined || state.accounts === undefined);
  if (!hasAccount) return null;
  const sums = paymentSums({ ...(session && { session }), ...(balance && { balance }), ...(fee && { fee }) });
  const money = (amount: string, currency: string) => formatMoney({ amount, currency }, locale);
  const waiting = <Skeleton label={text('payment.loadingBalance')} isInline />;
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{text('payment.availableNow')}</dt>
        <dd>{balance === undefined ? waiting : formatMoney(balance.balanceAmount, locale)}</dd>
      </div>
      <div>
        <dt>{text('payment.paymentAndFee')}</dt>
        <dd>{sums === undefined ? waiting : money(`-${sums.total}`, sums.currency)}</dd>
      </div>
      <div className={styles.result}>
        <dt>{text('payment.availableAfterwards')}</dt>
        <dd>{sums === undefined ? waiting : money(sums.afterwards, sums.currency)}</dd>
      </div>
    </dl>
  );
}
