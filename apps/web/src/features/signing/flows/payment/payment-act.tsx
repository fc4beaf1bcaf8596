/** From which account, and what is left on it afterwards. */
import { formatDate } from '../../../../shared/format/dates.ts';
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { type SigningKey, useSigningText } from '../../messages.ts';
import { usePaid, useSigning } from '../../views/signing-page-context.tsx';
import { useToday } from '../../views/use-today.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './payment.module.css';
import { isTakenLater, paymentSums } from './payment-sums.ts';

/** `total`: the label of amount and fee together. */
export function PaymentAct({ total = 'payment.paymentAndFee' }: { total?: SigningKey }) {
  return (
    <div className="stack-5">
      <AccountMenu />
      <Sums total={total} />
    </div>
  );
}

function Sums({ total }: { total: SigningKey }) {
  const text = useSigningText();
  const locale = usePageLocale();
  const today = useToday();
  const session = usePaid();
  const balance = useSigning((state) => state.balance);
  const fee = useSigning((state) => state.fee);
  const isRefused = useSigning((state) => state.feeRefusal !== undefined);
  const hasAccount = useSigning((state) => state.debtorAccountIban !== undefined || state.accounts === undefined);
  if (!hasAccount) return null;
  const sums = paymentSums({ session, ...(balance && { balance }), ...(fee && { fee }) }, today);
  const { requestedExecutionDate } = session.details;
  const isLater = isTakenLater(session.details, today);
  const money = (amount: string, currency: string) => formatMoney({ amount, currency }, locale);
  const waiting = isRefused ? '–' : <Skeleton label={text('payment.loadingBalance')} isInline />;
  return (
    <div className="stack">
      <dl className={styles.sums}>
        <div>
          <dt>{text('payment.availableNow')}</dt>
          <dd>{balance === undefined ? <Skeleton label={text('payment.loadingBalance')} isInline /> : formatMoney(balance.balanceAmount, locale)}</dd>
        </div>
        <div>
          <dt>{text(total)}</dt>
          <dd>{sums === undefined ? waiting : money(`-${sums.total}`, sums.currency)}</dd>
        </div>
        {isLater ? null : (
          <div className={styles.result}>
            <dt>{text(balance?.needsSecondSignature === true ? 'payment.availableAfterSignatures' : 'payment.availableAfterwards')}</dt>
            <dd>{sums === undefined ? waiting : money(sums.afterwards, sums.currency)}</dd>
          </div>
        )}
      </dl>
      {isLater ? <p className="small second">{text('payment.takenLater', { date: formatDate(requestedExecutionDate, locale) })}</p> : null}
    </div>
  );
}
