/**
 * Mails are sent as durable jobs. A mail exists only if its transaction was committed, waits while the mail server is down, and is sent once.
 * A repetition after a crash has the same bytes and the same Message-ID.
 */
import type { WriteContext } from '../db/run-write.ts';

export interface OutgoingMail {
  /** One e-mail address without a display name, checked by the caller (`readEmail`). */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Real seconds after which the mail is no longer useful. */
  readonly expiresAfterSeconds: number;
  /** One of many mails to subscribers: the address that ends the subscription with one click (RFC 8058). Every other mail is sent before them. */
  readonly unsubscribeUrl?: string;
}

interface WaitingMail {
  readonly subject: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Mail {
  /** Writes the mail in the caller's transaction. */
  enqueue(context: Pick<WriteContext, 'tx' | 'afterCommit'>, mail: OutgoingMail): Promise<void>;
  /**
   * Lists the queued mails to this receiver, without their text, which contains codes and links. `unreadable`: the number of queued mails to any
   * receiver that cannot be decrypted, for example because their key was removed.
   */
  listTo(address: string): Promise<{ readonly mails: readonly WaitingMail[]; readonly unreadable: number }>;
  /** Number of queued mails, and the age of the oldest; 0 if there is none. */
  readBacklog(): Promise<{ readonly waiting: number; readonly oldestSeconds: number }>;
  /** Sends mails to this server. Call it before `jobs.start`. @param smtpUrl `smtp://user:password@host:587` or `smtps://…`. */
  useServer(smtpUrl: string): void;
  /** Takes over the mails of an older version, now and every minute. Call it after `jobs.start`. */
  takeOverOlderVersion(): Promise<void>;
}
