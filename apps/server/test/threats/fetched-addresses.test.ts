/** T13: no call makes the server fetch an address that the caller names, however it is written and wherever it stands. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { type House, openHouse } from '../house/open-house.ts';

/** One machine in many spellings, each of which a client that fetches would reach. */
const HOSTS = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '[::ffff:127.0.0.1]', 'portal.example@127.0.0.1'];
/** Where an address could hide besides the names that the schemas know. */
const NAMES = ['url', 'uri', 'href', 'file', 'spec', 'src', 'target', 'callback', 'next'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

const routes: KnownRoute[] = [];
let house: House;
let token: string;
let canary: Server;
let port: number;
const hits: string[] = [];

beforeAll(async () => {
  canary = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = canary.address();
  if (address === null || typeof address === 'string') throw new Error('the canary has no port');
  port = address.port;
  house = await openHouse({ onRoute: (route) => void routes.push(route) });
  token = await house.token(house.browse());
});
afterAll(async () => {
  await house.close();
  await new Promise((resolve) => canary.close(resolve));
});

function queryNames({ schema }: KnownRoute): readonly string[] {
  const query: unknown = schema?.querystring;
  const properties = typeof query === 'object' && query !== null && 'properties' in query ? query.properties : undefined;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

/** The caller's address in the path, or in the query, of this route. */
function spellings(route: KnownRoute, address: string): readonly string[] {
  const inPath = route.url.replaceAll(/:\w+|\*/g, encodeURIComponent(address));
  const plain = route.url.replaceAll(/:\w+/g, 'consents').replaceAll('*', 'x');
  const known = new URLSearchParams(Object.fromEntries(queryNames(route).map((name) => [name, address])));
  const guessed = new URLSearchParams(Object.fromEntries(NAMES.map((name) => [name, address])));
  const single = queryNames(route).map((name) => `${plain}?${new URLSearchParams({ [name]: address })}`);
  return [...new Set([inPath, `${plain}?${known}`, `${plain}?${guessed}`, ...single])];
}

describe('an address that a caller names', () => {
  it('is fetched by no route, from its path, its query, its headers or its body', async () => {
    const called = routes.filter(({ method }) => METHODS.some((known) => known === method));
    expect(called.length).toBeGreaterThan(80);
    for (const [at, host] of HOSTS.entries()) {
      const address = `http://${host}:${port}/canary-${at}`;
      for (const route of called) {
        const method = METHODS.find((known) => known === route.method) ?? 'GET';
        for (const url of at === 0 ? spellings(route, address) : spellings(route, address).slice(-1)) {
          const headers = {
            authorization: `Bearer ${token}`,
            'x-request-id': randomUUID(),
            'content-type': 'application/json',
            origin: house.config.publicUrl,
            ...{ 'tpp-redirect-uri': address, 'x-forwarded-host': address, referer: address, link: address },
          };
          const payload = method === 'GET' ? undefined : { url: address, redirect_uri: address, $ref: address };
          await house.portico.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
        }
      }
    }
    expect(hits).toEqual([]);
  });
});
