/**
 * Mails leave through a durable queue: a mail exists exactly when the act it tells about was committed, waits while the mail server
 * is down, and leaves once. Who repeats a mail after a crash repeats it with the same bytes and the same Message-ID.
 */
import type { WriteContext } from '../db/run-write.ts';

export interface OutgoingMail {
  /** One plain address, checked by the caller (`readEmail`). */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Real seconds after which nobody wants it any more. */
  readonly expiresAfterSeconds: number;
}

interface MailThatWaits {
  readonly subject: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Mail {
  /** Writes the mail in the caller's transaction. */
  enqueue(context: Pick<WriteContext, 'tx' | 'afterCommit'>, mail: OutgoingMail): Promise<void>;
  /** Those that wait for this receiver, without their text: codes and links are in it. */
  listTo(address: string): Promise<readonly MailThatWaits[]>;
  /** Begins to send what waits. @param smtpUrl `smtp://user:password@host:587` or `smtps://…`. */
  start(smtpUrl: string): void;
  /** Waits for the mail that is being sent. */
  stop(): Promise<void>;
}
