/** The account and the fee in one line: on a phone the customer may sign without having scrolled to the pay-from menu. */
import { formatMoney } from '../../../../shared/format/money.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { useSigningText } from '../../messages.ts';
import { useSigning, useSigningPage } from '../../views/signing-page-context.tsx';
import styles from './payment.module.css';

const LAST_CHARACTERS = 4;

export function PayFromBrief() {
  const { flow } = useSigningPage();
  const text = useSigningText();
  const locale = usePageLocale();
  const iban = useSigning((state) => state.debtorAccountIban);
  const name = useSigning((state) => state.accounts?.find((account) => account.iban === iban)?.name) ?? '';
  const fee = useSigning((state) => state.fee);
  // A cancellation takes no money from the account.
  if (flow.payFrom === undefined || iban === undefined) return null;
  const account = `${name} ··${iban.slice(-LAST_CHARACTERS)}`.trimStart();
  return (
    <span className={styles.briefFrom}>
      {text('payment.briefFrom', { account })}
      {fee === undefined ? null : ` · ${text('payment.briefFee', { fee: formatMoney({ amount: fee.sum, currency: fee.crcCode }, locale) })}`}
    </span>
  );
}
