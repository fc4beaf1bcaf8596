/** A sign-up and a forgotten password work as usual while the mail server is down: the responses are the same, and each mail is sent later. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSmtpServer, type SmtpServer } from '../../testing/open-smtp-server.ts';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { type IdentityHouse, OTHER_PASSWORD, openIdentityHouse, PASSWORD } from './testing/identity-harness.ts';

const EMAIL = 'mari@example.com';

let house: IdentityHouse;
let port: number;
let smtp: SmtpServer | undefined;
beforeAll(async () => {
  // A port on which no server listens.
  const before = await openSmtpServer();
  await before.close();
  port = before.port;
  house = await openIdentityHouse(await openTestPlatform({ appendAudit: async () => {} }), { smtpUrl: before.url });
});
afterAll(async () => {
  await house.close();
  await smtp?.close();
});

/** Mails that were tried in vain and wait for their next time. */
const delayed = () => house.rows("select 1 from jobs.job where name = 'send-mail' and state = 'retry'");
const waiting = () => house.rows("select 1 from jobs.job where name = 'send-mail'");
const hurry = () => house.database.query("update jobs.job set start_after = now() where name = 'send-mail' and state = 'retry'");
/** Of mails in quoted-printable, RFC 2045 §6.7. */
const readable = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
const linkIn = (mail: string) => /[?&]verification=([\w-]{43})/.exec(readable(mail))?.[1] ?? '';
const codeIn = (mail: string) => /^\d{8}$/m.exec(readable(mail).replaceAll('\r', ''))?.[0] ?? '';

describe('while the mail server is down', () => {
  it('a sign-up is answered; its link comes once when the server is back, and works', async () => {
    const browser = house.browse();
    expect(await browser.send('POST', '/identity/sign-up', { email: EMAIL, password: PASSWORD })).toMatchObject({ status: 204 });
    await expect.poll(delayed).toHaveLength(1);
    expect(await house.signIn(browser, EMAIL)).toMatchObject({ status: 403, body: { errors: [{ code: 'EMAIL_NOT_VERIFIED' }] } });

    await hurry();
    smtp = await openSmtpServer(port);
    await expect.poll(waiting).toEqual([]);
    const links = smtp.received.map(linkIn);
    expect([links.length, new Set(links).size]).toEqual([2, 2]);
    expect(await browser.send('POST', '/identity/verify-email', { token: links.at(-1) })).toMatchObject({ status: 204 });
    expect(await house.signIn(browser, EMAIL)).toMatchObject({ status: 200 });
  });

  it('a forgotten password is answered; its code comes once when the server is back, and works', async () => {
    await smtp?.close();
    const browser = house.browse();
    expect(await browser.send('POST', '/identity/forgot-password', { email: EMAIL })).toMatchObject({ status: 204 });
    await expect.poll(delayed).toHaveLength(1);
    await hurry();
    smtp = await openSmtpServer(port);
    await expect.poll(waiting).toEqual([]);
    const [mail = ''] = smtp.received;
    expect(smtp.received).toHaveLength(1);
    const reset = { email: EMAIL, code: codeIn(mail), password: OTHER_PASSWORD };
    expect(await browser.send('POST', '/identity/reset-password', reset)).toMatchObject({ status: 204 });
  });
});
