/** `notifications …`: operators list the receivers of status notifications, stop those to an origin, and end the stop. */
import type { Portico } from '../composition/build-app.ts';
import type { OperatorOrder } from './operator-order.ts';
import { OperatorRefusal } from './operator-refusal.ts';
import { recordOrder } from './record-order.ts';

type House = Pick<Portico, 'modules' | 'platform'>;
type Play = (portico: House, order: OperatorOrder) => AsyncIterable<string>;

export const NOTIFICATION_PLAYS: readonly (readonly [command: string, play: Play])[] = [
  ['notifications list', listReceivers],
  ['notifications pause', (portico, order) => setStopped(portico, order, true)],
  ['notifications resume', (portico, order) => setStopped(portico, order, false)],
];

async function* listReceivers(portico: House, order: OperatorOrder): AsyncGenerator<string> {
  const { modules, platform } = portico;
  const channels = await modules.notifications.listChannels(platform.db);
  await recordOrder(platform, order, { found: String(channels.length) });
  if (channels.length === 0) yield 'No application has asked for status notifications.';
  const clientIds = await clientIdsOf(
    portico,
    channels.map(({ appId }) => appId),
  );
  for (const { appId, ...channel } of channels) yield JSON.stringify({ clientId: clientIds.get(appId) ?? appId, ...channel });
}

async function* setStopped(portico: House, order: OperatorOrder, isStopped: boolean): AsyncGenerator<string> {
  const { modules, platform } = portico;
  const origin = URL.parse(order.about)?.origin ?? order.about;
  await recordOrder(platform, order, { origin });
  const appIds = await platform.write(({ tx }) => modules.notifications.setStopped(tx, origin, isStopped));
  if (appIds === undefined) {
    throw new OperatorRefusal(
      `No receiver at ${origin} ${isStopped ? 'gets messages' : 'is paused'}. Nothing was changed. List them with: notifications list`,
    );
  }
  const names = [...(await clientIdsOf(portico, appIds)).values()].join(', ') || 'none now';
  yield isStopped
    ? `Messages to ${origin} wait. Applications: ${names}. An attempt that has begun ends within 15 seconds.`
    : `Messages to ${origin} are sent again. Applications: ${names}`;
}

/** By application id. */
async function clientIdsOf({ modules, platform }: House, appIds: readonly string[]) {
  return new Map((await modules.tppApps.listByIds(platform.db, [...new Set(appIds)])).map(({ appId, clientId }) => [appId, clientId]));
}
