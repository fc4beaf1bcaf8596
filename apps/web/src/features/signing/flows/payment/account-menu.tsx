/**
 * The pay-from menu: a transparent native `<select>` over a label that shows more than an option can. Keyboard, screen readers and the phone's
 * picker work as usual, and the balance is shown beside the name.
 */
import type { PayFromAccount } from '@portico/contract';
import { formatMoney } from '../../../../shared/format/money.ts';
import { useRefusalText } from '../../../../shared/i18n/refusal-text.ts';
import { usePageLocale } from '../../../../shared/i18n/use-text.ts';
import { useAppDispatch } from '../../../../shared/store/hooks.ts';
import { classNames } from '../../../../shared/ui/class-names.ts';
import { type ControlIds, Field } from '../../../../shared/ui/field.tsx';
import { Iban } from '../../../../shared/ui/grouped-code.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Note } from '../../../../shared/ui/note.tsx';
import { Skeleton } from '../../../../shared/ui/skeleton.tsx';
import { chooseAccount } from '../../engine/open-signing.ts';
import { useSigningText } from '../../messages.ts';
import { useSigning, useSigningPage } from '../../views/signing-page-context.tsx';
import { useToday } from '../../views/use-today.ts';
import styles from './payment.module.css';
import { paymentSums } from './payment-sums.ts';

export function AccountMenu() {
  const text = useSigningText();
  const accounts = useSigning((state) => state.accounts);
  const shortfall = useShortfall();
  const refusalText = useRefusalText();
  const refusal = useSigning((state) => state.feeRefusal);
  if (accounts === undefined) return <Skeleton label={text('payment.loadingBalance')} lines={2} />;
  if (accounts.length === 0) return <Note kind="error">{text('payment.noAccounts')}</Note>;
  return (
    <Field label={text('payment.payFrom')} error={refusal === undefined ? shortfall : refusalText(refusal)}>
      {(ids) => <Menu ids={ids} accounts={accounts} />}
    </Field>
  );
}

function Menu({ ids, accounts }: { ids: ControlIds; accounts: PayFromAccount[] }) {
  const { flow } = useSigningPage();
  const text = useSigningText();
  const locale = usePageLocale();
  const dispatch = useAppDispatch();
  const chosen = useSigning((state) => state.debtorAccountIban);
  const account = accounts.find((candidate) => candidate.iban === chosen) ?? accounts[0];
  const hasChoice = accounts.length > 1;
  return (
    <div className={classNames(styles.account, hasChoice && styles.hasChoice, ids['aria-invalid'] && styles.invalid)}>
      {account === undefined ? null : <Face account={account} />}
      {hasChoice ? <Icon name="chevronDown" /> : null}
      <select {...ids} value={account?.iban} disabled={!hasChoice} onChange={(event) => dispatch(chooseAccount(flow, event.target.value))}>
        {accounts.map(({ iban, name, availableBalance }) => (
          <option key={iban} value={iban}>
            {name === '' ? iban : text('payment.account.option', { name, iban })}
            {availableBalance === undefined ? null : ` · ${formatMoney(availableBalance, locale)}`}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Hidden from screen readers, because the select and the sums below contain the same information. */
function Face({ account }: { account: PayFromAccount }) {
  const text = useSigningText();
  const locale = usePageLocale();
  const balance = useSigning((state) => state.balance);
  return (
    <span className={styles.face} aria-hidden="true">
      <span className={styles.line}>
        <b className="strong">{account.name}</b>
        {balance === undefined ? (
          <Skeleton label={text('payment.loadingBalance')} isInline />
        ) : (
          <span className="tab">{formatMoney(balance.balanceAmount, locale)}</span>
        )}
      </span>
      <span className="small second">
        <Iban iban={account.iban} />
      </span>
    </span>
  );
}

function useShortfall(): string | undefined {
  const text = useSigningText();
  const locale = usePageLocale();
  const balance = useSigning((state) => state.balance);
  const today = useToday();
  const isShort = useSigning((state) => paymentSums(state, today)?.isShort === true);
  if (!isShort || balance === undefined) return undefined;
  return text('payment.shortfall', { sum: formatMoney(balance.balanceAmount, locale) });
}
