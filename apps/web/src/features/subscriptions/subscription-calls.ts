/** The calls of subscriptions by mail (contract `subscriptions.ts`). Tokens are in bodies only. The cards that send the calls show their errors. */
import type { ChangeSubscriptionBody, SubscribeBody, Subscription, SubscriptionTokenBody } from '@portico/contract';
import { SUBSCRIPTIONS_PATH } from '@portico/contract/values';
import { isSubscription } from '../../shared/api/answers.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { createRequestThunk } from '../../shared/store/request-thunk.ts';

const path = `/specs${SUBSCRIPTIONS_PATH}`;
const method = 'POST';

/** Changes nothing, so a page may send it when it opens. */
export function readSubscription(api: ApiClient, body: SubscriptionTokenBody, signal: AbortSignal): Promise<Subscription> {
  return api.json({ path: `${path}/read`, method, body, signal }, isSubscription);
}

/** The response is the same for known and new addresses; a mail follows. */
export const subscribe = createRequestThunk<void, SubscribeBody>(
  'subscriptions/subscribe',
  (body, { extra }) => extra.api.nothing({ path, method, body }),
  'view',
);

export const confirmSubscription = createRequestThunk<Subscription, SubscriptionTokenBody>(
  'subscriptions/confirm',
  (body, { extra }) => extra.api.json({ path: `${path}/confirm`, method, body }, isSubscription),
  'view',
);

export const changeSubscription = createRequestThunk<Subscription, ChangeSubscriptionBody>(
  'subscriptions/change',
  async (body, { extra }) => {
    const changed = await extra.api.json({ path: `${path}/change`, method, body }, isSubscription);
    extra.toasts.show({ kind: 'ok', text: 'Your topics are saved.' });
    return changed;
  },
  'view',
);

/** Can be repeated. */
export const endSubscription = createRequestThunk<void, SubscriptionTokenBody>(
  'subscriptions/end',
  (body, { extra }) => extra.api.nothing({ path: `${path}/end`, method, body }),
  'view',
);
