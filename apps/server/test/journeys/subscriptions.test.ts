/** Mails of a whole server to a subscriber: real SMTP, operators' commands, and two servers on one database. */
import { jsonOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { openSmtpServer, type SmtpServer } from '../../src/testing/open-smtp-server.ts';
import { type House, openHouse } from '../house/open-house.ts';

const SUBSCRIPTIONS = '/api/specs/subscriptions';

let house: House;
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await openSmtpServer();
  house = await openHouse({ settings: { PORTICO_SMTP_URL: smtp.url } });
  await house.portico.modules.subscriptions.announce();
});
afterAll(async () => {
  await house.close();
  await smtp.close();
});

/** Mails to this address, oldest first, with folded lines joined. */
const mailsTo = (email: string) =>
  smtp.received
    .filter((source) => source.includes(`\nTo: ${email}\r`))
    .map((source) => source.replaceAll(/=\r\n|\r\n(?=[ \t])/g, '').replaceAll('=3D', '='));
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z');

async function operate(command: string, about: string, options: Readonly<Record<string, string>> = {}): Promise<string> {
  let text = '';
  for await (const event of playOrder(house.portico, { command, about, operator: 'tester', isConfirmed: false, file: '', options })) {
    if ('line' in event) text += event.line;
    if ('exitCode' in event) {
      expect(event.exitCode).toBe(0);
      text += event.text ?? '';
    }
  }
  return text.trim();
}

describe('a subscriber', () => {
  it('confirms the address, gets what operators tell, once from two servers, and ends the subscription with one click', async () => {
    const email = 'reader@lumenbooks.example';
    const browser = house.browse();
    expect((await browser.send('POST', SUBSCRIPTIONS, { body: { email, topics: ['incidents', 'maintenance'] } })).status).toBe(204);
    await expect.poll(() => mailsTo(email).length).toBe(1);
    const token = /confirm=([\w.-]+)/.exec(mailsTo(email)[0] ?? '')?.[1];
    const confirmed = await browser.send('POST', `${SUBSCRIPTIONS}/confirm`, { body: { token } });
    expect([confirmed.status, jsonOf(confirmed)]).toEqual([200, { email, topics: ['incidents', 'maintenance'], isConfirmed: true }]);

    const other = await house.startServer();
    await other.start();
    const incidentId = await operate('incident open', 'Payments are slow', { services: 'payments', text: 'We look.', fallback: 'no' });
    await operate('maintenance plan', '', { from: inHours(24), until: inHours(26), message: 'New discs.' });
    await Promise.all([house.portico, other].map(({ modules }) => modules.subscriptions.announce()));
    await operate('incident resolve', incidentId, { text: 'Mended.' });
    const [planned] = await house.portico.modules.maintenance.planned();
    await operate('maintenance cancel', planned?.maintenanceId ?? '');
    await Promise.all([house.portico, other].map(({ modules }) => modules.subscriptions.announce()));

    await expect.poll(() => mailsTo(email).length).toBe(5);
    const news = mailsTo(email).slice(1);
    expect(news.map((source) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim()).sort()).toEqual([
      'Portico incident, investigating: Payments are slow',
      'Portico incident, resolved: Payments are slow',
      expect.stringMatching(/^Portico maintenance, cancelled: \d{4}-\d{2}-\d{2} \d{2}:\d{2} EES?T$/),
      expect.stringMatching(/^Portico maintenance, planned: \d{4}-\d{2}-\d{2} \d{2}:\d{2} EES?T$/),
    ]);
    const url = /^List-Unsubscribe: <(\S+)>\s*$/m.exec(news[0] ?? '')?.[1] ?? '';
    expect(url.startsWith(`${house.config.publicUrl}${SUBSCRIPTIONS}/unsubscribe?token=sub_`)).toBe(true);
    for (const source of news) expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\s*$/m);
    const ended = await house.portico.app.inject({
      method: 'POST',
      url: url.slice(house.config.publicUrl.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(ended.statusCode).toBe(200);
    expect((await house.database.query('select 1 from subscription')).rows).toEqual([]);
  });

  it('can end the subscription during maintenance', async () => {
    await operate('maintenance on', '', { message: 'New discs.' });
    const answer = await house.browse().send('POST', `${SUBSCRIPTIONS}/end`, { body: { token: 'unknown' } });
    await operate('maintenance off', '');
    expect(answer.status).toBe(404);
  });
});
