/** Address and topics to read, and the button that confirms them. */
import type { Subscription } from '@portico/contract';
import type { FormEvent } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Definition, DefinitionList } from '../../shared/ui/definition-list.tsx';
import { confirmSubscription } from './subscription-calls.ts';
import { topicTitles } from './topic-choice.tsx';

interface ConfirmCardProps {
  subscription: Subscription;
  token: string;
  onConfirmed: (confirmed: Subscription) => void;
  onUnknown: () => void;
}

export function ConfirmCard({ subscription: { email, topics }, token, onConfirmed, onUnknown }: ConfirmCardProps) {
  const dispatch = useAppDispatch();
  const { isPending, failure } = useFormRequest(confirmSubscription.typePrefix);
  const form = useFocusAfterRefusal(failure);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const confirmed = await dispatch(confirmSubscription({ token }));
    if (confirmSubscription.fulfilled.match(confirmed)) onConfirmed(confirmed.payload);
    else if (confirmed.payload?.code === 'SUBSCRIPTION_UNKNOWN') onUnknown();
  };
  return (
    <Card title="Confirm your subscription" hasLintel>
      <DefinitionList>
        <Definition label="E-mail address" isLong>
          {email}
        </Definition>
        <Definition label="Topics" isLong>
          <ul>
            {topicTitles(topics).map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </Definition>
      </DefinitionList>
      <form ref={form} className="stack" onSubmit={(event) => void confirm(event)}>
        {failure === undefined ? null : <ActionFailure isAlone failure={failure} />}
        <Button type="submit" kind="primary" isBusy={isPending}>
          {isPending ? 'Confirming' : 'Confirm subscription'}
        </Button>
        <p className="small second">You did not ask for this? Close the page. Without a confirmation we send no updates and delete the address.</p>
      </form>
    </Card>
  );
}
