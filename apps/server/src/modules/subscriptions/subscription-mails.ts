/** The mails to the holder of an address, and what every mail to a subscriber ends with. Plain text; links use the configured origin. */
import {
  SUBSCRIPTION_CONFIRMATION_SECONDS,
  SUBSCRIPTION_PAGE,
  SUBSCRIPTION_TOPICS,
  SUBSCRIPTIONS_PATH,
  type SubscriptionTopic,
} from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import type { OutgoingMail } from '#platform/mail/mail.ts';
import { confirmToken, manageToken, unsubscribeToken } from './subscription-token.ts';

type Words = Pick<Config, 'productName' | 'publicUrl' | 'keys'>;
type Content = Omit<OutgoingMail, 'to'>;

/** Of the path `{spec}` in the contract. */
export const SPEC_PATH = '/api/specs';
const NEWS_SECONDS = 3 * 24 * 60 * 60;

export function confirmationMail(words: Words, subscriptionId: string, topics: readonly SubscriptionTopic[]): Content {
  return {
    subject: `Confirm your subscription at ${words.productName}`,
    text: letter(words, [
      `This address was entered at ${words.productName} for mails about: ${titles(topics)}. Open this link to confirm it:`,
      pageUrl(words, 'confirm', confirmToken(words, subscriptionId, topics)),
      'The link works for 24 hours. If you did not ask for these mails, do nothing: without a confirmation none follow, and the address is deleted.',
    ]),
    expiresAfterSeconds: SUBSCRIPTION_CONFIRMATION_SECONDS,
  };
}

/** `asked`: the topics of the request; they change nothing, because the address alone proves nothing. */
export function alreadySubscribedMail(
  words: Words,
  { subscriptionId, topics }: { readonly subscriptionId: string; readonly topics: readonly SubscriptionTopic[] },
  asked: readonly SubscriptionTopic[],
): Content {
  return {
    subject: `Your subscription at ${words.productName}`,
    text: letter(words, [
      `This address was entered at ${words.productName} for mails about: ${titles(asked)}. It has a subscription already, to: ${titles(topics)}. Nothing was changed.`,
      `Change or end the subscription here:\n${pageUrl(words, 'manage', manageToken(words, subscriptionId))}`,
    ]),
    // The same lifetime as the other one, so that both look alike in the queue.
    expiresAfterSeconds: SUBSCRIPTION_CONFIRMATION_SECONDS,
  };
}

/** A mail to one subscriber, with the links to manage and to end the subscription. */
export function newsMail(
  words: Words,
  news: { readonly topic: SubscriptionTopic; readonly subject: string; readonly text: string },
  { subscriptionId, email }: { readonly subscriptionId: string; readonly email: string },
): OutgoingMail {
  return {
    to: email,
    subject: news.subject,
    text: letter(words, [
      news.text,
      `You subscribed to mails about: ${titles([news.topic])}. Change or end your subscription here:\n${pageUrl(words, 'manage', manageToken(words, subscriptionId))}`,
    ]),
    expiresAfterSeconds: NEWS_SECONDS,
    unsubscribeUrl: `${words.publicUrl}${SPEC_PATH}${SUBSCRIPTIONS_PATH}/unsubscribe?token=${unsubscribeToken(words, subscriptionId)}`,
  };
}

/** The portal's page. The token is in the fragment, which browsers send to no server. */
export function pageUrl({ publicUrl }: Pick<Config, 'publicUrl'>, act: 'confirm' | 'manage' | 'end', token: string): string {
  return `${publicUrl}/#/api-status/${SUBSCRIPTION_PAGE.segment}?${SUBSCRIPTION_PAGE[act]}=${token}`;
}

const titles = (topics: readonly SubscriptionTopic[]) => topics.map((topic) => SUBSCRIPTION_TOPICS[topic]).join(', ');

function letter({ productName, publicUrl }: Words, paragraphs: readonly string[]): string {
  return `${['Hello,', ...paragraphs, `${productName}\n${publicUrl}/`].join('\n\n')}\n`;
}
