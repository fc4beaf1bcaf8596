/** A developer signs up by mail and a customer signs a payment, at the public address of an installation. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SmtpServer } from '../../apps/server/src/testing/open-smtp-server.ts';
import { becomeReader } from '../../apps/server/test/house/guides/reader.ts';
import { orderOf } from '../../apps/server/test/house/order-of.ts';

const STATUS_POLLS = 600;
const POLL_MS = 100;

export interface PaidOrder {
  readonly paymentId: string;
  readonly requestId: string;
  readonly status: string;
  readonly clientId: string;
  readonly email: string;
}

export async function payOverTls(publicUrl: string, mail: SmtpServer, folder: string): Promise<PaidOrder> {
  showMails(mail);
  const reader = await becomeReader(publicUrl, folder);
  const [token, clientId, email] = await Promise.all(
    ['<your access token>', '<your client id>', '<your mail address>'].map((words) => reader.fillIn(words)),
  );
  const { product, amount, creditorName, creditorIban } = orderOf('46.80');
  const requestId = randomUUID();
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId, 'psu-ip-address': '192.0.2.10' };
  const created = await fetch(`${publicUrl}/api/v1/payments/${product}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'tpp-redirect-uri': `${publicUrl}/` },
    body: JSON.stringify({ instructedAmount: { amount, currency: 'EUR' }, creditorName, creditorAccount: { iban: creditorIban } }),
  });
  const text = await created.text();
  if (created.status !== 201) throw new Error(`the payment was not created: ${created.status} ${text}`);
  const { paymentId, _links } = JSON.parse(text);
  await reader.open(_links.scaRedirect.href);
  let status = '';
  for (let polls = 0; polls < STATUS_POLLS && status !== 'ACCC'; polls += 1) {
    const answer = await fetch(`${publicUrl}/api/v1/payments/${product}/${paymentId}/status`, {
      headers: { ...headers, 'x-request-id': randomUUID() },
    });
    status = Object(await answer.json()).transactionStatus;
    await delay(POLL_MS);
  }
  return { paymentId, requestId, status, clientId: clientId ?? '', email: email ?? '' };
}

/** The steps of a developer read mails at `/mailbox`, which production does not have: they are those that the mail server received. */
function showMails(mail: SmtpServer): void {
  const send = globalThis.fetch;
  const plain = (text: string) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  globalThis.fetch = async (input, init) => {
    const [, path] = /^https?:\/\/[^/]+\/mailbox(?:\/(\d+))?$/.exec(String(input)) ?? [];
    if (!/\/mailbox(?:\/\d+)?$/.test(String(input))) return send(input, init);
    const list = mail.received.map((text, index) => `<li><a href="/mailbox/${index}">${plain(text)}</a>`);
    return new Response(path === undefined ? list.reverse().join('') : plain(mail.received[Number(path)] ?? ''));
  };
}
