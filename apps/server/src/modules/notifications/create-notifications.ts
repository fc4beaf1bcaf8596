/** The module as other modules see it; `notifications.ts` documents each call. */
import type { Platform } from '#platform/platform.ts';
import { mtlsCallOf } from '#platform/tls/mtls-call.ts';
import type { TppApps } from '../tpp-apps/index.ts';
import { createDeliverer, type DeliveryParts } from './delivery/deliver.ts';
import { endpointKeys } from './endpoints/endpoint-secret.ts';
import type { Notifications } from './notifications.ts';
import { isInDomainOf, readWishHeaders } from './registrations/read-wish.ts';
import { listChannels, setStopped } from './store/channel-store.ts';
import { readOldestSeconds } from './store/delivery-store.ts';
import { findSealedKeys } from './store/endpoint-store.ts';
import { deleteOfApp, deleteOfSandbox, writeRegistration } from './store/registration-store.ts';

type Parts = Omit<DeliveryParts, 'keysOf' | 'platform'> & {
  readonly platform: DeliveryParts['platform'] & Pick<Platform, 'config'>;
  readonly tppApps: Pick<TppApps, 'isReturnUrl' | 'secretsOf' | 'findByAppId'>;
  /** False: the server registers and sends nothing; the events of earlier registrations wait. */
  readonly isOn: boolean;
  /** False: the server never sends to this URL. */
  readonly canSendTo: (url: string) => boolean;
};

export function createNotifications({ tppApps, isOn, canSendTo, ...parts }: Parts): Notifications {
  const { db, config } = parts.platform;

  /** An application that must not act gets nothing. A registration is compared again: its redirect URI can be removed while it has the origin. */
  async function keysOf({ appId, endpointId }: Parameters<DeliveryParts['keysOf']>[0], url: string) {
    const app = await tppApps.findByAppId(appId);
    if (app === undefined) return [];
    if (endpointId !== '') return endpointKeys(config.keys.secrets, endpointId, await findSealedKeys(db, endpointId));
    return tppApps.isReturnUrl(app, url) ? tppApps.secretsOf(appId) : [];
  }

  return {
    async readWish(request, app) {
      const wish = readWishHeaders(request.headers);
      if (wish === undefined || !isOn || !canSendTo(wish.url) || !tppApps.isReturnUrl(app, wish.url)) return undefined;
      if (!isInDomainOf(mtlsCallOf(request.raw)?.chain[0], wish.url)) return undefined;
      return (await tppApps.secretsOf(app.appId)).length === 0 ? undefined : wish;
    },
    async register({ tx }, wish, resource) {
      if (wish === undefined) return {};
      await writeRegistration(tx, { ...resource, ...wish, origin: new URL(wish.url).origin });
      return { notified: wish.contents };
    },
    deliverDue: isOn ? createDeliverer({ ...parts, keysOf }) : async () => {},
    readOldestSeconds: async () => (isOn ? readOldestSeconds(db) : 0),
    listChannels,
    setStopped,
    forgetSandbox: deleteOfSandbox,
    forgetApp: deleteOfApp,
  };
}
