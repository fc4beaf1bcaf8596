/** The subscription of a mail's link. Opening the link only reads it, because scanners of mails open links, too; the visitor confirms with a button. */
import type { RuntimeConfig, Subscription } from '@portico/contract';
import { SUBSCRIPTION_PAGE } from '@portico/contract/values';
import { useCallback, useState } from 'react';
import { LoadFailure } from '../../shared/portal/load-failure.tsx';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { useLoaded } from '../../shared/portal/use-loaded.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ConfirmCard } from './confirm-card.tsx';
import { EndedCard } from './ended-card.tsx';
import { ManageCard } from './manage-card.tsx';
import { readSubscription } from './subscription-calls.ts';
import { UnknownLink } from './unknown-link.tsx';
import type { MailToken } from './use-mail-token.ts';

interface MailSubscriptionProps {
  mail: MailToken;
  config: RuntimeConfig;
  onSubscribeAgain: (ended: Subscription) => void;
}

export function MailSubscription({ mail: { purpose, token }, config, onSubscribeAgain }: MailSubscriptionProps) {
  const { api } = useExtra();
  const { value, failure, reload, setValue } = useLoaded(useCallback((signal) => readSubscription(api, { token }, signal), [api, token]));
  const [lastAct, setLastAct] = useState<'confirmed' | 'ended'>();
  if (failure?.code === 'SUBSCRIPTION_UNKNOWN') return <UnknownLink config={config} takesFocus={value !== undefined} />;
  if (value === undefined) {
    return failure === undefined ? <Skeleton label="Loading your subscription" lines={6} /> : <LoadFailure failure={failure} onRetry={reload} />;
  }
  if (lastAct === 'ended') return <EndedCard email={value.email} onSubscribeAgain={() => onSubscribeAgain(value)} />;
  // Another page or the time has ended it: reading it again says so.
  const shared = { subscription: value, token, onUnknown: reload };
  if (!value.isConfirmed) {
    const onConfirmed = (confirmed: Subscription) => {
      setValue(confirmed);
      setLastAct('confirmed');
    };
    return <ConfirmCard {...shared} onConfirmed={onConfirmed} />;
  }
  const isConfirmedNow = lastAct === 'confirmed';
  const wasConfirmed = purpose === SUBSCRIPTION_PAGE.confirm;
  return (
    <ManageCard
      {...shared}
      title={isConfirmedNow ? 'Your subscription is confirmed' : wasConfirmed ? 'Your subscription is confirmed already' : 'Your subscription'}
      takesFocus={isConfirmedNow}
      onChanged={setValue}
      onEnded={() => setLastAct('ended')}
    />
  );
}
