/** The accounts of the current customer with what is on them; more can be opened, unused ones closed. */
import type { TestAccount, TokenUser } from '@portico/contract';
import { CUSTOMER_ACCOUNTS_MAX } from '@portico/contract/values';
import { type FormEvent, useCallback, useState } from 'react';
import { formatMoney } from '../../../shared/format/money.ts';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { Card } from '../../../shared/portal/card.tsx';
import { Confirm } from '../../../shared/portal/confirm.tsx';
import { LoadFailure } from '../../../shared/portal/load-failure.tsx';
import { SelectField } from '../../../shared/portal/select-field.tsx';
import { useAction } from '../../../shared/portal/use-action.ts';
import { useLoaded } from '../../../shared/portal/use-loaded.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { Iban } from '../../../shared/ui/grouped-code.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from '../tokens.module.css';
import type { SandboxCalls } from './sandbox-calls.ts';

const NAME_LENGTH_MAX = 70;
const CURRENCIES = [
  { value: 'EUR', label: 'EUR' },
  { value: 'USD', label: 'USD' },
] as const;

interface TestAccountsCardProps {
  user: TokenUser;
  calls: SandboxCalls;
  onChanged: () => void;
}

export function TestAccountsCard({ user, calls, onChanged }: TestAccountsCardProps) {
  const load = useCallback((signal: AbortSignal) => calls.accounts(user.id, signal), [calls, user.id]);
  const { value: accounts, failure, reload } = useLoaded(load);
  const [leaving, setLeaving] = useState<TestAccount>();
  const removing = useAction();
  const [isAdding, setIsAdding] = useState(false);
  const changed = () => {
    reload();
    onChanged();
  };
  const remove = async ({ iban }: TestAccount) => {
    if (!(await removing.run(() => calls.removeAccount(user.id, iban)))) return;
    setLeaving(undefined);
    changed();
  };
  return (
    <Card title="Balances">
      {accounts === undefined ? (
        failure === undefined ? (
          <Skeleton label="Loading the balances" lines={3} />
        ) : (
          <LoadFailure failure={failure} onRetry={reload} />
        )
      ) : (
        <ul className={styles.items}>
          {accounts.map((account) => (
            <li key={`${account.iban}-${account.currency}`}>
              <div className="grow">
                <Iban iban={account.iban} />
                <div className="small second">{account.name}</div>
              </div>
              <span className="tab">{formatMoney(account.balance, 'en')}</span>
              <Button kind="quiet" isDense aria-label={`Remove account ${account.name} ${account.iban}`} onClick={() => setLeaving(account)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leaving === undefined ? null : (
        <Confirm
          key={leaving.iban}
          question={`Remove ${leaving.name}?`}
          yes="Remove"
          isPending={removing.isPending}
          onYes={() => void remove(leaving)}
          onNo={() => {
            setLeaving(undefined);
            removing.forget();
          }}
        >
          <p>
            The account <Iban iban={leaving.iban} /> is closed, and what is on it is gone.
          </p>
          {removing.failure === undefined ? null : <ActionFailure failure={removing.failure} />}
        </Confirm>
      )}
      {accounts !== undefined && accounts.length >= CUSTOMER_ACCOUNTS_MAX ? (
        <p className="small muted">{CUSTOMER_ACCOUNTS_MAX} accounts are the most a customer can have.</p>
      ) : isAdding ? (
        <NewAccountForm
          onCancel={() => setIsAdding(false)}
          onAdd={async (account) => {
            await calls.addAccount(user.id, account);
            setIsAdding(false);
            changed();
          }}
        />
      ) : (
        <Button kind="secondary" isDense onClick={() => setIsAdding(true)}>
          Add an account
        </Button>
      )}
    </Card>
  );
}

interface NewAccountFormProps {
  onAdd: (account: { name: string; currency: 'EUR' | 'USD'; openingBalance: string }) => Promise<void>;
  onCancel: () => void;
}

function NewAccountForm({ onAdd, onCancel }: NewAccountFormProps) {
  const [name, setName] = useState('');
  const [currency, setCurrency] = useState<'EUR' | 'USD'>('EUR');
  const [openingBalance, setOpeningBalance] = useState('100.00');
  const { isPending, failure, run } = useAction();
  const isAmount = /^\d{1,7}(\.\d{1,2})?$/.test(openingBalance);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && isAmount) void run(() => onAdd({ name: name.trim(), currency, openingBalance }));
  };
  return (
    <form className={styles.form} onSubmit={add} noValidate>
      <TextField label="Account name" value={name} maxLength={NAME_LENGTH_MAX} onChange={(event) => setName(event.target.value)} />
      <SelectField label="Currency" options={CURRENCIES} value={currency} onChange={setCurrency} />
      <TextField
        label="Opening balance"
        inputMode="decimal"
        isTabular
        value={openingBalance}
        error={isAmount ? undefined : 'An amount such as 100.00, at most 1000000.00'}
        onChange={(event) => setOpeningBalance(event.target.value.trim())}
      />
      {failure === undefined ? null : <ActionFailure failure={failure} />}
      <div className="row wrap">
        <Button type="submit" kind="secondary" isDense isBusy={isPending} disabled={name.trim() === '' || !isAmount}>
          {isPending ? 'Adding' : 'Add'}
        </Button>
        <Button kind="quiet" isDense disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
