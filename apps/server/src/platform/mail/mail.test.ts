/** The queue with a real SMTP server that can be down, be slow or refuse mails. */
import { createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSmtpServer, type Refusals } from '../../testing/open-smtp-server.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedDatabase } from '../db/open-database.ts';
import { createWriteDoor } from '../db/run-write-door.ts';
import { createPgBossJobs } from '../jobs/pg-boss-jobs.ts';
import { createRandom } from '../random.ts';
import { createClock } from '../tenant/clock.ts';
import { createMail } from './create-mail.ts';
import type { Mail, OutgoingMail } from './mail.ts';

const config = {
  productName: 'Portico',
  mailFrom: 'no-reply@portico-bank.example',
  keys: { audit: Buffer.alloc(32, 1), secrets: Buffer.alloc(32, 2), cookies: ['c'], jwks: { keys: [] } },
};
const CANARY = 'canary-8f3Kq';
const LETTER: OutgoingMail = { to: 'mari@example.com', subject: 'Your code', text: `Code: ${CANARY}\n`, expiresAfterSeconds: 600 };

let database: OpenedDatabase;
let write: ReturnType<typeof createWriteDoor>;
const opened: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  write = createWriteDoor({ db: database.db, appendAudit: async () => {}, log: pino({ level: 'silent' }) });
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.stop();
  await database.query('delete from jobs.job');
});
afterAll(() => database.close());

interface Sender extends Mail {
  stop(): Promise<void>;
}

/** A server that sends mails to this mail server. */
async function openMail(smtpUrl: string): Promise<Sender> {
  const log = pino({ level: 'silent' });
  const jobs = createPgBossJobs(database, log, 0.5);
  const mail = createMail({ config, db: database.db, write, clock: createClock(), jobs, random: createRandom(), log });
  mail.useServer(smtpUrl);
  await jobs.start();
  const sender = { ...mail, stop: () => jobs.stop(60_000) };
  opened.push(sender);
  return sender;
}

/** The URL of a mail server that is down. */
async function urlOfNone(): Promise<string> {
  const { url, close } = await openSmtpServer();
  await close();
  return url;
}

async function openSmtp(port?: number, refusals?: Refusals) {
  const server = await openSmtpServer(port, refusals);
  opened.push({ stop: server.close });
  return server;
}

const QUEUED = "name = 'send-mail' and state < 'completed'";
const waiting = async () => (await database.query(`select 1 from jobs.job where ${QUEUED}`)).rows;
/** The attempts of each mail that failed and waits for its next attempt, half a minute at most. */
const delayed = async () => (await database.query(`select retry_count + 1 as tries from jobs.job where ${QUEUED} and state = 'retry'`)).rows;
/** Makes delayed mails due now, so that the test does not wait for the backoff. */
const hurry = () => database.query(`update jobs.job set start_after = now() where ${QUEUED} and state = 'retry'`);
/** A server that finds no mail server writes the mails and stops. */
async function leave(...mails: readonly OutgoingMail[]): Promise<void> {
  const writer = await openMail(await urlOfNone());
  for (const mail of mails) await write((context) => writer.enqueue(context, mail));
  await writer.stop();
  await hurry();
}

describe('a mail', () => {
  it('is sent once when its transaction was committed, and never when it was rolled back', async () => {
    const smtp = await openSmtp();
    const mail = await openMail(smtp.url);
    const refused = write(async (context) => {
      await mail.enqueue(context, { ...LETTER, subject: 'Never' });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(() => smtp.received.length).toBe(1);
    await expect.poll(waiting).toEqual([]);
    expect(smtp.received).toEqual([
      expect.stringMatching(
        /^Auto-Submitted: auto-generated\r\nFrom: Portico <no-reply@portico-bank\.example>\r\nTo: mari@example\.com\r\nSubject: Your code\r\nMessage-ID: <mail_\w{26}@portico-bank\.example>\r\n/,
      ),
    ]);
    expect(smtp.received[0]).toContain(CANARY);
    expect(smtp.received[0]).not.toMatch(/nodemailer|X-Mailer/i);
  });

  it('to a subscriber has the headers of one-click unsubscribe, and no other mail has them', async () => {
    const smtp = await openSmtp();
    const mail = await openMail(smtp.url);
    const unsubscribeUrl = `https://bank.example/api/specs/subscriptions/unsubscribe?token=sub_${'a'.repeat(26)}.${'b'.repeat(43)}`;
    await write((context) => mail.enqueue(context, { ...LETTER, subject: 'News', unsubscribeUrl }));
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(() => smtp.received.length).toBe(2);
    const [news = '', code = ''] = smtp.received.toSorted((a, b) => Number(b.includes('Subject: News')) - Number(a.includes('Subject: News')));
    const [head = ''] = news.split('\r\n\r\n');
    const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(lines.filter((line) => line.startsWith('List-')).sort()).toEqual([
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      `List-Unsubscribe: <${unsubscribeUrl}>`,
    ]);
    expect(code).not.toContain('List-');
  });

  it('to a subscriber waits for every other mail', async () => {
    const unsubscribeUrl = 'https://bank.example/';
    await leave(...[1, 2, 3].map((number) => ({ ...LETTER, subject: `News ${number}`, unsubscribeUrl })), LETTER);
    const smtp = await openSmtp();
    await openMail(smtp.url);
    await expect.poll(() => smtp.received.length).toBe(4);
    expect(smtp.received[0]).toContain('Subject: Your code');
  });

  it('is sent once when several servers read the queue', async () => {
    const smtp = await openSmtp();
    await leave(...Array.from({ length: 20 }, (_, number) => ({ ...LETTER, subject: `No ${number}` })));
    await Promise.all([openMail(smtp.url), openMail(smtp.url), openMail(smtp.url)]);
    await expect.poll(waiting).toEqual([]);
    const subjects = smtp.received.map((text) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
    expect(subjects.toSorted()).toEqual(Array.from({ length: 20 }, (_, number) => `No ${number}`).toSorted());
  });

  it('waits while the mail server is down, and is sent once when it is back', async () => {
    const { port, close } = await openSmtp();
    await close();
    const mail = await openMail(`smtp://127.0.0.1:${port}`);
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(delayed).toEqual([{ tries: 1 }]);
    await hurry();
    await expect.poll(delayed).toEqual([{ tries: 2 }]);
    const { received } = await openSmtp(port);
    await hurry();
    await expect.poll(waiting).toEqual([]);
    expect(received).toHaveLength(1);
  });

  it('is sent by another server after the one that wrote it stopped', async () => {
    await leave(LETTER);
    const smtp = await openSmtp();
    await openMail(smtp.url);
    await expect.poll(() => smtp.received.length).toBe(1);
    await expect.poll(waiting).toEqual([]);
  });

  it('is identical in every byte when it is sent again after a crash', async () => {
    await leave({ ...LETTER, subject: 'Õhtune kood', text: `Tere päevast!\n.\n..\n${'long '.repeat(40)}\n` });
    await database.query(`create table jobs.copy as select * from jobs.job where ${QUEUED}`);
    const smtp = await openSmtp();
    await openMail(smtp.url);
    await expect.poll(waiting).toEqual([]);
    // Simulates the crash: the mail server has the mail, and the job still exists.
    await database.query('insert into jobs.job select * from jobs.copy');
    await expect.poll(() => smtp.received.length).toBe(2);
    expect(smtp.received[1]).toBe(smtp.received[0]);
  });

  it.each<[what: string, refusals: Refusals]>([
    ['its receiver for a moment (451)', { receiver: { code: 451, times: 2 } }],
    ['its receiver at first (550)', { receiver: { code: 550, times: 2 } }],
    ['its content for a moment (452)', { content: { code: 452, times: 2 } }],
  ])('is tried again when the server refuses %s', async (_what, refusals) => {
    const smtp = await openSmtp(0, refusals);
    const mail = await openMail(smtp.url);
    await write((context) => mail.enqueue(context, LETTER));
    await expect
      .poll(async () => {
        await hurry();
        return waiting();
      })
      .toEqual([]);
    expect(smtp.received).toHaveLength(1);
  });

  it('that is always refused is deleted after six attempts and does not delay others', async () => {
    const smtp = await openSmtp(0, { receiver: { code: 550, times: 6 } });
    const mail = await openMail(smtp.url);
    await write((context) => mail.enqueue(context, LETTER));
    await expect
      .poll(async () => {
        await hurry();
        return waiting();
      })
      .toEqual([]);
    expect(smtp.received).toEqual([]);
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(() => smtp.received.length).toBe(1);
  });

  it('is deleted unsent after it has expired', async () => {
    const smtp = await openSmtp();
    await leave(LETTER);
    await database.query(`update jobs.job set data = jsonb_set(data, '{expiresAt}', to_jsonb(now())) where ${QUEUED}`);
    await openMail(smtp.url);
    await expect.poll(waiting).toEqual([]);
    expect(smtp.received).toEqual([]);
  });

  it('is tried again after a mail server accepted the connection and sent nothing', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const mail = await openMail(`smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(delayed).toEqual([{ tries: 1 }]);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('is stored encrypted, and decrypts in its own row only', async () => {
    await leave(LETTER, { ...LETTER, subject: 'Second' });
    const { rows } = await database.query('select * from jobs.job');
    const dump = JSON.stringify(rows);
    for (const text of [CANARY, 'mari@example.com', 'Your code']) {
      for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const)
        expect(dump).not.toContain(Buffer.from(text).toString(encoding).slice(0, 10));
    }
    await database.query(`update jobs.job set data = jsonb_set(data, '{sealed}',
      (select data -> 'sealed' from jobs.job where ${QUEUED} order by data ->> 'mailId' limit 1)) where ${QUEUED}`);
    const smtp = await openSmtp();
    await openMail(smtp.url);
    await expect
      .poll(async () => {
        await hurry();
        return [smtp.received.length, (await delayed()).length];
      })
      .toEqual([1, 1]);
  });

  it('leaves no row in the database when it was sent', async () => {
    const smtp = await openSmtp();
    const mail = await openMail(smtp.url);
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(async () => (await database.query(`select 1 from jobs.job`)).rows).toEqual([]);
    expect(smtp.received).toHaveLength(1);
    expect(await mail.readBacklog()).toEqual({ waiting: 0, oldestSeconds: 0 });
  });

  it('that waits is counted with its age and listed for its receiver only, without its text', async () => {
    await leave(LETTER, { ...LETTER, to: 'jaan@example.com' });
    await database.query(`update jobs.job set created_on = created_on - interval '1 hour' where ${QUEUED}`);
    const mail = await openMail(await urlOfNone());
    const { waiting, oldestSeconds } = await mail.readBacklog();
    expect([waiting, oldestSeconds >= 3_600]).toEqual([2, true]);
    const listed = await mail.listTo('mari@example.com');
    expect(listed).toEqual({ mails: [{ subject: 'Your code', createdAt: expect.any(Date), expiresAt: expect.any(Date) }], unreadable: 0 });
    expect(await mail.listTo('else@example.com')).toEqual({ mails: [], unreadable: 0 });
  });

  it('that cannot be read is counted, and the others are listed', async () => {
    await leave(LETTER, LETTER, LETTER, { ...LETTER, to: 'jaan@example.com' });
    const damage = (change: string, position: number) =>
      database.query(
        `update jobs.job set data = ${change} where id = (select id from jobs.job where ${QUEUED} order by data ->> 'mailId' offset ${position} limit 1)`,
      );
    await damage(`jsonb_set(data, '{sealed}', '"of another key"')`, 0);
    await damage(`data - 'sealed'`, 1);
    const mail = await openMail(await urlOfNone());
    const { mails, unreadable } = await mail.listTo('mari@example.com');
    expect([mails.length, unreadable]).toEqual([1, 2]);
  });
});

describe('a mail of an older version', () => {
  /** Writes the mail into the table that is the queue of the older version. */
  async function leaveInTable(nextTry: string): Promise<void> {
    await leave(LETTER);
    await database.query(`insert into mail (mail_id, sealed, created_at, expires_at, next_try_at)
      select data ->> 'mailId', data ->> 'sealed', (data ->> 'createdAt')::timestamptz, (data ->> 'expiresAt')::timestamptz, ${nextTry} from jobs.job where ${QUEUED}`);
    await database.query('delete from jobs.job');
  }
  const inTable = async () => (await database.query('select 1 from mail')).rows;

  it('is sent once, although several servers take it over', async () => {
    await leaveInTable('now()');
    const smtp = await openSmtp();
    const mails = await Promise.all([openMail(smtp.url), openMail(smtp.url)]);
    await Promise.all(mails.map((mail) => mail.takeOverOlderVersion()));
    expect(await inTable()).toEqual([]);
    await expect.poll(waiting).toEqual([]);
    expect(smtp.received).toEqual([expect.stringContaining(CANARY)]);
  });

  it('is not taken while a server of that version is sending it', async () => {
    await leaveInTable("now() + interval '1 minute'");
    const smtp = await openSmtp();
    await (await openMail(smtp.url)).takeOverOlderVersion();
    expect([await inTable(), await waiting()]).toEqual([[{ '?column?': 1 }], []]);
    await database.query('delete from mail');
  });
});
