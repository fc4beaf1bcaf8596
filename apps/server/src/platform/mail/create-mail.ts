/** The mail queue: `enqueue` in a transaction, and one sender per process that takes the oldest mail first. */
import type { Logger } from 'pino';
import { Type } from 'typebox';
import type { Config } from '../config.ts';
import { openText, sealText } from '../crypto/seal-text.ts';
import type { Db } from '../db/database.ts';
import { guardOf } from '../guard-of.ts';
import type { Random } from '../random.ts';
import { mailsTried } from '../telemetry/instruments.ts';
import { traced } from '../telemetry/trace.ts';
import type { Mail } from './mail.ts';
import { claimMail, delayMail, deleteMail, insertMail, listMails, type WaitingMail } from './mail-store.ts';
import { createSmtpTransport, isRefusedForGood, type SmtpTransport } from './smtp-transport.ts';

/** Longer than any SMTP session. After it, another server sends the mail of a server that died. */
const LEASE_SECONDS = 60;
const DELAY_SECONDS_MAX = 30;
/** A mail server that rejects a mail permanently may be misconfigured for a short time. */
const REFUSALS_MAX = 6;
const POLL_MS = 5_000;

const isContent = guardOf(Type.Object({ to: Type.String(), subject: Type.String(), text: Type.String() }));

export interface MailDeps {
  readonly config: Pick<Config, 'keys' | 'mailFrom' | 'productName'>;
  readonly db: Db;
  readonly random: Random;
  readonly log: Logger;
  /** The interval at which the queue is read without a new mail. */
  readonly pollMs?: number;
}

export function createMail({ config, db, random, log, pollMs = POLL_MS }: MailDeps): Mail {
  let transport: SmtpTransport | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;

  /** One run at a time. A call during a run causes another run after it. */
  function run(): void {
    if (transport === undefined || isStopping) return;
    if (running !== undefined) {
      isAskedAgain = true;
      return;
    }
    running = sendWaiting(transport)
      .catch((error: unknown) => log.error({ err: error }, 'The mail queue could not be read and will be read again.'))
      .finally(() => {
        running = undefined;
        if (isAskedAgain) {
          isAskedAgain = false;
          run();
        }
      });
  }

  async function sendWaiting(to: SmtpTransport): Promise<void> {
    while (!isStopping) {
      const waiting = await claimMail(db, LEASE_SECONDS);
      if (waiting === undefined) return;
      // After a failure the other mails wait for the next run, because the mail server is probably down.
      if (!(await sendOne(to, waiting))) return;
    }
  }

  async function sendOne(to: SmtpTransport, waiting: WaitingMail): Promise<boolean> {
    const { mailId, tries } = waiting;
    if (waiting.isExpired) {
      log.warn({ mailId, tries }, 'A mail was not taken before it lost its use, and is dropped.');
      mailsTried.add(1, { outcome: 'expired' });
      await deleteMail(db, mailId);
      return true;
    }
    try {
      const message = {
        ...readContent(waiting),
        messageId: `<${mailId}@${config.mailFrom.split('@')[1]}>`,
        date: waiting.createdAt,
        from: { name: config.productName, address: config.mailFrom },
      };
      await traced('send mail', 'client', {}, () => to.send(message));
    } catch (error) {
      const isOver = isRefusedForGood(error) && tries >= REFUSALS_MAX;
      mailsTried.add(1, { outcome: isOver ? 'refused' : 'delayed' });
      log.warn({ mailId, tries, reason: reasonOf(error) }, isOver ? 'A mail was refused for good and is dropped.' : 'A mail could not be sent yet.');
      await (isOver ? deleteMail(db, mailId) : delayMail(db, mailId, Math.min(2 ** tries, DELAY_SECONDS_MAX)));
      return isRefusedForGood(error);
    }
    mailsTried.add(1, { outcome: 'sent' });
    await deleteMail(db, mailId);
    return true;
  }

  function readContent({ mailId, sealed }: Pick<WaitingMail, 'mailId' | 'sealed'>): { to: string; subject: string; text: string } {
    const value: unknown = JSON.parse(openText(config.keys.secrets, `mail:${mailId}`, sealed));
    if (isContent(value)) return value;
    throw new Error(`The mail ${mailId} has an unknown form.`);
  }

  return {
    async enqueue({ tx, afterCommit }, { to, subject, text, expiresAfterSeconds }) {
      const mailId = random.id('mail');
      const sealed = sealText(config.keys.secrets, random, `mail:${mailId}`, JSON.stringify({ to, subject, text }));
      await insertMail(tx, { mailId, sealed, expiresAfterSeconds });
      // Not awaited: the transaction has committed, and its response does not wait for a mail server.
      afterCommit(run);
    },
    async listTo(address) {
      const mails = (await listMails(db)).map((mail) => ({ ...mail, ...readContent(mail) }));
      return mails.filter(({ to }) => to === address).map(({ subject, createdAt, expiresAt }) => ({ subject, createdAt, expiresAt }));
    },
    start(smtpUrl) {
      transport = createSmtpTransport(smtpUrl);
      timer = setInterval(run, pollMs);
      run();
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** The error code and SMTP status without the message, in which the mail server may repeat the receiver's address. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  const code = 'code' in error ? String(error.code) : 'unknown';
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code;
}
