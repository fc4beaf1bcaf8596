/** The development mailbox: what it shows is what left through the queue, byte for byte. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import { createMail } from '#platform/mail/create-mail.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createMailbox, type Mailbox } from './index.ts';

const LINK = 'http://localhost:3000/?verification=abc_DEF-123';
const TEXT = `Hello,\n\nopen ${LINK}\nbut not http://evil.example/x or <script>alert(1)</script>\n\n12345678\n.\n${'õ'.repeat(90)}\n`;

let house: TestPlatform;
let app: FastifyInstance;
let mailbox: Mailbox;
let smtpUrl: string;
beforeAll(async () => {
  house = await openTestPlatform({ appendAudit: async () => {} });
  mailbox = createMailbox(house.platform);
  app = await house.openApp();
  await mailbox.registerRoutes(app);
  smtpUrl = await mailbox.start();
});
afterAll(async () => {
  await mailbox.stop();
  await app.close();
  await house.database.close();
});

/** Sends one mail to each of the servers in turn, as after crashes. */
async function sendTo(subject: string, ...servers: readonly string[]): Promise<void> {
  const { platform, database } = house;
  for (const [index, url] of servers.entries()) {
    const jobs = createPgBossJobs(database, platform.log, 0.5);
    const sender = createMail({ ...platform, jobs });
    sender.useServer(url);
    await jobs.start();
    if (index === 0) {
      await platform.write(async (context) => {
        await sender.enqueue(context, { to: 'mari@example.com', subject, text: TEXT, expiresAfterSeconds: 600 });
        await sql`create table jobs.copy as select * from jobs.job where name = 'send-mail'`.execute(context.tx);
      });
    } else await database.query('insert into jobs.job select * from jobs.copy');
    await expect.poll(async () => (await database.query("select 1 from jobs.job where name = 'send-mail'")).rows).toEqual([]);
    await jobs.stop(60_000);
  }
  await database.query('drop table jobs.copy');
}

const get = (url: string) => app.inject({ url });

describe('the mailbox', () => {
  it('is empty at first, and says so', async () => {
    const { body, headers } = await get('/mailbox');
    expect(body).toContain('No mail has arrived since the server started. A mail takes a few seconds: look again.');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).not.toMatch(/<script|<style|style=/);
  });

  it('shows the bytes that another mail server got for the same mail', async () => {
    const received: Buffer[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onData(stream, _session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
        stream.on('end', () => {
          received.push(Buffer.concat(chunks));
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.server.address();
    await sendTo('Verify <your> address', smtpUrl, `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const source = await get('/mailbox/1/source');
    expect(received).toHaveLength(1);
    expect(received[0]?.length).toBeGreaterThan(400);
    expect(source.rawPayload.equals(received[0] ?? Buffer.alloc(0))).toBe(true);
    expect(source.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('shows a mail with a link and a code that can be used, and nothing of it as markup', async () => {
    const { body } = await get('/mailbox/1');
    expect(body).toContain(`<a href="${LINK}">${LINK}</a>`);
    expect(body).toContain('\n12345678\n.\n');
    expect(body).toContain('õ'.repeat(90));
    expect(body).toContain('Verify &lt;your&gt; address');
    expect(body).toContain('&lt;script&gt;');
    expect(body).not.toMatch(/<script|href="http:\/\/evil/);
    expect(body).toContain('<dt>To</dt><dd>mari@example.com</dd>');
  });

  it('lists the newest first', async () => {
    await sendTo('Teine kiri: õäöü žš — täna', smtpUrl);
    const { body } = await get('/mailbox');
    const [first, second] = [...body.matchAll(/<li><a href="(.*?)">(.*?)<\/a>/g)].map((match) => match.slice(1));
    expect(first).toEqual(['/mailbox/2', 'Teine kiri: õäöü žš — täna']);
    expect(second).toEqual(['/mailbox/1', 'Verify &lt;your&gt; address']);
  });

  // DNS rebinding. Review of 25 November 2026, S15.
  it.each(['/mailbox', '/mailbox/1', '/mailbox/1/source'])('%s is read under its own host only', async (url) => {
    const statusOf = async (host: string) => (await app.inject({ url, headers: { host } })).statusCode;
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      'evil.example:3000',
      '127.0.0.1.evil.example',
      '127.0.0.2',
      'localhost@evil.example',
      'x y',
    ])
      expect(await statusOf(host), host).toBe(421);
    for (const host of ['localhost:3000', 'LOCALHOST', '127.0.0.1:3000', '[::1]:3000']) expect(await statusOf(host), host).toBe(200);
  });

  it.each(['/mailbox/3', '/mailbox/3/source', '/mailbox/0', '/mailbox/x', '/mailbox/99999999999999999999'])('%s is no mail', async (url) => {
    expect([400, 404]).toContain((await get(url)).statusCode);
  });
});
