/** The test customers that the developer made himself, and a form for another one. The seeded ones stay. */
import type { NewCustomerBody, TokenUser } from '@portico/contract';
import { OWN_CUSTOMERS_MAX } from '@portico/contract/values';
import { useState } from 'react';
import { ActionFailure } from '../../../shared/portal/action-failure.tsx';
import { Card } from '../../../shared/portal/card.tsx';
import { Confirm } from '../../../shared/portal/confirm.tsx';
import { customerLabel } from '../../../shared/portal/test-customers/customer-texts.ts';
import { useAction } from '../../../shared/portal/use-action.ts';
import { useExtra } from '../../../shared/portal/use-extra.ts';
import { Button } from '../../../shared/ui/button.tsx';
import styles from '../tokens.module.css';
import { NewCustomerForm } from './new-customer-form.tsx';
import type { SandboxCalls } from './sandbox-calls.ts';

interface CustomersCardProps {
  users: readonly TokenUser[];
  calls: SandboxCalls;
  onChanged: () => void;
}

export function CustomersCard({ users, calls, onChanged }: CustomersCardProps) {
  const { toasts } = useExtra();
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<TokenUser>();
  const removing = useAction();
  const own = users.filter(({ isSeeded }) => !isSeeded);
  const add = async (customer: NewCustomerBody) => {
    const { userName } = await calls.addCustomer(customer);
    toasts.show({ kind: 'ok', text: `Test customer ${userName} is there.` });
    setIsAdding(false);
    onChanged();
  };
  const remove = async (user: TokenUser) => {
    if (!(await removing.run(() => calls.removeCustomer(user.id)))) return;
    setLeaving(undefined);
    onChanged();
  };
  return (
    <Card title="Your own test customers">
      {own.length === 0 ? (
        <p className="small second">You have the customers that came with the sandbox. Add your own beside them; they start with one account.</p>
      ) : (
        <ul className={styles.items}>
          {own.map((user) => (
            <li key={user.id}>
              <span className="grow">{customerLabel(user)}</span>
              <Button kind="quiet" isDense aria-label={`Remove ${user.userName}`} onClick={() => setLeaving(user)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leaving === undefined ? null : (
        <Confirm
          key={leaving.id}
          question={`Remove ${leaving.userName}?`}
          yes="Remove"
          isPending={removing.isPending}
          onYes={() => void remove(leaving)}
          onNo={() => {
            setLeaving(undefined);
            removing.forget();
          }}
        >
          <p>Accounts, consents, payments and the token of this customer go with it, and the companies for which this customer acts.</p>
          {removing.failure === undefined ? null : <ActionFailure failure={removing.failure} />}
        </Confirm>
      )}
      {own.length >= OWN_CUSTOMERS_MAX ? (
        <p className="small muted">{OWN_CUSTOMERS_MAX} own customers are the most.</p>
      ) : isAdding ? (
        <NewCustomerForm people={users.filter((user) => user.type === 'person')} onAdd={add} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button kind="secondary" isDense onClick={() => setIsAdding(true)}>
          Add a test customer
        </Button>
      )}
    </Card>
  );
}
