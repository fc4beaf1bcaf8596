/** A used return URL counts as unanswered behind a dying server or a disturbed connection, and never without a fault. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireRequest } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overServers, SPENT, Unanswered } from './over-servers.ts';

const ENDPOINT = '/api/v2/am/realms/psd2/protocol/openid-connect/auth';
const WAY_BACK = `${ENDPOINT}/Xr4-Xw_7`;
const ask = (path: string, method: WireRequest['method'] = 'GET'): WireRequest => ({ method, path, headers: {} });

const ENDED = '<h1>This sign-in has ended</h1><p>You are not signed in and no money has moved.</p><p>Go back to the website and start again.</p>';

let server: Server;
let origin: string;
let status = 400;
let page = ENDED;
beforeAll(async () => {
  server = createServer((_request, answer) => void answer.writeHead(status).end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('a 400 on the way back from a sign-in', () => {
  it.each([WAY_BACK, '/api/v1/am/oauth2/authorize/Xr4-Xw_7'])(
    'is a sign-in to begin again, counted, when a server or a line was gone meanwhile: %s',
    async (path) => {
      const beganAt = performance.now();
      // The end of the process is noticed after the response of the other server.
      const servers = overServers([origin], { isDisturbedSince: (at) => at >= beganAt });
      await expect(servers.transport(ask(path))).rejects.toThrow(new Unanswered(SPENT));
      expect([...servers.unanswered]).toEqual([[SPENT, 1]]);
      expect(servers.calls.map(({ outcome }) => outcome)).toEqual([SPENT]);
    },
  );

  it.each([
    ['where nothing is ever disturbed', undefined],
    ['when something was gone before the call, and nothing during it', isDisturbedBefore()],
  ])('is an answer like any other, and stops the customer, %s', async (_when, isDisturbedSince) => {
    const servers = overServers([origin], isDisturbedSince === undefined ? {} : { isDisturbedSince });
    expect((await servers.transport(ask(WAY_BACK))).status).toBe(400);
    expect(servers.unanswered.size).toBe(0);
  });
});

/** The last disturbance is now. */
function isDisturbedBefore(): (at: number) => boolean {
  const disturbedAt = performance.now();
  return (at) => disturbedAt >= at;
}

describe('while servers are killed, everything else stays what it is:', () => {
  it.each([
    ['names another reason', '<h1>The bank does not know this website</h1><p>You are not signed in and no money has moved.</p>'],
    ['does not say that no money has moved', '<h1>This sign-in has ended</h1><p>Go back to the website and start again.</p>'],
    ['says nothing', ''],
  ])('a 400 on the way back that %s', async (_what, said) => {
    page = said;
    const servers = overServers([origin], { isDisturbedSince: () => true });
    expect((await servers.transport(ask(WAY_BACK))).status).toBe(400);
    expect(servers.unanswered.size).toBe(0);
    page = ENDED;
  });

  it.each([
    ['a 400 to another method', 400, ask(WAY_BACK, 'POST')],
    ['a 400 to the request that begins a sign-in', 400, ask(`${ENDPOINT}?client_id=demo-tpp`)],
    ['a 400 of the API', 400, ask('/api/v1/payments/sepa-credit-transfers')],
    ['a spent ticket of a signing', 410, ask('/api/ui/payment/details')],
    ['a way back that is not there', 404, ask(WAY_BACK)],
  ])('%s', async (_what, answered, request) => {
    status = answered;
    const servers = overServers([origin], { isDisturbedSince: () => true });
    expect((await servers.transport(request)).status).toBe(answered);
    expect(servers.unanswered.size).toBe(0);
  });
});
