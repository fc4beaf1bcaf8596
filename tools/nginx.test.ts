/** Tests the deployed nginx configuration with real servers. Where nginx is not installed, only its text is checked. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, request, type Server, type ServerResponse } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../packages/testkit/src/ports.mjs';
import { type Nginx, renderNginxConfiguration, startNginx } from './nginx.mjs';
import { DIRECTIVES, OWN_VARIABLES, VARIABLES } from './nginx-words.ts';

const hasNginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].some((path) => existsSync(path));

/** What callers send to each location of nginx: the place, the request line and further headers. */
const LOCATIONS = [
  ['an API', 'POST /api/v1/consents', ''],
  ['a page', 'POST /api/ui/payment', ''],
  ['a signature', 'PUT /api/ui/payment', ''],
  ['an entry ticket', 'POST /api/ui/payment', 'Signing-Entry: x\r\n'],
  ['a signature with an entry ticket', 'PUT /api/ui/payment', 'Signing-Entry: x\r\n'],
] as const;

/** By them Portico knows the certificate of a caller, at the address for mutual TLS. nginx drops names with underscores. */
const OF_CERTIFICATES = ['x-ssl-client-cert', 'x_ssl_client_cert', 'client-cert', 'client-cert-chain', 'x-portico-proxy-secret'];

describe('the configuration', () => {
  it('names each given server in both upstreams and as backup, and none of its examples', () => {
    const text = renderNginxConfiguration([4001, 4002, 4003], 4000);
    for (const port of [4001, 4002, 4003]) expect(text.split(`127.0.0.1:${port} `)).toHaveLength(5);
    expect(text).toContain('listen 127.0.0.1:4000 ');
    expect(text.split('\n').filter((line) => line.includes('portico-1') || line.includes('portico-2'))).toEqual([]);
  });

  it('waits longer for a response than a signature request stays open', () => {
    const [, seconds] = /proxy_read_timeout (\d+)s/.exec(renderNginxConfiguration([4001], 4000)) ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(150);
  });

  it('limits requests by network and, for IPv6, by /48, because a caller has 2^64 or 2^80 addresses', () => {
    const zones = renderNginxConfiguration([4001], 4000).match(/^ *limit_(?:conn|req)_zone \S+/gm) ?? [];
    expect(zones.map((zone) => zone.trim())).toEqual([
      'limit_conn_zone $caller_network',
      'limit_conn_zone $caller_site',
      'limit_req_zone $caller_network',
      'limit_req_zone $caller_site',
    ]);
  });

  it('gives every location the pages for refusals, limits and missing servers', () => {
    const [, server = ''] = renderNginxConfiguration([4001], 4000).split('\n  server {');
    const codesOf = (text: string): string[] =>
      [...text.matchAll(/^ *error_page ([\d ]+?)(?: =)? \S+;$/gm)]
        .flatMap(([, codes = '']) => codes.split(' '))
        .filter((code) => !/^4(?:18|19|20)$/.test(code));
    const locations = [...server.matchAll(/^ {4}location .*?^ {4}\}$/gms)].map(([text]) => text);
    expect(locations.length).toBeGreaterThan(6);
    const outside = codesOf(locations.reduce((text, location) => text.replace(location, ''), server));
    expect(outside).toEqual(expect.arrayContaining(['400', '413', '429', '500', '502', '503', '504']));
    for (const location of locations.filter((text) => text.includes('error_page'))) expect(new Set(codesOf(location))).toEqual(new Set(outside));
    expect(server).not.toContain('proxy_intercept_errors');
  });

  // Review of 25 November 2026, section 2: mail tokens are in addresses, and nginx writes the address beside an error of a request.
  it('logs no error of a request, whose address may hold a token', () => {
    const [main = '', http = ''] = renderNginxConfiguration([4001], 4000).split('\nhttp {');
    expect(main).toContain('error_log stderr warn;');
    expect(http.match(/^ *(?:error|access)_log .*$/gm)?.map((line) => line.trim())).toEqual(['access_log off;', 'error_log stderr emerg;']);
  });

  // The installed nginx is one version. Look up a directive or variable before you add it to the lists: nginx.org says since when it exists, and its
  // CHANGES whether it was removed, as `ssl` and `http2_push` were in 1.25.1.
  it.each(['nginx.conf', 'nginx-tls.conf', 'nginx-mtls.conf'])('%s has only directives and variables that nginx 1.18 to 1.28 know', (file) => {
    const text = readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8').replaceAll(/#.*$/gm, '');
    const used = [...text.matchAll(/^ *([a-z]\w*)[ ;{]/gm)].map(([, name = '']) => name);
    expect(used.length).toBeGreaterThan(5);
    expect([...new Set(used)].filter((name) => !DIRECTIVES.has(name))).toEqual([]);
    const variables = [...text.matchAll(/\$([a-z]\w*)/g)].map(([, name = '']) => name);
    const own = [...text.matchAll(/(?:^ *map \S+ |set |\(\?<)\$?([a-z]\w*)/gm)].map(([, name = '']) => name);
    expect([...new Set(variables)].filter((name) => !VARIABLES.has(name) && !OWN_VARIABLES.has(name) && !own.includes(name))).toEqual([]);
    // 1.25.1 and newer accept the parameter too, with a warning.
    if (file !== 'nginx.conf') expect(text).toMatch(/^ *listen \d+ ssl http2 /m);
  });

  it('never repeats a non-idempotent request', () => {
    expect(renderNginxConfiguration([4001], 4000)).not.toMatch(/^ *proxy_next_upstream .*non_idempotent/m);
  });
});

describe.runIf(hasNginx)('two servers behind nginx', () => {
  const seen: { server: string; request: IncomingMessage }[] = [];
  const listeners = new Map<string, RequestListener>();
  const servers: Server[] = [];
  let nginx: Nginx;

  beforeAll(async () => {
    const ports: number[] = [];
    for (const name of ['one', 'two']) {
      const server = createServer((incoming, answer) => {
        seen.push({ server: name, request: incoming });
        listeners.get(name)?.(incoming, answer);
      });
      servers.push(server);
      ports.push(await listen(server));
    }
    const started = await startNginx(ports);
    if (started === undefined) throw new Error('There is no nginx.');
    nginx = started;
  });
  afterAll(async () => {
    await nginx.stop();
    for (const server of servers) server.close().closeAllConnections();
  });

  async function ask(method: string, path: string, headers: Record<string, string> = {}) {
    seen.length = 0;
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request(`${nginx.url}${path}`, { method, headers }, resolve).once('error', reject).end(),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString(), asked: seen.map(({ server }) => server) };
  }

  function both(listener: RequestListener): void {
    for (const name of ['one', 'two']) listeners.set(name, listener);
  }

  it('sets the forwarded headers and drops those of the caller', async () => {
    both((_incoming, answer) => void answer.end('ok'));
    await ask('GET', '/a//b?x=1', {
      host: 'bank.example',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'sent-away-with': '502',
      ...Object.fromEntries(OF_CERTIFICATES.map((name) => [name, 'forged'])),
    });
    expect(seen[0]?.request.url).toBe('/a//b?x=1');
    expect(seen[0]?.request.headers).toMatchObject({
      host: 'bank.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'bank.example',
    });
    expect(Object.keys(seen[0]?.request.headers ?? {})).not.toEqual(expect.arrayContaining(['x-real-ip']));
    expect(Object.keys(seen[0]?.request.headers ?? {})).not.toEqual(expect.arrayContaining(['forwarded']));
    expect(Object.keys(seen[0]?.request.headers ?? {})).not.toEqual(expect.arrayContaining(['sent-away-with']));
    for (const name of OF_CERTIFICATES) expect(seen[0]?.request.headers[name], name).toBeUndefined();
  });

  it('sends a signature to another server when one is stopping', async () => {
    listeners.set('one', sendAway);
    listeners.set('two', (_incoming, answer) => void answer.end('signed'));
    for (let turn = 0; turn < 4; turn += 1) expect(await ask('PUT', '/api/ui/payment')).toMatchObject({ status: 200, text: 'signed' });
  });

  it('sends a signature again after both servers were stopping', async () => {
    let isBack = false;
    both((incoming, answer) => {
      if (isBack) answer.end('signed');
      else sendAway(incoming, answer);
      isBack = seen.length >= 2;
    });
    expect(await ask('PUT', '/api/ui/payment')).toMatchObject({ status: 200, text: 'signed' });
  });

  it('sends a signature again when one server is stopping and the other closes the connection', async () => {
    let turn = 0;
    both((incoming, answer) => {
      turn += 1;
      if (turn === 1) sendAway(incoming, answer);
      else if (turn === 2) incoming.socket.destroy();
      else answer.end('signed');
    });
    expect(await ask('PUT', '/api/ui/payment')).toMatchObject({ status: 200, text: 'signed' });
  });

  it('passes on the refusal, which the page repeats, when all servers are stopping', async () => {
    both(sendAway);
    for (let turn = 0; turn < 4; turn += 1)
      expect(await ask('PUT', '/api/ui/payment')).toMatchObject({ status: 502, text: 'ending', headers: { 'retry-after': '1' } });
  });

  it.each([
    ['PUT', '/api/ui/payment'],
    ['GET', '/api/ui/payment/details'],
    ['GET', '/'],
  ])('passes on the 503 of a busy bank and keeps using the server: %s %s', async (method, path) => {
    both((_incoming, answer) => void answer.writeHead(503, { 'retry-after': '2' }).end('busy'));
    for (let turn = 0; turn < 8; turn += 1)
      expect(await ask(method, path)).toMatchObject({ status: 503, text: 'busy', headers: { 'retry-after': '2' }, asked: [expect.any(String)] });
    both((_incoming, answer) => void answer.end('ok'));
    expect(await ask('GET', '/')).toMatchObject({ status: 200 });
  });

  it('uses failed servers again when no other server is left', async () => {
    both((incoming) => void incoming.socket.resetAndDestroy());
    for (let turn = 0; turn < 3; turn += 1) expect(await ask('GET', '/')).toMatchObject({ status: 502 });
    both((_incoming, answer) => void answer.end('ok'));
    for (let turn = 0; turn < 4; turn += 1) expect(await ask('POST', '/')).toMatchObject({ status: 200, asked: [expect.any(String)] });
  });

  it('sends a signature with its body to the next server', async () => {
    const bodies: string[] = [];
    const listenAs =
      (status: number): RequestListener =>
      async (incoming, answer) => {
        let text = '';
        for await (const chunk of incoming) text += String(chunk);
        bodies.push(`${incoming.method} ${incoming.url} ${text}`);
        answer.writeHead(status).end();
      };
    listeners.set('one', listenAs(502));
    listeners.set('two', listenAs(200));
    const body = '{"debtorAccountIban":"EE009977200100450817"}';
    for (let turn = 0; turn < 2; turn += 1) expect((await fetch(`${nginx.url}/api/ui/payment?x=1`, { method: 'PUT', body })).status).toBe(200);
    expect(bodies.length).toBeGreaterThan(2);
    expect(new Set(bodies)).toEqual(new Set([`PUT /api/ui/payment?x=1 ${body}`]));
  });

  it('returns 502 with Retry-After when no server responds to a signature', async () => {
    const answers: number[] = [];
    both((incoming, answer) => {
      answers.push(1);
      // Both servers refuse the request first, and then both are gone.
      if (answers.length <= 2) sendAway(incoming, answer);
      else incoming.socket.destroy();
    });
    const { status, headers } = await ask('PUT', '/api/ui/payment');
    expect([status, headers['retry-after']]).toEqual([502, '2']);
  });

  it('repeats a read at another server after a closed connection, but not one with an entry ticket', async () => {
    const ticket = { 'signing-entry': 'x'.repeat(43) };
    both((incoming, answer) => void (seen.length === 1 ? incoming.socket.destroy() : answer.end('ok')));
    expect(await ask('GET', '/api/ui/payment/details')).toMatchObject({ status: 200, asked: [expect.any(String), expect.any(String)] });
    for (let turn = 0; turn < 4; turn += 1) {
      const { status, headers, asked } = await ask('GET', '/api/ui/payment/details', ticket);
      expect([status, headers['retry-after'], asked.length]).toEqual([502, '2', 1]);
    }
    both((_incoming, answer) => void answer.writeHead(410).end('used'));
    expect(await ask('GET', '/api/ui/payment/details', ticket)).toMatchObject({ status: 410, text: 'used', asked: [expect.any(String)] });
  });

  it('continues without a stopped server, also for POST', async () => {
    both((_incoming, answer) => void answer.end('ok'));
    const [first] = servers;
    await new Promise((resolve) => {
      first?.close(resolve);
      first?.closeAllConnections();
    });
    for (let turn = 0; turn < 6; turn += 1) expect(await ask('POST', '/x', { 'content-length': '0' })).toMatchObject({ status: 200, asked: ['two'] });
  });

  it('sends an entry ticket to another server when the first is unreachable, and returns 502 when all are', async () => {
    both((_incoming, answer) => void answer.end('ok'));
    // A new nginx, which does not know yet that this server is gone.
    const gone = createServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    const fresh = await startNginx([port, port, port, portOf(servers[1])]);
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await fetch(`${fresh?.url}/api/ui/payment/details`, { headers: { 'signing-entry': 'x'.repeat(43) } });
      expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
    }
    await fresh?.stop();
    const alone = await startNginx([port]);
    const answer = await fetch(`${alone?.url}/api/ui/payment/details`, { headers: { 'signing-entry': 'x'.repeat(43) } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '2']);
    await alone?.stop();
  });

  it('never sends a POST twice, and returns 502 with Retry-After', async () => {
    both((incoming) => void incoming.socket.destroy());
    const { status, headers, asked } = await ask('POST', '/api/v1/payments/sepa-credit-transfers', { 'content-length': '0' });
    expect([status, headers['retry-after'], headers['cache-control'], asked.length]).toEqual([502, '2', 'no-store', 1]);
  });
});

describe.runIf(hasNginx)('one client address', () => {
  const ATTACKER = '127.0.0.2';
  const CUSTOMER = '127.0.0.3';
  /** `limit_conn` of the configuration. */
  const UNDER_WAY = 200;
  const held: { answer: ServerResponse; address: string }[] = [];
  let server: Server;
  let nginx: Nginx;

  beforeAll(async () => {
    // Requests of the attacker are held until the test ends; all others get a response.
    server = createServer((incoming, answer) => {
      const address = String(incoming.headers['x-forwarded-for']);
      if (incoming.url === '/held') held.push({ answer, address });
      else answer.end(address);
    });
    const started = await startNginx([await listen(server)], undefined, { isLimited: true });
    if (started === undefined) throw new Error('There is no nginx.');
    nginx = started;
  });
  afterEach(async () => {
    for (const { answer } of held.splice(0)) answer.end();
  });
  afterAll(async () => {
    await nginx.stop();
    server.close().closeAllConnections();
  });

  const ask = (localAddress: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; text: string }>((resolve, reject) => {
      request({ port: nginx.port, host: '127.0.0.1', localAddress, path, headers, agent: false }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() });
      })
        .once('error', reject)
        .end();
    });

  it('has at most 200 requests under way, despite forged headers, while another address is served', async () => {
    const forged = (at: number) => ({
      'x-forwarded-for': `198.51.100.${at % 250}`,
      'x-real-ip': `198.51.100.${at % 250}`,
      forwarded: `for=198.51.100.${at % 250}`,
    });
    const first = Array.from({ length: UNDER_WAY }, (_, at) => ask(ATTACKER, '/held', forged(at)));
    await expect.poll(() => held.length).toBe(UNDER_WAY);
    expect(new Set(held.map(({ address }) => address))).toEqual(new Set([ATTACKER]));
    for (let at = 0; at < 5; at += 1) {
      const { status, headers, text } = await ask(ATTACKER, '/held', forged(at));
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '5', 'no-store']);
      expect(text).toContain('Too many requests come from this address.');
    }
    for (const [, line, more] of LOCATIONS)
      expectHeaders(await exchange(nginx.port, `${line} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: 0\r\n\r\n`, ATTACKER), 429);
    expect(await ask(CUSTOMER, '/', forged(1))).toMatchObject({ status: 200, text: CUSTOMER });
    for (const { answer } of held.splice(0)) answer.end();
    expect((await Promise.all(first)).filter(({ status }) => status !== 200)).toEqual([]);
    expect(await ask(ATTACKER, '/')).toMatchObject({ status: 200 });
  });

  it('holds at most 200 incomplete bodies, which reach no server, while another address is served', async () => {
    const reached: string[] = [];
    const note = (incoming: IncomingMessage): void => void (incoming.url === '/' || reached.push(String(incoming.url)));
    server.on('request', note);
    const open = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nx`;
    const lines = LOCATIONS.map(([, line]) => line);
    const drips: Socket[] = [];
    /** nginx ends a body that pauses for ten seconds, as all do where the machine pauses: such a body begins again. */
    const drip = async () => {
      for (let at = 0; at < UNDER_WAY; at += 1) {
        const earlier = drips[at];
        if (earlier?.readyState === 'open') earlier.write('x');
        else {
          earlier?.destroy();
          const socket = (await openSilent(nginx.port, ATTACKER)).on('error', () => undefined).resume();
          socket.write(open(lines[at % lines.length] ?? ''));
          drips[at] = socket;
        }
      }
    };
    const dripping = async <Answer>(act: () => Promise<Answer>) => {
      await drip();
      return act();
    };
    await expect.poll(() => dripping(async () => (await ask(ATTACKER, '/')).status)).toBe(429);
    for (const line of lines) {
      let answer = '';
      const refused = async () => {
        answer = await exchange(nginx.port, open(line), ATTACKER);
        return answer;
      };
      await expect.poll(() => dripping(refused)).toMatch(/^HTTP\/1.1 429 /);
      expectHeaders(answer, 429);
    }
    for (let turn = 0; turn < 5; turn += 1) expect(await ask(CUSTOMER, '/')).toMatchObject({ status: 200 });
    expect(reached).toEqual([]);
    for (const socket of drips) socket.destroy();
    await expect.poll(async () => (await ask(ATTACKER, '/')).status).toBe(200);
    server.off('request', note);
  });

  it('can hold hundreds of idle connections while another address is served', async () => {
    const silent = await Promise.all(Array.from({ length: 2 * UNDER_WAY }, () => openSilent(nginx.port, ATTACKER)));
    for (const socket of silent.slice(UNDER_WAY)) socket.write('GET / HTTP/1.1\r\nHost:');
    for (let turn = 0; turn < 5; turn += 1) expect(await ask(CUSTOMER, '/')).toMatchObject({ status: 200 });
    for (const socket of silent) socket.destroy();
  });

  it('that sends too many headers is refused with 400 before a server sees them', async () => {
    const endless = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'x'.repeat(1_000)]));
    const { status } = await ask(ATTACKER, '/held', endless);
    expect(status).toBe(400);
    expect(held).toEqual([]);
  });

  it.each([
    ['a line that is no request', 400, 'GARBAGE\r\n\r\n'],
    ['two hosts', 400, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a length and chunks', 400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['TRACE', 405, 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a body that is too large', 413, 'POST /api/v1/consents HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n'],
    ['a signature that is too large', 413, 'PUT /api/ui/payment HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n'],
    ['an unknown transfer', 501, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n'],
    ['an unknown version', 505, 'GET / HTTP/3.0\r\nHost: a\r\n\r\n'],
    ['the address of refusals', 404, 'GET /.refused HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('that sends %s gets %i from nginx with the headers of a refusal', async (_what, status, text) => {
    expectRefusal(await exchange(nginx.port, text), status);
  });

  it.each(
    LOCATIONS.flatMap(
      ([place, line, more]) =>
        [
          [`a chunk of 4 MiB to ${place}`, 413, line, more, '400000\r\nx'],
          [`chunks of 3 MiB and more to ${place}`, 413, line, more, `200000\r\n${'x'.repeat(0x20_00_00)}\r\n100001\r\nx`],
          [`a chunk without a size to ${place}`, 400, line, more, 'size\r\nx\r\n'],
        ] as const,
    ),
  )('that sends %s gets %i from nginx with the headers of a refusal, also while the body is read', async (_what, status, line, more, body) => {
    expectRefusal(await exchange(nginx.port, `${line} HTTP/1.1\r\nHost: a\r\n${more}Transfer-Encoding: chunked\r\n\r\n${body}`), status);
  });

  it.each([400, 404, 413, 500, 501])('gets %i of a server unchanged, also for a signature', async (status) => {
    const plain = createServer((_incoming, answer) => void answer.writeHead(status, { 'x-from': 'server' }).end('{"code":"SERVER"}'));
    const before = await startNginx([await listen(plain)]);
    for (const [, line, more] of LOCATIONS) {
      const answer = await exchange(before?.port ?? 0, `${line} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: 0\r\n\r\n`);
      expect([answer.split(' ')[1], answer.includes('x-from: server'), answer.includes('{"code":"SERVER"}')]).toEqual([String(status), true, true]);
    }
    await before?.stop();
    plain.close().closeAllConnections();
  });

  it('that sends a body which nginx cannot store gets 500 with the headers of a refusal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-nginx-bodies-'));
    const full = await startNginx([portOf(server)], (text) => text.replace('client_body_temp_path body;', `client_body_temp_path ${folder}/body;`));
    rmSync(folder, { recursive: true });
    for (const [, line, more] of LOCATIONS) {
      const body = `Content-Length: ${0x10_00_00}\r\n\r\n${'x'.repeat(0x10_00_00)}`;
      expectHeaders(await exchange(full?.port ?? 0, `${line} HTTP/1.1\r\nHost: a\r\n${more}${body}`), 500);
    }
    await full?.stop();
  });

  it('leaves no query string in the error log when it is refused', async () => {
    const first = Array.from({ length: UNDER_WAY }, () => ask(ATTACKER, '/held'));
    await expect.poll(() => held.length).toBe(UNDER_WAY);
    expect(await ask(ATTACKER, '/?verification=secret')).toMatchObject({ status: 429 });
    for (const { answer } of held.splice(0)) answer.end();
    await Promise.all(first);
    expect(nginx.errors()).not.toContain('secret');
  });

  it('leaves no query string in the error log when no server responds', async () => {
    const gone = createServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    const alone = await startNginx([port]);
    expect((await fetch(`${alone?.url}/?verification=secret`)).status).toBe(502);
    // Its last lines are read when it has ended.
    await alone?.stop();
    expect(alone?.errors()).not.toContain('secret');
  });
});

describe.runIf(hasNginx)('nginx with a certificate', () => {
  it('starts with the TLS configuration and responds over HTTP/2', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-tls-'));
    const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
    const subject = ['-subj', '/CN=localhost', '-days', '1', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    execFileSync('openssl', ['req', '-x509', '-nodes', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const tlsPort = await freePort();
    const tls = readFileSync(join(import.meta.dirname, '../deploy/nginx-tls.conf'), 'utf8')
      .replace('listen 8443 ', `listen 127.0.0.1:${tlsPort} `)
      .replace('/run/secrets/tls-certificate', certificate)
      .replace('/run/secrets/tls-key', key);
    const server = createServer((incoming, answer) => void answer.end(String(incoming.headers['x-forwarded-proto'])));
    const nginx = await startNginx([await listen(server)], (text) => text.replace('include portico-tls*.conf;', tls));
    const session = connectHttp2(`https://127.0.0.1:${tlsPort}`, { rejectUnauthorized: false });
    try {
      const stream = session.request({ ':path': '/' });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      expect([session.alpnProtocol, Buffer.concat(chunks).toString()]).toEqual(['h2', 'https']);
    } finally {
      session.close();
      await nginx?.stop();
      server.close().closeAllConnections();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the limits of one address', () => {
  const text = renderNginxConfiguration([4001], 4000, { isLimited: true });
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

  it('leave connections for other addresses in each worker, and files for all connections', () => {
    const connections = number(/worker_connections (\d+);/);
    expect(connections).toBeGreaterThan(10_000);
    expect(number(/worker_rlimit_nofile (\d+);/)).toBeGreaterThan(connections);
  });

  it('are the same in the ingress of the chart', () => {
    const values = readFileSync(join(import.meta.dirname, '../deploy/helm/portico/values.yaml'), 'utf8');
    const annotation = (name: string): number => Number(new RegExp(`kubernetes.io/${name}: '(\\d+)'`).exec(values)?.[1]);
    const rate = annotation('limit-rps');
    expect([annotation('limit-connections'), rate, rate * annotation('limit-burst-multiplier')]).toEqual([
      number(/limit_conn connections (\d+);/),
      number(/rate=(\d+)r\/s/),
      number(/burst=(\d+)/),
    ]);
  });

  it('are lower than the connection limits of the firewall', () => {
    const rules = readFileSync(join(import.meta.dirname, '../deploy/connections.nft'), 'utf8');
    const counts = [...rules.matchAll(/tcp dport \{ 8080, 8443, 8444 \} .* ct count over (\d+) \}/g)].map(([, count]) => Number(count));
    expect(counts).toEqual([400, 400, 1_600]);
    for (const count of counts.slice(0, 2)) expect(count).toBeGreaterThan(number(/limit_conn connections (\d+);/));
    expect(counts[2]).toBeGreaterThan(number(/limit_conn site_connections (\d+);/));
  });
});

/** Responds like a server that stops (`platform/http/graceful-stop.ts`). */
const sendAway: RequestListener = ({ headers }, answer) =>
  void answer.writeHead(headers['sent-away-with'] === '502' ? 502 : 503, { 'retry-after': '1' }).end('ending');

/** Expects a response that nginx wrote, with the headers of every response. */
function expectHeaders(answer: string, status: number): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const head = (answer.split('\r\n\r\n')[0] ?? '').toLowerCase();
  for (const header of [
    'cache-control: no-store',
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'referrer-policy: no-referrer',
  ])
    expect(head).toContain(header);
}

function expectRefusal(answer: string, status: number): void {
  expectHeaders(answer, status);
  expect(answer).toContain('Nothing was done.');
}

/** Opens a connection without sending anything. */
function openSilent(port: number, localAddress: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends a text. Returns the answer, whose length is given; nginx may wait for a body that never comes before it closes the connection. */
function exchange(port: number, text: string, localAddress = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      const [head = '', body] = answer.split('\r\n\r\n');
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head)?.[1])) return;
      socket.destroy();
      resolve(answer);
    });
    socket.once('error', reject);
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(portOf(server))));
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
