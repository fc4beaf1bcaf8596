/** Messages are signed by the public library of Standard Webhooks, which shares no code with the client and the server. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { readNotification, UnverifiedNotification } from './notifications.ts';

const SECRET = 'the-client-secret';
const NOW = Date.parse('2026-12-31T23:59:50Z');
const BODY = '{"type":"payment.status_changed","timestamp":"2026-12-31T23:59:49Z","sequence":1,"paymentId":"pay_1","transactionStatus":"ACSC"}';

/** @param seconds how long ago it was sent */
function message({ id = 'pay_1-1', secret = SECRET, seconds = 0, body = BODY } = {}) {
  const at = new Date(NOW - seconds * 1000);
  const signature = new Webhook(secret, { format: 'raw' }).sign(id, at, body);
  return { headers: { 'webhook-id': id, 'webhook-timestamp': String(at.getTime() / 1000), 'webhook-signature': signature }, body, secrets: [SECRET] };
}

describe('a status notification', () => {
  it.each([-299, 0, 299])('is returned when the bank signed it %i seconds ago', async (seconds) => {
    expect(await readNotification(message({ seconds }), NOW)).toEqual({ id: 'pay_1-1', notification: JSON.parse(BODY) });
  });

  it('is read from the headers of fetch, too', async () => {
    const { headers, ...rest } = message();
    expect(await readNotification({ ...rest, headers: new Headers(headers) }, NOW)).toMatchObject({ id: 'pay_1-1' });
  });

  it('counts with one of two signatures and one of two secrets, as during a rotation', async () => {
    const { headers, body } = message();
    const other = message({ secret: 'the-next-secret' }).headers['webhook-signature'];
    for (const signatures of [`${headers['webhook-signature']} ${other}`, `${other} ${headers['webhook-signature']}`]) {
      const sent = { headers: { ...headers, 'webhook-signature': signatures }, body };
      expect(await readNotification({ ...sent, secrets: [SECRET] }, NOW)).toMatchObject({ id: 'pay_1-1' });
      expect(await readNotification({ ...sent, secrets: ['unknown', 'the-next-secret'] }, NOW)).toMatchObject({ id: 'pay_1-1' });
    }
  });

  const good = message();
  const changed = (change: Readonly<Record<string, string | readonly string[] | undefined>>) => ({
    ...good,
    headers: { ...good.headers, ...change },
  });
  it.each<[string, Parameters<typeof readNotification>[0]]>([
    ['another secret', message({ secret: 'another-secret' })],
    ['another body', { ...good, body: BODY.replace('ACSC', 'RJCT') }],
    ['a body that a parser has written again', { ...good, body: JSON.stringify(JSON.parse(BODY), null, 1) }],
    ['another id', changed({ 'webhook-id': 'pay_2-1' })],
    ['another time', changed({ 'webhook-timestamp': String(NOW / 1000 - 1) })],
    ['an old time', message({ seconds: 301 })],
    ['a time to come', message({ seconds: -301 })],
    ['a time that is no number', changed({ 'webhook-timestamp': '1e9' })],
    ['no secret of the application', { ...good, secrets: [] }],
    ['an empty signature', changed({ 'webhook-signature': 'v1,' })],
    ['a signature that is no base64', changed({ 'webhook-signature': `v1,${'!'.repeat(43)}=` })],
    ['a signature of another scheme', changed({ 'webhook-signature': good.headers['webhook-signature'].replace('v1,', 'v1a,') })],
    ['a repeated header', changed({ 'webhook-id': ['pay_1-1', 'pay_1-1'] })],
    ['no id', changed({ 'webhook-id': undefined })],
    ['no time', changed({ 'webhook-timestamp': undefined })],
    ['no signature', changed({ 'webhook-signature': undefined })],
  ])('is refused with %s', async (_name, received) => {
    await expect(readNotification(received, NOW)).rejects.toThrow(UnverifiedNotification);
  });
});
