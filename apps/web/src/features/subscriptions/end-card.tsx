/**
 * The link that mail programs open for the header `List-Unsubscribe` (RFC 8058). Its token ends the subscription and cannot read it, so the card
 * shows no address. Opening the link ends nothing.
 */
import type { RuntimeConfig } from '@portico/contract';
import { type FormEvent, useState } from 'react';
import { ActionFailure } from '../../shared/portal/action-failure.tsx';
import { Card } from '../../shared/portal/card.tsx';
import { useFocusAfterRefusal } from '../../shared/portal/use-focus-after-refusal.ts';
import { useFormRequest } from '../../shared/portal/use-form-request.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EndedCard } from './ended-card.tsx';
import { endSubscription } from './subscription-calls.ts';
import { UnknownLink } from './unknown-link.tsx';

interface EndCardProps {
  token: string;
  config: RuntimeConfig;
  onSubscribeAgain: () => void;
}

export function EndCard({ token, config, onSubscribeAgain }: EndCardProps) {
  const dispatch = useAppDispatch();
  const [isEnded, setIsEnded] = useState(false);
  const { isPending, failure } = useFormRequest(endSubscription.typePrefix);
  const form = useFocusAfterRefusal(failure);
  const end = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const ended = await dispatch(endSubscription({ token }));
    setIsEnded(endSubscription.fulfilled.match(ended));
  };
  if (isEnded) return <EndedCard onSubscribeAgain={onSubscribeAgain} />;
  if (failure?.code === 'SUBSCRIPTION_UNKNOWN') return <UnknownLink config={config} takesFocus />;
  return (
    <Card title="Unsubscribe from the updates by mail?" hasLintel>
      <form ref={form} className="stack" onSubmit={(event) => void end(event)}>
        <p>You get no more mails about changes of the API, incidents and planned maintenance.</p>
        {failure === undefined ? null : <ActionFailure isAlone failure={failure} />}
        <Button type="submit" kind="primary" isBusy={isPending}>
          {isPending ? 'Unsubscribing' : 'Unsubscribe'}
        </Button>
      </form>
    </Card>
  );
}
