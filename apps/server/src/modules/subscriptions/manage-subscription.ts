/** Subscribing an address, with its confirmation by a link, and the changes that the holder of a link makes. */
import type { SubscribeBody, Subscription } from '@portico/contract';
import { SUBSCRIPTION_TOPICS, type SubscriptionTopic } from '@portico/contract/values';
import { type Caller, requireEmail, requireMail } from '#modules/developers/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import { alreadySubscribedMail, confirmationMail } from './subscription-mails.ts';
import {
  changeSubscription,
  confirmSubscription,
  deleteSubscription,
  findSubscription,
  keepSubscription,
  type StoredSubscription,
} from './subscription-store.ts';
import { type Holder, readEnding, readHolder } from './subscription-token.ts';

type Ground = Pick<Platform, 'config' | 'db' | 'write' | 'random'>;

/** Writes one row and sends one mail for known and unknown addresses. @throws UiRefusal 400 EMAIL_INVALID; 429 RATE_LIMITED. */
export async function subscribe(platform: Ground, mail: Pick<Mail, 'enqueue'>, given: SubscribeBody, caller: Caller): Promise<void> {
  const { config, db, random, write } = platform;
  const email = requireEmail(given.email);
  await requireMail(db, config, email, caller);
  const topics = inOrder(given.topics);
  await write(async (context) => {
    const kept = await keepSubscription(context.tx, random.id('sub'), email);
    const content = kept.isConfirmed ? alreadySubscribedMail(config, kept, topics) : confirmationMail(config, kept.subscriptionId, topics);
    await mail.enqueue(context, { to: email, ...content });
  });
}

/** Confirms the address with the topics of the link; a confirmed subscription stays as it is. @throws UiRefusal 404 SUBSCRIPTION_UNKNOWN. */
export async function confirmAddress({ config, write }: Ground, token: string): Promise<Subscription> {
  const holder = readHolder(config, token);
  if (holder?.topics === undefined) throw unknown();
  const { subscriptionId, topics } = holder;
  return shown(holder, await write(({ tx }) => confirmSubscription(tx, subscriptionId, topics)));
}

/** @throws UiRefusal 404 SUBSCRIPTION_UNKNOWN. */
export async function readSubscription({ config, db }: Ground, token: string): Promise<Subscription> {
  const holder = readHolder(config, token);
  return shown(holder, holder && (await findSubscription(db, holder.subscriptionId)));
}

/** Changes a confirmed subscription. @throws UiRefusal 404 SUBSCRIPTION_UNKNOWN. */
export async function changeTopics({ config, write }: Ground, token: string, topics: readonly SubscriptionTopic[]): Promise<Subscription> {
  const holder = readHolder(config, token);
  if (holder === undefined) throw unknown();
  return shown(holder, await write(({ tx }) => changeSubscription(tx, holder.subscriptionId, inOrder(topics))));
}

/** Deletes the subscription. One that has ended already stays so. @throws UiRefusal 404 SUBSCRIPTION_UNKNOWN for a token that the server did not make. */
export async function endSubscription({ config, write }: Ground, token: string): Promise<void> {
  const subscriptionId = requireEnding(config, token);
  await write(({ tx }) => deleteSubscription(tx, subscriptionId));
}

/** @returns the subscription's id. @throws UiRefusal 404 SUBSCRIPTION_UNKNOWN for a token that the server did not make. */
export function requireEnding(config: Ground['config'], token: string): string {
  const subscriptionId = readEnding(config, token);
  if (subscriptionId === undefined) throw unknown();
  return subscriptionId;
}

/** An unconfirmed subscription has the topics of the link. */
function shown(holder: Holder | undefined, stored: StoredSubscription | undefined): Subscription {
  if (stored === undefined) throw unknown();
  const { email, isConfirmed } = stored;
  const topics = isConfirmed ? stored.topics : (holder?.topics ?? []);
  if (topics.length === 0) throw unknown();
  return { email, topics: [...topics], isConfirmed };
}

const isTopic = (name: string): name is SubscriptionTopic => Object.hasOwn(SUBSCRIPTION_TOPICS, name);
const inOrder = (topics: readonly SubscriptionTopic[]) =>
  Object.keys(SUBSCRIPTION_TOPICS)
    .filter(isTopic)
    .filter((topic) => topics.includes(topic));

function unknown(): UiRefusal {
  const text = 'This link is not complete, its time is over, or its subscription has ended. Subscribe again to get a new link.';
  return new UiRefusal(404, 'SUBSCRIPTION_UNKNOWN', text);
}
