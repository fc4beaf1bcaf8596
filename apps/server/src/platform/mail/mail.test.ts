/** The queue with a real SMTP server that can be down, be slow or refuse mails. */
import { createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSmtpServer, type Refusals } from '../../testing/open-smtp-server.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedDatabase } from '../db/open-database.ts';
import { createWriteDoor } from '../db/run-write-door.ts';
import { createRandom } from '../random.ts';
import { createMail } from './create-mail.ts';
import type { Mail, OutgoingMail } from './mail.ts';
import { claimMail } from './mail-store.ts';

const config = {
  productName: 'Portico',
  mailFrom: 'no-reply@portico-bank.example',
  keys: { audit: Buffer.alloc(32, 1), secrets: Buffer.alloc(32, 2), cookies: ['c'], jwks: { keys: [] } },
};
const SOON = { timeout: 120_000 };
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
  await database.query('delete from mail');
});
afterAll(() => database.close());

function openMail(): Mail {
  const mail = createMail({ config, db: database.db, random: createRandom(), log: pino({ level: 'silent' }), pollMs: 50 });
  opened.push(mail);
  return mail;
}

async function openSmtp(port?: number, refusals?: Refusals) {
  const server = await openSmtpServer(port, refusals);
  opened.push({ stop: server.close });
  return server;
}

const waiting = async () => (await database.query('select tries from mail')).rows;
/** An attempt takes a mail for a minute. After a failure the mail waits for its next attempt, half a minute at most. */
const HAS_FAILED = "tries > 0 and next_try_at < now() + interval '35 seconds'";
const delayed = async () => (await database.query(`select tries from mail where ${HAS_FAILED}`)).rows;
/** Makes delayed mails due now, so that the test does not wait for the backoff. */
const hurry = () => database.query(`update mail set next_try_at = now() where ${HAS_FAILED}`);

describe('a mail', () => {
  it('is sent once when its transaction was committed, and never when it was rolled back', async () => {
    const smtp = await openSmtp();
    const mail = openMail();
    mail.start(smtp.url);
    const refused = write(async (context) => {
      await mail.enqueue(context, { ...LETTER, subject: 'Never' });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(() => smtp.received.length, SOON).toBe(1);
    await expect.poll(waiting, SOON).toEqual([]);
    expect(smtp.received).toEqual([
      expect.stringMatching(
        /^Auto-Submitted: auto-generated\r\nFrom: Portico <no-reply@portico-bank\.example>\r\nTo: mari@example\.com\r\nSubject: Your code\r\nMessage-ID: <mail_\w{26}@portico-bank\.example>\r\n/,
      ),
    ]);
    expect(smtp.received[0]).toContain(CANARY);
    expect(smtp.received[0]).not.toMatch(/nodemailer|X-Mailer/i);
  });

  it('is sent once when several servers read the queue', async () => {
    const smtp = await openSmtp();
    const mails = [openMail(), openMail(), openMail()] as const;
    for (let number = 0; number < 20; number += 1) await write((context) => mails[0].enqueue(context, { ...LETTER, subject: `No ${number}` }));
    for (const mail of mails) mail.start(smtp.url);
    await expect.poll(waiting, SOON).toEqual([]);
    const subjects = smtp.received.map((text) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
    expect(subjects.toSorted()).toEqual(Array.from({ length: 20 }, (_, number) => `No ${number}`).toSorted());
  });

  it('is claimed by one server until its lease ends', async () => {
    await write((context) => openMail().enqueue(context, LETTER));
    expect(await claimMail(database.db, 60)).toMatchObject({ tries: 1, isExpired: false });
    expect(await claimMail(database.db, 60)).toBeUndefined();
    await database.query("update mail set next_try_at = next_try_at - interval '60 seconds'");
    expect(await claimMail(database.db, 60)).toMatchObject({ tries: 2 });
  });

  it('waits while the mail server is down, and is sent once when it is back', async () => {
    const { port, close } = await openSmtp();
    await close();
    const mail = openMail();
    mail.start(`smtp://127.0.0.1:${port}`);
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(delayed, SOON).toEqual([{ tries: 1 }]);
    await hurry();
    await expect.poll(delayed, SOON).toEqual([{ tries: 2 }]);
    const { received } = await openSmtp(port);
    await hurry();
    await expect.poll(waiting, SOON).toEqual([]);
    expect(received).toHaveLength(1);
  });

  it('is sent by another server after the one that wrote it stopped', async () => {
    const first = openMail();
    await write((context) => first.enqueue(context, LETTER));
    await first.stop();
    const smtp = await openSmtp();
    openMail().start(smtp.url);
    await expect.poll(() => smtp.received.length, SOON).toBe(1);
  });

  it('is identical in every byte when it is sent again after a crash', async () => {
    const mail = openMail();
    await write((context) => mail.enqueue(context, { ...LETTER, subject: 'Õhtune kood', text: `Tere päevast!\n.\n..\n${'long '.repeat(40)}\n` }));
    const { rows } = await database.query('select * from mail');
    const [row] = rows;
    const smtp = await openSmtp();
    mail.start(smtp.url);
    await expect.poll(waiting, SOON).toEqual([]);
    // Simulates the crash: the mail server has the mail, and the row still exists.
    const names = Object.keys(row ?? {});
    await database.query(
      `insert into mail (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row ?? {}),
    );
    await hurry();
    await expect.poll(() => smtp.received.length, SOON).toBe(2);
    expect(smtp.received[1]).toBe(smtp.received[0]);
  });

  it.each<[what: string, refusals: Refusals]>([
    ['its receiver for a moment (451)', { receiver: { code: 451, times: 2 } }],
    ['its receiver at first (550)', { receiver: { code: 550, times: 2 } }],
    ['its content for a moment (452)', { content: { code: 452, times: 2 } }],
  ])('is tried again when the server refuses %s', async (_what, refusals) => {
    const smtp = await openSmtp(0, refusals);
    const mail = openMail();
    await write((context) => mail.enqueue(context, LETTER));
    mail.start(smtp.url);
    await expect
      .poll(async () => {
        await hurry();
        return waiting();
      }, SOON)
      .toEqual([]);
    expect(smtp.received).toHaveLength(1);
  });

  it('that is always refused is deleted after six attempts and does not delay others', async () => {
    const smtp = await openSmtp(0, { receiver: { code: 550, times: 6 } });
    const mail = openMail();
    await write((context) => mail.enqueue(context, LETTER));
    mail.start(smtp.url);
    await expect
      .poll(async () => {
        await hurry();
        return waiting();
      }, SOON)
      .toEqual([]);
    expect(smtp.received).toEqual([]);
    await write((context) => mail.enqueue(context, LETTER));
    await expect.poll(() => smtp.received.length, SOON).toBe(1);
  });

  it('is deleted unsent after it has expired', async () => {
    const smtp = await openSmtp();
    const mail = openMail();
    await write((context) => mail.enqueue(context, LETTER));
    await database.query(`update mail set expires_at = now()`);
    mail.start(smtp.url);
    await expect.poll(waiting, SOON).toEqual([]);
    expect(smtp.received).toEqual([]);
  });

  it('is tried again after a mail server accepted the connection and sent nothing', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const mail = openMail();
    await write((context) => mail.enqueue(context, LETTER));
    mail.start(`smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    const delayed = async () =>
      (await database.query(`select 1 from mail where tries = 1 and next_try_at < now() + interval '10 seconds'`)).rows.length;
    await expect.poll(delayed, { timeout: 120_000 }).toBe(1);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('is stored encrypted, and decrypts in its own row only', async () => {
    const mail = openMail();
    await write((context) => mail.enqueue(context, LETTER));
    await write((context) => mail.enqueue(context, { ...LETTER, subject: 'Second' }));
    const { rows } = await database.query('select * from mail');
    const dump = JSON.stringify(rows);
    for (const text of [CANARY, 'mari@example.com', 'Your code']) {
      for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const)
        expect(dump).not.toContain(Buffer.from(text).toString(encoding).slice(0, 10));
    }
    await database.query(`update mail set sealed = (select sealed from mail order by mail_id limit 1)`);
    const smtp = await openSmtp();
    mail.start(smtp.url);
    await expect.poll(async () => (await database.query('select 1 from mail where tries > 0')).rows.length, SOON).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        await hurry();
        return smtp.received.length;
      }, SOON)
      .toBe(1);
  });
});
