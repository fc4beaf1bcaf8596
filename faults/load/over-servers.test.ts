/** What counts as unanswered: a way back that a dying server spent, and never one that is spent while all servers live. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireRequest } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overServers, SPENT, Unanswered } from './over-servers.ts';

const ENDPOINT = '/api/v2/am/realms/psd2/protocol/openid-connect/auth';
const WAY_BACK = `${ENDPOINT}/Xr4-Xw_7`;
const ask = (path: string, method: WireRequest['method'] = 'GET'): WireRequest => ({ method, path, headers: {} });

let server: Server;
let origin: string;
let status = 400;
beforeAll(async () => {
  server = createServer((_request, answer) => void answer.writeHead(status).end('This sign-in has ended'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('a 400 on the way back from a sign-in', () => {
  it.each([
    WAY_BACK,
    '/api/v1/am/oauth2/authorize/Xr4-Xw_7',
  ])('is a sign-in to begin again, counted, when a server was killed meanwhile: %s', async (path) => {
    const beganAt = performance.now();
    // The end of the process is seen after the answer of the other server.
    const servers = overServers([origin], { isKilledSince: (at) => at >= beganAt });
    await expect(servers.transport(ask(path))).rejects.toThrow(new Unanswered(SPENT));
    expect([...servers.unanswered]).toEqual([[SPENT, 1]]);
    expect(servers.calls.map(({ outcome }) => outcome)).toEqual([SPENT]);
  });

  it.each([
    ['where no server is ever killed', undefined],
    ['when one was killed before the call, and none during it', isKilledBefore()],
  ])('is an answer like any other, and stops the customer, %s', async (_when, isKilledSince) => {
    const servers = overServers([origin], isKilledSince === undefined ? {} : { isKilledSince });
    expect((await servers.transport(ask(WAY_BACK))).status).toBe(400);
    expect(servers.unanswered.size).toBe(0);
  });
});

/** The last kill was now. */
function isKilledBefore(): (at: number) => boolean {
  const killedAt = performance.now();
  return (at) => killedAt >= at;
}

describe('while servers are killed, everything else stays what it is:', () => {
  it.each([
    ['a 400 to another method', 400, ask(WAY_BACK, 'POST')],
    ['a 400 to the request that begins a sign-in', 400, ask(`${ENDPOINT}?client_id=demo-tpp`)],
    ['a 400 of the API', 400, ask('/api/v1/payments/sepa-credit-transfers')],
    ['a spent ticket of a signing', 410, ask('/api/ui/payment/details')],
    ['a way back that is not there', 404, ask(WAY_BACK)],
  ])('%s', async (_what, answered, request) => {
    status = answered;
    const servers = overServers([origin], { isKilledSince: () => true });
    expect((await servers.transport(request)).status).toBe(answered);
    expect(servers.unanswered.size).toBe(0);
  });
});
