/** Ends the subscription after a question, because only a new mail can begin it again. */

import { useRef, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Confirm } from '../../shared/portal/confirm.tsx';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { endSubscription } from './subscription-calls.ts';
import styles from './subscriptions.module.css';

interface UnsubscribeProps {
  email: string;
  token: string;
  onEnded: () => void;
}

export function Unsubscribe(props: UnsubscribeProps) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsAsking(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <div className={styles.end}>
      {isAsking ? (
        <Question {...props} onCancel={close} />
      ) : (
        <Button ref={button} kind="secondary" onClick={() => setIsAsking(true)}>
          Unsubscribe
        </Button>
      )}
    </div>
  );
}

function Question({ email, token, onEnded, onCancel }: UnsubscribeProps & { onCancel: () => void }) {
  const dispatch = useAppDispatch();
  const { isPending, failure } = useFormRequest(endSubscription.typePrefix);
  const end = async () => {
    const ended = await dispatch(endSubscription({ token }));
    if (endSubscription.fulfilled.match(ended)) onEnded();
  };
  return (
    <Confirm question={`Unsubscribe ${email}?`} yes="Unsubscribe" isPending={isPending} onYes={() => void end()} onNo={onCancel}>
      <p>You get no more updates. To get them again, you subscribe and confirm with a new mail.</p>
      {failure === undefined ? null : <ActionFailure isAlone failure={failure} />}
    </Confirm>
  );
}
