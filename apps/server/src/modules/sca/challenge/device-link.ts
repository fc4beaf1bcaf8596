/** The link of a challenge that the customer opens in the app (docs/decisions/0092). */
import type { ChallengeState, DeviceLink, Locale } from '@portico/contract';
import type { Authenticator } from '../authenticator.ts';
import type { ScaDeps } from '../deps.ts';
import type { ChallengeLink } from './challenge.ts';
import { findChallenge } from './challenge-store.ts';
import { replaceLinkByNotification } from './device-link-store.ts';

interface Linked {
  readonly token: string;
  readonly state: ChallengeState;
  readonly contentHash: string;
  readonly link?: ChallengeLink | undefined;
  readonly purpose: 'signIn' | 'signing';
  readonly locale: Locale;
}

/** Undefined for a challenge without a link; an opened or ended one has no addresses. */
export function linkOf({ deviceLink }: Authenticator, { state, link, ...linked }: Linked): DeviceLink | undefined {
  if (link === undefined || deviceLink === undefined) return undefined;
  const isOpened = link.openedByHash !== undefined;
  if (isOpened || state !== 'started') return { isOpened };
  return { isOpened, href: deviceLink(linked), qrText: deviceLink({ ...linked, elapsedSeconds: link.elapsedSeconds }) };
}

export async function notifyInstead({ platform, authenticator }: ScaDeps, challengeId: string): Promise<void> {
  const found = await findChallenge(platform.db, challengeId);
  if (found?.link === undefined) return;
  const answersInSeconds = await authenticator.answersIn?.(found.deviceKeyHash, found.dueAnswer);
  await platform.write(({ tx }) => replaceLinkByNotification(tx, { challengeId, answersInSeconds }));
}
