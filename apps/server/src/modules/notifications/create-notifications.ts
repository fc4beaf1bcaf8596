/** The module as other modules see it; `notifications.ts` documents each call. */
import { mtlsCallOf } from '#platform/tls/mtls-call.ts';
import type { TppApps } from '../tpp-apps/index.ts';
import { createDeliverer, type DeliveryParts } from './delivery/deliver.ts';
import type { Notifications } from './notifications.ts';
import { isInDomainOf, readWishHeaders } from './registrations/read-wish.ts';
import { listChannels, setStopped } from './store/channel-store.ts';
import { readOldestSeconds } from './store/delivery-store.ts';
import { deleteOfSandbox, writeRegistration } from './store/registration-store.ts';

type Parts = Omit<DeliveryParts, 'secretsOf'> & {
  readonly tppApps: Pick<TppApps, 'findByAppId' | 'isReturnUrl' | 'secretsOf'>;
  /** False: the server registers and sends nothing; the events of earlier registrations wait. */
  readonly isOn: boolean;
  /** False: the server never sends to this URL. */
  readonly canSendTo: (url: string) => boolean;
};

export function createNotifications({ tppApps, isOn, canSendTo, ...parts }: Parts): Notifications {
  /** Again before each message: a redirect URI can be removed while registrations have its origin. */
  async function secretsOf(appId: string, url: string): Promise<readonly string[]> {
    const app = await tppApps.findByAppId(appId);
    return app !== undefined && tppApps.isReturnUrl(app, url) ? tppApps.secretsOf(appId) : [];
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
    deliverDue: isOn ? createDeliverer({ ...parts, secretsOf }) : async () => {},
    readOldestSeconds: async () => (isOn ? readOldestSeconds(parts.platform.db) : 0),
    listChannels,
    setStopped,
    forgetSandbox: deleteOfSandbox,
  };
}
