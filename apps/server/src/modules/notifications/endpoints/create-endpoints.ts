/** The module's service for developers; `endpoints.ts` documents each call. */
import { ENDPOINTS_MAX, SECRET_OVERLAP_SECONDS } from '@portico/contract/values';
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockTenant } from '#platform/tenant/tenant-store.ts';
import type { TakeOwnerTurn } from '#platform/threads/owner-turns.ts';
import type { AppOwner, RegisteredApp, TppApps } from '../../tpp-apps/index.ts';
import { composeBody } from '../delivery/compose-message.ts';
import { deliveryIdOf, readDeliveryId } from '../log/delivery-id.ts';
import { attemptToWire, deliveryToWire, endpointToWire } from '../log/to-wire.ts';
import { UNENCODED } from '../registrations/read-wish.ts';
import * as store from '../store/endpoint-store.ts';
import * as log from '../store/log-store.ts';
import {
  deliveryUnknown,
  endpointDisabled,
  endpointKnown,
  endpointUnknown,
  notConfirmed,
  notificationsOff,
  tooManyEndpoints,
  tooManySent,
  urlNotAcceptable,
} from './endpoint-refusals.ts';
import { newEndpointSecret } from './endpoint-secret.ts';
import type { NotificationEndpoints } from './endpoints.ts';

interface EndpointParts {
  readonly platform: Pick<Platform, 'db' | 'write' | 'random' | 'config'>;
  readonly tppApps: Pick<TppApps, 'requireOfDeveloper'>;
  /** Of developers. */
  readonly takeTurn: TakeOwnerTurn;
  /** False: this installation sends nothing. */
  readonly isOn: boolean;
  /** Why the server never sends to this URL; undefined: it does. */
  readonly faultOf: (url: string) => string | undefined;
}

const HOUR_SECONDS = 3_600;
const TESTS_PER_HOUR = 20;
const RETRIES_PER_HOUR = 100;
const RETRIED_MAX = 1_000;
const LISTED = 25;

export function createNotificationEndpoints({ platform, tppApps, takeTurn, isOn, faultOf }: EndpointParts): NotificationEndpoints {
  const { db, write, random, config } = platform;

  /** Changes of one application's endpoints run one after another. */
  function change<Result>(owner: AppOwner, work: (context: WriteContext, app: RegisteredApp) => Promise<Result>): Promise<Result> {
    return takeTurn(owner.developerId, () =>
      write(async (context) => {
        const { sandboxId } = await tppApps.requireOfDeveloper(context.tx, owner);
        await lockTenant(context.tx, sandboxId);
        return work(context, await tppApps.requireOfDeveloper(context.tx, owner));
      }),
    );
  }

  async function require(reader: Reader, { appId }: RegisteredApp, endpointId: string): Promise<store.StoredEndpoint> {
    const found = await store.findEndpoint(reader, appId, endpointId);
    if (found === undefined) throw endpointUnknown();
    return found;
  }

  async function spend(tx: Tx, { appId }: RegisteredApp, what: 'test events' | 'repetitions', max: number): Promise<void> {
    const allowance = { key: `notification ${what}:${appId}`, max, windowSeconds: HOUR_SECONDS };
    if (!(await spendAllowance(tx, allowance))) throw tooManySent(what, max, Math.max(1, await secondsUntilAllowed(tx, allowance)));
  }

  /** @returns the origin. @throws UiRefusal 400, 409. */
  async function checkUrl(tx: Tx, { appId }: RegisteredApp, url: string, own?: string): Promise<string> {
    const fault = UNENCODED.test(url) ? 'it has spaces or characters that a URL must encode' : faultOf(url);
    if (fault !== undefined) throw urlNotAcceptable(fault);
    const others = (await store.listEndpoints(tx, appId)).filter(({ endpointId }) => endpointId !== own);
    if (others.some((other) => other.url === url)) throw endpointKnown();
    if (own === undefined && others.length >= ENDPOINTS_MAX) throw tooManyEndpoints();
    return new URL(url).origin;
  }

  /** @returns the id of its event. */
  async function sendTest(tx: Tx, app: RegisteredApp, endpointId: string): Promise<string> {
    if (!isOn) throw notificationsOff();
    await spend(tx, app, 'test events', TESTS_PER_HOUR);
    const eventId = random.id('evt');
    await store.insertTest(tx, app.appId, endpointId, eventId);
    return eventId;
  }

  async function show(reader: Reader, { appId }: RegisteredApp, key: log.DeliveryKey) {
    const found = await log.findDelivery(reader, appId, key);
    if (found === undefined) throw deliveryUnknown();
    return found;
  }

  function requireReady(endpoint: store.StoredEndpoint): void {
    if (endpoint.disabledAt !== null) throw endpointDisabled();
    if (endpoint.confirmedAt === null) throw notConfirmed();
  }

  return {
    async page(owner) {
      const { appId } = await tppApps.requireOfDeveloper(db, owner);
      return { endpoints: (await store.listEndpoints(db, appId)).map(endpointToWire), endpointsMax: ENDPOINTS_MAX, isOn };
    },

    add: (owner, { url, kinds }) =>
      change(owner, async (context, app) => {
        const { tx } = context;
        const origin = await checkUrl(tx, app, url);
        const endpointId = random.id('end');
        const { secret, sealed } = newEndpointSecret(config.keys.secrets, random, endpointId);
        await store.insertEndpoint(tx, { ...app, endpointId, url, origin, kinds, sealed });
        await sendTest(tx, app, endpointId);
        await record(context, app, 'added', endpointId, { url, kinds });
        return { endpoint: endpointToWire(await require(tx, app, endpointId)), secret };
      }),

    change: (owner, endpointId, { url, kinds, isEnabled }) =>
      change(owner, async (context, app) => {
        const { tx } = context;
        const before = await require(tx, app, endpointId);
        const isMoved = url !== undefined && url !== before.url;
        if (isMoved) await store.writeUrl(tx, endpointId, url, await checkUrl(tx, app, url, endpointId));
        if (kinds !== undefined) await store.writeKinds(tx, endpointId, kinds);
        if (isEnabled === false) await store.disableEndpoint(tx, { endpointId }, 'developer', 'disabled');
        if (isEnabled === true) await store.enableEndpoint(tx, endpointId);
        const changed = await require(tx, app, endpointId);
        if (changed.disabledAt === null && (isMoved || (isEnabled === true && changed.confirmedAt === null))) await sendTest(tx, app, endpointId);
        await record(context, app, 'changed', endpointId, { url, kinds, isEnabled });
        return endpointToWire(await require(tx, app, endpointId));
      }),

    remove: (owner, endpointId) =>
      change(owner, async (context, app) => {
        await require(context.tx, app, endpointId);
        await store.deleteEndpoint(context.tx, app.appId, endpointId);
        await record(context, app, 'deleted', endpointId);
      }),

    rotate: (owner, endpointId) =>
      change(owner, async (context, app) => {
        await require(context.tx, app, endpointId);
        const { secret, sealed } = newEndpointSecret(config.keys.secrets, random, endpointId);
        await store.rotateSecret(context.tx, endpointId, sealed, SECRET_OVERLAP_SECONDS);
        await record(context, app, 'secret-rotated', endpointId);
        return { endpoint: endpointToWire(await require(context.tx, app, endpointId)), secret };
      }),

    endPrevious: (owner, endpointId) =>
      change(owner, async (context, app) => {
        await require(context.tx, app, endpointId);
        await store.endPreviousSecret(context.tx, endpointId);
        await record(context, app, 'previous-secret-ended', endpointId);
        return endpointToWire(await require(context.tx, app, endpointId));
      }),

    test: (owner, endpointId) =>
      change(owner, async ({ tx }, app) => {
        if ((await require(tx, app, endpointId)).disabledAt !== null) throw endpointDisabled();
        const resourceId = await sendTest(tx, app, endpointId);
        return deliveryToWire(await show(tx, app, { resourceId, endpointId, sequence: 1 }));
      }),

    async listDeliveries(owner, { before, limit = LISTED, ...filter }) {
      const { appId } = await tppApps.requireOfDeveloper(db, owner);
      const key = before === undefined ? undefined : readDeliveryId(before);
      if (before !== undefined && key === undefined) throw deliveryUnknown();
      const rows = await log.listDeliveries(db, appId, { ...filter, before: key, limit });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { items: shown.map(deliveryToWire), ...(last === undefined ? {} : { next: deliveryIdOf(last) }) };
    },

    async readDelivery(owner, deliveryId) {
      const app = await tppApps.requireOfDeveloper(db, owner);
      const key = readDeliveryId(deliveryId);
      if (key === undefined) throw deliveryUnknown();
      const found = await show(db, app, key);
      const attempts = (await log.listAttempts(db, key)).map(attemptToWire);
      return { ...deliveryToWire(found), body: composeBody(found, config.apiBase), attempts };
    },

    retry: (owner, deliveryId) =>
      change(owner, async ({ tx }, app) => {
        const key = readDeliveryId(deliveryId);
        if (key === undefined) throw deliveryUnknown();
        const { endpointId, type } = await show(tx, app, key);
        if (endpointId !== '') {
          const endpoint = await require(tx, app, endpointId);
          if (type !== 'ping') requireReady(endpoint);
          else if (endpoint.disabledAt !== null) throw endpointDisabled();
        }
        await spend(tx, app, 'repetitions', RETRIES_PER_HOUR);
        await log.retryDelivery(tx, app.appId, key);
        return deliveryToWire(await show(tx, app, key));
      }),

    retryAll: (owner, { endpointId, since }) =>
      change(owner, async ({ tx }, app) => {
        requireReady(await require(tx, app, endpointId));
        await spend(tx, app, 'repetitions', RETRIES_PER_HOUR);
        const count = await log.retryDead(tx, app.appId, endpointId, since === undefined ? undefined : new Date(since), RETRIED_MAX);
        return { count, isMore: count === RETRIED_MAX };
      }),
  };
}

function record(
  { audit }: WriteContext,
  { appId, sandboxId, clientId }: RegisteredApp,
  event: string,
  endpointId: string,
  content?: object,
): Promise<void> {
  const entry = { chain: `application:${appId}`, sandboxId, event: `notification-endpoint.${event}`, ids: { appId, clientId, endpointId } };
  return audit({ ...entry, ...(content === undefined ? {} : { content }) });
}
