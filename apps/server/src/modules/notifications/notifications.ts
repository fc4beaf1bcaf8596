/** Status notifications: an application registers an address for a payment or a consent, and the bank sends each change of a status there. */
import type { FastifyRequest } from 'fastify';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { TppApp } from '../tpp-apps/index.ts';

/** NextGenPSD2 1.3.12, `TPP-Notification-Content-Preferred`. */
export const NOTIFICATION_CONTENTS = ['SCA', 'PROCESS', 'LAST'] as const;
export type NotificationContent = (typeof NOTIFICATION_CONTENTS)[number];

/** What an application asks for with the headers of a request, if the bank fulfils it. */
export interface NotificationWish {
  readonly url: string;
  readonly contents: readonly NotificationContent[];
}

export interface NotifiedResource {
  readonly sandboxId: string;
  readonly appId: string;
  /** Id of a payment or a consent. */
  readonly resourceId: string;
  /** Its path below the base of the API: `/v1/consents/cns_…`. */
  readonly path: string;
}

/** A member of a stored answer. Absent: the bank sends no notifications for this request. */
export interface Notified {
  readonly notified?: readonly NotificationContent[];
}

/** An origin that receives notifications of an application. */
export interface NotificationChannel {
  readonly appId: string;
  readonly origin: string;
  /** Null: the addresses that requests named. */
  readonly endpointId: string | null;
  readonly waiting: number;
  /** Deliveries of the last 30 days whose last attempt failed, or whose receiver wanted no more. */
  readonly givenUp: number;
  readonly oldestWaiting: Date | null;
  /** Statuses of HTTP and names of faults of the deliveries that wait or were given up. */
  readonly lastOutcomes: readonly string[] | null;
  readonly failuresInARow: number;
  /** After a failed connection: no attempt before this real time. */
  readonly nextAttempt: Date | null;
  /** When an operator stopped the channel. */
  readonly stoppedAt: Date | null;
}

export interface Notifications {
  /**
   * Undefined: the request asks for no notifications, or for some that the bank does not send: to an origin that is not of a redirect URI, to an IP
   * address, outside the domain of the call's certificate, or for an application that was not told its secret.
   * @throws TppRefusal 400 FORMAT_ERROR for a header that cannot be read.
   */
  readWish(request: Pick<FastifyRequest, 'headers' | 'raw'>, app: TppApp): Promise<NotificationWish | undefined>;
  /** Registers in the transaction that creates the resource or its authorisation. It replaces an earlier registration of the resource. */
  register(context: Pick<WriteContext, 'tx'>, wish: NotificationWish | undefined, resource: NotifiedResource): Promise<Notified>;
  /** Sends what is due. Several calls and processes may run at the same time. */
  deliverDue(): Promise<void>;
  /** Seconds for which the oldest delivery has been due that no process sends and no delay holds back; 0: none. */
  readOldestSeconds(): Promise<number>;
  listChannels(reader: Reader): Promise<readonly NotificationChannel[]>;
  /**
   * Stops the deliveries of all applications to an origin, also of those that ask for it later, or ends that. Returns the ids of the applications whose
   * channel was changed; undefined: nothing was changed.
   */
  setStopped(tx: Tx, origin: string, isStopped: boolean): Promise<readonly string[] | undefined>;
  /** Deletes the registrations, endpoints and deliveries of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
  /** The same of an application. */
  forgetApp(tx: Tx, appId: string): Promise<void>;
}
