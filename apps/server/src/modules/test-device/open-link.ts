/** Opens a challenge by its link or QR code on the device of this browser. */
import type { DeviceChallenge } from '@portico/contract';
import { equalsConstantTime } from '#platform/crypto/hash.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { StoredChallenge } from '../sca/index.ts';
import type { DeviceDeps } from './device.ts';
import { makeDeviceLink, type ReadLink, readDeviceLink } from './device-link.ts';
import { toDeviceChallenge } from './device-view.ts';
import { automaticAnswerIn } from './scenario-authenticator.ts';

/** A page shows a QR code for three seconds at most. The rest is for the camera and for the phone's page to load. */
const QR_SECONDS = 10;

/** The device key of a browser. A new phone has none until it opens a link. */
interface Opener {
  readonly knownHash: string | undefined;
  /** Gives the browser a key; returns its hash. */
  readonly newHash: () => string;
}

/** @throws UiRefusal 404 CHALLENGE_UNKNOWN: changed, too old, of another browser, opened by another device, or ended. The text is the same for all. */
export async function openByLink(deps: DeviceDeps, { knownHash, newHash }: Opener, link: string): Promise<DeviceChallenge> {
  const { platform, challenges } = deps;
  const read = readDeviceLink(link);
  const challenge = read && (await challenges.findLinked(read.token));
  if (read === undefined || challenge?.link === undefined || challenge.state !== 'started') throw linkUnknown();
  if (!isGenuine(deps, challenge, { ...read, link })) throw linkUnknown();
  if (!isInTimeAndPlace(challenge, read, knownHash)) throw linkUnknown();
  const deviceKeyHash = knownHash ?? newHash();
  if (challenge.link.openedByHash === deviceKeyHash) return toDeviceChallenge(challenge);
  const answersInSeconds = await automaticAnswerIn(platform, deviceKeyHash, challenge.dueAnswer);
  const { challengeId } = challenge;
  if (!(await platform.write(({ tx }) => challenges.open(tx, { challengeId, deviceKeyHash, answersInSeconds })))) throw linkUnknown();
  const opened = await challenges.find(deviceKeyHash, challengeId);
  if (opened === undefined) throw linkUnknown();
  return toDeviceChallenge(opened);
}

/** The whole link is the one that this server makes for this challenge, bit by bit. */
function isGenuine(
  { platform }: DeviceDeps,
  challenge: StoredChallenge,
  { link, token, locale, elapsedSeconds }: ReadLink & { link: string },
): boolean {
  const { publicUrl, keys } = platform.config;
  const { purpose, contentHash } = challenge;
  return equalsConstantTime(link, makeDeviceLink({ publicUrl, secret: keys.secrets }, { token, purpose, contentHash, locale, elapsedSeconds }));
}

/** A QR code counts for a few seconds; a link without a time opens the app of the browser that asked, and of no other. */
function isInTimeAndPlace({ link, deviceKeyHash }: StoredChallenge, { elapsedSeconds }: ReadLink, openerHash: string | undefined): boolean {
  if (elapsedSeconds === undefined) return openerHash === deviceKeyHash;
  const age = (link?.elapsedSeconds ?? 0) - elapsedSeconds;
  return age >= 0 && age <= QR_SECONDS;
}

function linkUnknown(): UiRefusal {
  const text =
    'This link or code opens nothing here: it is too old, was used, or belongs to another browser. Nothing was confirmed. Scan the code that the page shows now.';
  return new UiRefusal(404, 'CHALLENGE_UNKNOWN', text);
}
