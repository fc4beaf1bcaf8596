/**
 * Tokens of the links in mails. The server makes them from the subscription's id with its key, so that the database stores none and every later mail
 * can contain the same one. The token of a deleted subscription opens nothing, because its id never returns. Each purpose has a separate token.
 */
import type { SubscriptionTopic } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';
import { equalsConstantTime, hmacSha256Hex } from '#platform/crypto/hash.ts';

interface Keys {
  readonly keys: Pick<Config['keys'], 'secrets'>;
}
type Purpose = 'confirm' | 'manage' | 'unsubscribe';

/** In the token of a confirmation, which names the topics of its mail: another request for the same address cannot change them. */
const LETTERS: Readonly<Record<SubscriptionTopic, string>> = { apiChanges: 'a', incidents: 'i', maintenance: 'm' };
const TOPICS = new Map<string, SubscriptionTopic>([
  ['a', 'apiChanges'],
  ['i', 'incidents'],
  ['m', 'maintenance'],
]);

/** The holder of the mailbox. `topics`: those that a confirmation names. */
export interface Holder {
  readonly subscriptionId: string;
  readonly topics?: readonly SubscriptionTopic[];
}

/** Confirms the address with these topics, and then manages the subscription as {@link manageToken} does. At most 80 characters. */
export function confirmToken(config: Keys, subscriptionId: string, topics: readonly SubscriptionTopic[]): string {
  return sign(config, 'confirm', `${subscriptionId}.${topics.map((topic) => LETTERS[topic]).join('')}`);
}

export function manageToken(config: Keys, subscriptionId: string): string {
  return sign(config, 'manage', subscriptionId);
}

/** For the header `List-Unsubscribe`, whose address mail programs and proxies may log: it ends the subscription and opens nothing else. */
export function unsubscribeToken(config: Keys, subscriptionId: string): string {
  return sign(config, 'unsubscribe', subscriptionId);
}

/** Reads the token of a link to the page; undefined for any other text. */
export function readHolder(config: Keys, token: string): Holder | undefined {
  const managed = open(config, 'manage', token);
  if (managed !== undefined) return { subscriptionId: managed };
  const [subscriptionId, letters = ''] = open(config, 'confirm', token)?.split('.') ?? [];
  if (subscriptionId === undefined) return undefined;
  return { subscriptionId, topics: [...letters].flatMap((letter) => TOPICS.get(letter) ?? []) };
}

/** Returns the subscription that a token of any purpose may end; undefined for any other text. */
export function readEnding(config: Keys, token: string): string | undefined {
  return open(config, 'unsubscribe', token) ?? readHolder(config, token)?.subscriptionId;
}

function sign({ keys }: Keys, purpose: Purpose, content: string): string {
  const mac = Buffer.from(hmacSha256Hex(keys.secrets, `subscription ${purpose}:${content}`), 'hex').toString('base64url');
  return `${content}.${mac}`;
}

function open(config: Keys, purpose: Purpose, token: string): string | undefined {
  const content = token.slice(0, Math.max(0, token.lastIndexOf('.')));
  return equalsConstantTime(sign(config, purpose, content), token) ? content : undefined;
}
