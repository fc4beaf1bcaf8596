/** Clients that go away in the middle: a thousand times, and nothing of them stays. A signature goes on without its browser. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { enterSigning, jsonOf, member, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_WORK } from '../../src/app/composition/new-work.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';
import { readBooks } from './read-books.ts';

const ROUNDS = 10;
const AT_ONCE = 50;
/** What the runtime and the pool of database connections may open meanwhile: few beside a thousand. */
const FILES_SPARE = 40;
/** Also on a machine that does other things. */

let house: House;
let port: number;
let delayMs = 0;
const routes = new Set<string>();
beforeAll(async () => {
  house = await openHouse({ readLoad: () => delayMs, onRoute: ({ method, url }) => void routes.add(`${method} ${url}`) });
  port = Number(new URL(await house.portico.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => house.close());

const countConnections = () =>
  new Promise<number>((resolve) => house.portico.app.server.getConnections((_error, connections) => resolve(connections)));

const countFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length;

/** Waiting within a transaction, in this database. */
async function countTransactions(): Promise<number> {
  const { rows } = await house.database.query(
    `select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  return Number(member(rows[0], 'open'));
}

/** Sends a text and goes away: at once, or as soon as the answer begins. */
function sendAndLeave(text: string, when: 'sent' | 'answered'): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text, () => (when === 'sent' ? socket.resetAndDestroy() : undefined)));
    socket.on('data', () => socket.resetAndDestroy());
    socket.on('error', () => {}).on('close', () => resolve());
  });
}

async function leaveManyTimes(text: string, when: 'sent' | 'answered'): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendAndLeave(text, when)));
  }
}

describe('clients that go away', () => {
  it('a thousand times, within a body or within an answer, leave no connection, file, transaction or payment', async () => {
    const token = await house.token(house.browse());
    const headers = [
      'Host: localhost:3000',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `X-Request-ID: ${randomUUID()}`,
      'PSU-IP-Address: 192.0.2.1',
      'TPP-Redirect-URI: http://127.0.0.1:3001/paid',
    ].join('\r\n');
    const [books, files] = [await readBooks(house), await countFiles()];
    await leaveManyTimes(
      `POST /api/v1/payments/sepa-credit-transfers HTTP/1.1\r\n${headers}\r\nContent-Length: 900\r\n\r\n{"creditorName":"`,
      'sent',
    );
    await leaveManyTimes(`GET /content/dev-portal-menu HTTP/1.1\r\n${headers}\r\n\r\n`, 'answered');
    await expect.poll(countConnections).toBe(0);
    await expect.poll(countTransactions).toBe(0);
    expect(await countFiles()).toBeLessThanOrEqual(files + FILES_SPARE);
    expect(await readBooks(house)).toEqual(books);
    await expect.poll(async () => (await house.portico.app.inject('/readyz')).statusCode).toBe(200);
  });

  it('while a signature is held lose nothing: it is signed once, and the repetition gets its answer', async () => {
    const browser = house.browse();
    const { scaRedirect } = await house.tpp.createPayment(await house.token(browser), orderOf('3.00'));
    const page = await enterSigning(browser, scaRedirect, house.customers[0]);
    const [iban = ''] = await page.ibans();
    await browser.send('PUT', '/bank/device', { body: { automatic: false } });
    const body = JSON.stringify({ debtorAccountIban: iban });
    const held = connect(port, '127.0.0.1').on('error', () => {});
    held.write(
      [
        'PUT /api/ui/payment HTTP/1.1',
        'Host: localhost:3000',
        `Origin: ${house.config.publicUrl}`,
        `X-Request-ID: ${randomUUID()}`,
        `Cookie: ${browser.cookieHeader('/api/ui/payment')}`,
        `Signing-Id: ${page.signingId}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
    const read = async (path: string) => jsonOf(await browser.send('GET', path, { headers: page.headers }));
    await expect.poll(async () => member(await read('/api/ui/challenge'), 'state')).toBe('started');
    held.resetAndDestroy();
    await expect.poll(countConnections).toBe(0);
    const entries = Number(member(await readBooks(house), 'entries'));

    const challengeId = textOf(await read('/bank/device/challenges'), 'challenges', '0', 'challengeId');
    await browser.send('POST', `/bank/device/challenges/${challengeId}/answer`, { body: { answer: 'approve' } });
    await expect.poll(async () => member(await read('/api/ui/payment/details'), 'state')).toBe('signed');
    const booked = await readBooks(house);
    expect(Number(member(booked, 'entries'))).toBeGreaterThan(entries);
    const repeated = await page.sign(iban);
    expect([repeated.status, member(jsonOf(repeated), 'transactionStatus')]).toEqual([200, 'ACCC']);
    expect(await readBooks(house)).toEqual(booked);
  });
});

describe('a server that is late', () => {
  it('sends new sign-ins and payments away and lets a signature finish', async () => {
    const browser = house.browse();
    const token = await house.token(browser);
    const { scaRedirect } = await house.tpp.createPayment(token, orderOf('2.00'));
    const page = await enterSigning(browser, scaRedirect, house.customers[0]);
    const [iban = ''] = await page.ibans();
    delayMs = 10_000;
    try {
      const created = await house.tpp.createPayment(token, orderOf('2.00')).catch(String);
      expect(created).toContain('The payment was not created: 503');
      const door = await house.browse().send('GET', house.tpp.authorize('ee').address);
      expect([door.status, door.headers['retry-after']]).toEqual([503, '5']);
      expect((await page.sign(iban)).status).toBe(200);
    } finally {
      delayMs = 0;
    }
    expect((await house.tpp.createPayment(token, orderOf('2.00'))).paymentId).toMatch(/^pay_/);
  });

  it('knows its new work by routes that exist', () => {
    expect([...NEW_WORK].filter((route) => !routes.has(route))).toEqual([]);
  });
});
