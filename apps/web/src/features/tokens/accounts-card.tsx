/** The accounts of the current customer, read with the displayed token. */
import type { Account, TokenUser } from '@portico/contract';
import { useCallback, useEffect } from 'react';
import { Card } from '../../shared/portal/card.tsx';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import tableStyles from '../../shared/portal/stacked-table.module.css';
import { loadAccounts, type TokensRoot } from '../../shared/portal/test-customers/tokens-slice.ts';
import type { TokenUsers } from '../../shared/portal/test-customers/use-token-users.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Iban } from '../../shared/ui/grouped-code.tsx';
import { Note } from '../../shared/ui/note.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './tokens.module.css';

interface AccountsCardProps {
  user: TokenUser;
  renewing: TokenUsers['renewing'];
  onRenew: () => Promise<unknown>;
}

export function AccountsCard({ user, renewing, onRenew }: AccountsCardProps) {
  const dispatch = useAppDispatch();
  const accounts = useAppSelector((state: TokensRoot) => state.tokens.accounts[user.userName]);
  const { error: failure } = useRequest(loadAccounts.typePrefix);
  // Read again whenever the customer changes: other actions on this page may have added an account or ended the token.
  const reload = useCallback(() => {
    const { userName, access_token: token = '' } = user;
    return dispatch(loadAccounts({ userName, token }));
  }, [dispatch, user]);
  useEffect(() => {
    const reading = reload();
    return () => reading.abort();
  }, [reload]);
  return (
    <Card title="Accounts">
      <div className={styles.accounts}>
        {failure?.status === 401 ? (
          <div className="stack">
            <Note kind="warn" role="status">
              <strong>Token expired.</strong> The accounts of {user.companyName ?? `${user.customer.name} ${user.customer.surname}`} cannot be read
              with it.
            </Note>
            <Button kind="secondary" isBusy={renewing.isPending} onClick={() => void onRenew()}>
              Renew
            </Button>
          </div>
        ) : failure !== undefined ? (
          <LoadFailure failure={failure} onRetry={() => void reload()} />
        ) : accounts === undefined ? (
          <Skeleton label="Loading the accounts" lines={3} />
        ) : (
          <AccountsTable accounts={accounts} />
        )}
      </div>
    </Card>
  );
}

function AccountsTable({ accounts }: { accounts: readonly Account[] }) {
  if (accounts.length === 0) {
    return (
      <>
        <p className="strong">This customer has no accounts.</p>
        <p className="second">Add one below, under “Your sandbox”.</p>
      </>
    );
  }
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">IBAN</th>
          <th scope="col">Currency</th>
          <th scope="col">Name</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ iban, currency, name }) => (
          <tr key={`${iban}-${currency}`}>
            <td>
              <Iban iban={iban} />
            </td>
            <td data-label="Currency">{currency}</td>
            <td data-label="Name">{name}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
