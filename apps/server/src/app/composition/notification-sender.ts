/** Sends notifications by the way out of the bank's network, and names what came of it. */
import type { Outcome } from '#modules/notifications/index.ts';
import type { Config } from '#platform/config.ts';
import type { EgressNetwork } from '#platform/egress/exchange.ts';
import { createPostOutside, type OutsidePost, outsideUrlFault } from '#platform/egress/post-outside.ts';

const PUBLIC_ONLY = { allow: [], httpOnLoopback: false };

/** @param network of tests. Default: the internet. */
export function createNotificationSender(
  { egress = PUBLIC_ONLY }: Pick<Config, 'egress'>,
  network?: EgressNetwork,
): (post: OutsidePost) => Promise<Outcome> {
  const post = createPostOutside(egress, network);
  return async (sent) => {
    const exchange = await post(sent);
    return exchange.ok ? { status: exchange.status, retryAfter: exchange.headers['retry-after'], body: exchange.body } : exchange;
  };
}

/** Why every attempt would be refused here; undefined: none would. A name that leads to a private address is found with the first attempt. */
export function receiverFault({ egress = PUBLIC_ONLY }: Pick<Config, 'egress'>, url: string): string | undefined {
  return outsideUrlFault(url, egress.httpOnLoopback);
}
