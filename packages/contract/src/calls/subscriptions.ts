/**
 * Subscriptions to mails about the bank's interfaces. Public: the token of a mail manages the subscription of its address.
 *
 * | call | body | answer |
 * |---|---|---|
 * | `POST {spec}/subscriptions` | {@link SubscribeBody} | 204 for known and unknown addresses alike, a mail follows; 400 `EMAIL_INVALID`; 429 |
 * | `POST {spec}/subscriptions/confirm` | {@link SubscriptionTokenBody} | 200 {@link Subscription}, also when it is confirmed already; 404 `SUBSCRIPTION_UNKNOWN` |
 * | `POST {spec}/subscriptions/read` | {@link SubscriptionTokenBody} | 200 {@link Subscription}; 404 `SUBSCRIPTION_UNKNOWN` |
 * | `POST {spec}/subscriptions/change` | {@link ChangeSubscriptionBody} | 200 {@link Subscription}; 404 `SUBSCRIPTION_UNKNOWN` |
 * | `POST {spec}/subscriptions/end` | {@link SubscriptionTokenBody} | 204, also when it has ended already; 404 `SUBSCRIPTION_UNKNOWN` for a token that the server did not make |
 * | `POST {spec}/subscriptions/unsubscribe?token=…` | `List-Unsubscribe=One-Click` (RFC 8058) | 200 plain text, from any origin |
 * | `GET {spec}/subscriptions/unsubscribe?token=…` | | 303 to the portal's page, which asks with this token before it calls `end`; changes nothing |
 *
 * Tokens are in bodies, because addresses are logged. The exception is that of RFC 8058, whose token ends the subscription and does nothing else:
 * only `end` and `unsubscribe` accept it. `change` needs a confirmed subscription; before that `read` returns the topics that the link confirms.
 */
import { type Static, Type } from 'typebox';
import { closed, literals } from '../entities/common.ts';
import { EMAIL_LENGTH_MAX } from '../identity-values.ts';
import { SUBSCRIPTION_TOPICS, type SubscriptionTopic } from '../subscription-values.ts';

const topics = Object.keys(SUBSCRIPTION_TOPICS).filter((topic): topic is SubscriptionTopic => Object.hasOwn(SUBSCRIPTION_TOPICS, topic));
const Topics = Type.Array(literals(topics), { minItems: 1, maxItems: topics.length, uniqueItems: true });
const Token = Type.String({ minLength: 1, maxLength: 100 });

export const SubscribeBody = Type.Object({ email: Type.String({ minLength: 1, maxLength: 4 * EMAIL_LENGTH_MAX }), topics: Topics }, closed);
export type SubscribeBody = Static<typeof SubscribeBody>;

export const SubscriptionTokenBody = Type.Object({ token: Token }, closed);
export type SubscriptionTokenBody = Static<typeof SubscriptionTokenBody>;

export const ChangeSubscriptionBody = Type.Object({ token: Token, topics: Topics }, closed);
export type ChangeSubscriptionBody = Static<typeof ChangeSubscriptionBody>;

export const Subscription = Type.Object({ email: Type.String(), topics: Topics, isConfirmed: Type.Boolean() }, closed);
export type Subscription = Static<typeof Subscription>;

export const UnsubscribeQuery = Type.Object({ token: Token }, closed);
