/**
 * The return URL of a sign-in works once. A server may use it up and die before it responds. nginx then sends the GET to the other server, which no
 * longer knows the sign-in. The round checks the page that the customer gets, and that a new sign-in works.
 */
import { createConnection, createServer, type Server } from 'node:net';
import { createTpp, demoClient, obtainToken, openBrowser, SITE, type Tpp } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import { SPENT, Unanswered, WAY_BACK } from '../load/over-servers.ts';

const SERVERS = 2;
const CUSTOMER = { country: 'ee', nationalIdentityNumber: '60001019906', method: 'SMART_ID' } as const;
const REQUEST_LINE = /^GET (\S+) HTTP/;

let bank: BankUnderLoad;
let tpp: Tpp;
/** One proxy before each server. They forward everything except the response to the next return URL. */
const doors: Server[] = [];
let isArmed = false;
let death: { readonly index: number; readonly wayBack: string } | undefined;

beforeAll(async () => {
  bank = await openBankUnderLoad({
    clusterUrl: process.env.FAULTS_POSTGRES_URL,
    serverCount: SERVERS,
    browsers: 0,
    answerSeconds: 0,
    serverThrough: async (origin, index) => `http://127.0.0.1:${await openDoor(Number(new URL(origin).port), index)}`,
  });
  tpp = createTpp({ transport: bank.servers.transport, publicUrl: bank.publicUrl, site: SITE, ...(await demoClient(bank.place.dataDir)) });
});
afterAll(async () => {
  await bank.close();
  for (const door of doors) door.close();
});

/**
 * The first byte of the response shows that everything is committed. At that moment the proxy kills the server, drops the byte and accepts no further
 * connections.
 */
async function openDoor(port: number, index: number): Promise<number> {
  const door = createServer((near) => {
    const far = createConnection({ host: 'localhost', port });
    let asked = '';
    near.on('data', (piece) => {
      asked = REQUEST_LINE.exec(piece.toString())?.[1] ?? '';
      far.write(piece);
    });
    far.on('data', async (piece) => {
      if (death?.index === index) return;
      if (!isArmed || !WAY_BACK.test(asked)) {
        near.write(piece);
        return;
      }
      isArmed = false;
      death = { index, wayBack: asked };
      door.close();
      await bank.server(index).kill();
      near.resetAndDestroy();
    });
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.resetAndDestroy()).on('close', () => death?.index !== index && near.end());
  });
  doors.push(door);
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a customer whose server is killed after it used the return URL of the sign-in', () => {
  it('gets the page “This sign-in has ended”, and can sign in again', async () => {
    const browser = openBrowser(bank.servers.transport, bank.publicUrl);
    isArmed = true;
    await expect(obtainToken(browser, tpp, CUSTOMER)).rejects.toThrow(bank.isBehindNginx ? new Unanswered(SPENT) : Unanswered);
    const { wayBack } = death ?? expect.fail('no server was killed');

    // The customer's page, and the same request again: no server dies this time, so there is a response.
    const page = await browser.send('GET', wayBack, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toContain('This sign-in has ended');
    expect(page.text).toContain('You are not signed in and no money has moved.');
    expect(page.text).toContain('Go back to the website and start again.');
    expect(bank.servers.unanswered.get(SPENT)).toBe(bank.isBehindNginx ? 1 : undefined);

    expect(await obtainToken(browser, tpp, CUSTOMER)).not.toBe('');
  });
});
