/** Puts one customer's data back to the start, after a question. */
import type { TokenUser } from '@portico/contract';
import { useRef, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { Confirm } from '../../shared/portal/confirm.tsx';
import type { TokenCalls } from '../../shared/portal/test-customers/token-calls.ts';
import { useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TEXTS } from './texts.ts';

interface ResetCardProps {
  user: TokenUser;
  calls: TokenCalls;
  onReset: () => void;
}

export function ResetCard({ user, calls, onReset }: ResetCardProps) {
  const { toasts } = useExtra();
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { isPending, failure, run, forget } = useAction();
  const name = user.companyName ?? `${user.customer.name} ${user.customer.surname}`;
  const close = () => {
    setIsAsking(false);
    forget();
    requestAnimationFrame(() => button.current?.focus());
  };
  const reset = async () => {
    const isDone = await run(() => calls.resetData(user.access_token ?? ''));
    if (!isDone) return;
    toasts.show({ kind: 'ok', text: TEXTS['tokens.msgDataReset'] });
    onReset();
    close();
  };
  return (
    <Card title="Reset sandbox data">
      <p className="small second">
        Puts balances, transactions, consents and payments of {name} back to the start. Other test customers and the test clock stay as they are.
      </p>
      {isAsking ? (
        <Confirm question={`Reset the data of ${name}?`} yes="Reset" isPending={isPending} onYes={() => void reset()} onNo={close}>
          <p>What you made with this customer is gone then. Consents that your application holds for them end.</p>
          {failure === undefined ? null : <ActionFailure failure={failure} />}
        </Confirm>
      ) : (
        <Button ref={button} kind="secondary" isBlock onClick={() => setIsAsking(true)}>
          Reset sandbox data
        </Button>
      )}
    </Card>
  );
}
