/** Sends mails as durable jobs. `enqueue` writes the encrypted mail as a job in the caller's transaction. */
import { type Static, Type } from 'typebox';
import type { Config } from '../config.ts';
import { openText, sealText } from '../crypto/seal-text.ts';
import { guardOf } from '../guard-of.ts';
import { listUnfinishedJobs, readUnfinishedJobs } from '../jobs/job-queues-store.ts';
import type { Platform } from '../platform.ts';
import { mailsTried } from '../telemetry/instruments.ts';
import { traced } from '../telemetry/trace.ts';
import { certificateFault } from '../tls/certificate-fault.ts';
import type { Mail } from './mail.ts';
import { type QueuedMail, takeMailsOfOlderVersion } from './mail-store.ts';
import { createSmtpTransport, isRefusedForGood, type SmtpTransport } from './smtp-transport.ts';

const QUEUE = 'send-mail';
/** The expiry of a mail ends its retries. One SMTP session may take most of the minute of a job. */
const OPTIONS = { batchSize: 1, retries: { max: 1_000_000, delaySecondsMax: 30 }, isDeletedWhenDone: true };
/** A mail server that rejects a mail permanently may be misconfigured for a short time. */
const REFUSALS_MAX = 6;
/** Ten thousand mails to subscribers do not delay the code that a developer waits for. */
const BULK_PRIORITY = -1;
const OLDER_VERSION_POLL_MS = 60_000;

const Content = Type.Object({ to: Type.String(), subject: Type.String(), text: Type.String(), unsubscribeUrl: Type.Optional(Type.String()) });
const isContent = guardOf(Content);
const isQueued = guardOf(Type.Object({ mailId: Type.String(), sealed: Type.String(), createdAt: Type.String(), expiresAt: Type.String() }));

/** Declares the job that sends mails, so call it before `jobs.start`. */
export function createMail({
  config,
  db,
  write,
  clock,
  jobs,
  random,
  log,
}: Pick<Platform, 'db' | 'write' | 'clock' | 'jobs' | 'random' | 'log'> & {
  readonly config: Pick<Config, 'keys' | 'mailFrom' | 'productName'>;
}): Mail {
  let transport: SmtpTransport | undefined;

  jobs.define<QueuedMail>(QUEUE, sendOne, OPTIONS);

  async function sendOne(mail: QueuedMail, attempt: number): Promise<void> {
    const { mailId } = mail;
    if ((await clock.realNow(db)).getTime() >= Date.parse(mail.expiresAt)) {
      log.warn({ mailId, attempt }, 'A mail was not taken before it lost its use, and is dropped.');
      mailsTried.add(1, { outcome: 'expired' });
      return;
    }
    if (transport === undefined) throw new Error('There is no mail server yet.');
    const message = {
      ...readContent(mail),
      messageId: `<${mailId}@${config.mailFrom.split('@')[1]}>`,
      date: new Date(mail.createdAt),
      from: { name: config.productName, address: config.mailFrom },
    };
    const to = transport;
    const failure = await traced('send mail', 'client', {}, () => to.send(message)).catch((error: unknown) => ({ error }));
    const isOver = failure !== undefined && isRefusedForGood(failure.error) && attempt >= REFUSALS_MAX;
    mailsTried.add(1, { outcome: failure === undefined ? 'sent' : isOver ? 'refused' : 'delayed' });
    if (isOver) log.warn({ mailId, attempt, reason: reasonOf(failure.error) }, 'A mail was refused for good and is dropped.');
    else if (failure !== undefined) throw new Error(`The mail ${mailId} could not be sent yet: ${reasonOf(failure.error)}`);
  }

  function readContent({ mailId, sealed }: Pick<QueuedMail, 'mailId' | 'sealed'>): Static<typeof Content> {
    const value: unknown = JSON.parse(openText(config.keys.secrets, `mail:${mailId}`, sealed));
    if (isContent(value)) return value;
    throw new Error(`The mail ${mailId} has an unknown form.`);
  }

  /** Undefined for a mail that cannot be read. The error stays out of the log, because it may quote the mail. */
  function tryRead(job: unknown) {
    try {
      return isQueued(job) ? { ...job, ...readContent(job) } : undefined;
    } catch {
      return undefined;
    }
  }

  const takeOver = () =>
    write(async ({ tx, afterCommit }) => {
      const mails = await takeMailsOfOlderVersion(tx);
      for (const mail of mails) await jobs.send(tx, QUEUE, mail, { singletonKey: mail.mailId });
      if (mails.length > 0) afterCommit(() => jobs.wake(QUEUE));
    });

  return {
    async enqueue({ tx, afterCommit }, { to, subject, text, expiresAfterSeconds, unsubscribeUrl }) {
      const mailId = random.id('mail');
      const sealed = sealText(config.keys.secrets, random, `mail:${mailId}`, JSON.stringify({ to, subject, text, unsubscribeUrl }));
      const now = await clock.realNow(tx);
      const expiresAt = new Date(now.getTime() + expiresAfterSeconds * 1_000).toISOString();
      const mail: QueuedMail = { mailId, sealed, createdAt: now.toISOString(), expiresAt };
      await jobs.send(tx, QUEUE, mail, { singletonKey: mailId, priority: unsubscribeUrl === undefined ? 0 : BULK_PRIORITY });
      afterCommit(() => jobs.wake(QUEUE));
    },
    async listTo(address) {
      const read = (await listUnfinishedJobs(db, QUEUE)).map(tryRead);
      const toThem = read.flatMap((mail) => (mail?.to === address ? [mail] : []));
      return {
        mails: toThem.map(({ subject, createdAt, expiresAt }) => ({ subject, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt) })),
        unreadable: read.filter((mail) => mail === undefined).length,
      };
    },
    readBacklog: () => readUnfinishedJobs(db, QUEUE),
    useServer(smtpUrl) {
      transport = createSmtpTransport(smtpUrl);
    },
    async takeOverOlderVersion() {
      jobs.repeat(OLDER_VERSION_POLL_MS, takeOver);
      await takeOver();
    },
  };
}

/** The fault of the certificate, or the error code and SMTP status, without the message, in which the mail server may repeat the receiver's address. */
function reasonOf(error: unknown): string {
  const fault = certificateFault(error);
  if (fault !== undefined) return fault;
  if (typeof error !== 'object' || error === null) return 'unknown';
  const code = 'code' in error ? String(error.code) : 'unknown';
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code;
}
