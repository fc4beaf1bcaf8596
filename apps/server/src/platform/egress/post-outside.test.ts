/** Receivers that attack the server which calls them. Each runs on loopback, which the network of these tests takes for public. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MadeCertificate, makeCertificate } from '../../testing/make-certificate.ts';
import { matchAddresses } from '../http/address-list.ts';
import type { EgressNetwork } from './exchange.ts';
import { createPostOutside, type EgressSettings, outsideUrlFault } from './post-outside.ts';

const URL_ = 'https://localhost/hook?a=b';
const SETTINGS: EgressSettings = { allow: [], httpOnLoopback: false };
const POST = { url: URL_, headers: { 'webhook-id': 'evt_1' }, body: '{"a":"õ"}' };
const LATE = { ok: false, fault: 'late', text: 'localhost did not respond in time' };

let certificate: MadeCertificate;
beforeAll(async () => {
  certificate = await makeCertificate({ name: 'localhost' });
});

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

interface Receiver {
  readonly network: EgressNetwork;
  readonly seen: string[];
  readonly port: number;
}

async function receive(answer: RequestListener, shown: MadeCertificate = certificate): Promise<Receiver> {
  const seen: string[] = [];
  const server = createTlsServer({ cert: shown.certPem, key: shown.keyPem }, (request, response) => {
    seen.push(`${request.method} ${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  const port = await listen(server);
  return { network: networkTo(port), seen, port };
}

/** No request ends early. */
const networkTo = (port: number): EgressNetwork => ({
  resolve: async () => ['127.0.0.1'],
  isAllowed: matchAddresses(['127.0.0.1', '93.184.215.14']),
  deadline: () => new AbortController().signal,
  port,
  authorities: certificate.certPem,
});

describe('postOutside', () => {
  it('posts headers and body over TLS, and gives status, headers and body', async () => {
    let got = '';
    const { network, seen } = await receive(async (request, response) => {
      for await (const chunk of request) got += chunk;
      got += ` ${request.headers['webhook-id']} ${request.headers['accept-encoding']} ${request.headers.cookie}`;
      response.writeHead(410, { 'retry-after': '5', 'set-cookie': 'a=b' }).end('gone');
    });
    const result = await createPostOutside(SETTINGS, network)(POST);
    expect(result).toMatchObject({ ok: true, status: 410, headers: { 'retry-after': '5' }, body: new TextEncoder().encode('gone') });
    expect([seen, got]).toEqual([['POST localhost /hook?a=b'], '{"a":"õ"} evt_1 identity undefined']);
  });

  it.each(['/hook', 'https://127.0.0.1/', 'http://127.0.0.1:80/', 'https://169.254.169.254/latest/meta-data'])(
    'follows no redirect to %s',
    async (location) => {
      const { network, seen } = await receive((_request, response) => void response.writeHead(307, { location }).end());
      expect(await createPostOutside(SETTINGS, network)(POST)).toMatchObject({ ok: true, status: 307 });
      expect(seen).toHaveLength(1);
    },
  );

  it.each<[string, RequestListener, object]>([
    [
      '20 MB',
      (_request, response) => void response.end(Buffer.alloc(20_000_000)),
      { fault: 'too_large', text: /\(status 200\) has more than 16384 bytes/ },
    ],
    ['a byte too many', (_request, response) => void response.writeHead(500).end(Buffer.alloc(16_385)), { fault: 'too_large', text: /status 500/ }],
    ['a body without an end', (_request, response) => endless(response), { fault: 'too_large' }],
    ['10,000 headers', (request) => void request.socket.write(manyHeaders(10_000)), { fault: 'too_large', text: /HPE_HEADER_OVERFLOW/ }],
    ['no HTTP', (request) => void request.socket.end('SSH-2.0-x\r\n\r\n'), { fault: 'unreachable' }],
    ['a closed connection', (request) => void request.socket.destroy(), { fault: 'unreachable', text: /ECONNRESET/ }],
    [
      'half a body',
      (_request, response) => void response.writeHead(200, { 'content-length': '9' }).write('half', () => response.destroy()),
      { fault: 'unreachable' },
    ],
  ])('returns a fault for %s', async (_name, answer, { text = /./, ...fault }: { text?: RegExp; fault?: string }) => {
    const { network } = await receive(answer);
    expect(await createPostOutside(SETTINGS, network)(POST)).toEqual({ ok: false, ...fault, text: expect.stringMatching(text) });
  });

  it('does not decompress a body that grows a thousand times', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const { network } = await receive((_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await createPostOutside(SETTINGS, network)(POST)).toMatchObject({ ok: true, status: 200, body: new Uint8Array(bomb) });
  });

  it.each<[string, (end: () => void) => RequestListener]>([
    ['hangs', (end) => () => end()],
    ['sends byte by byte', (end) => (_request, response) => void response.writeHead(200).write('a', end)],
    ['sends headers byte by byte', (end) => (request) => void request.socket.write('HTTP/1.1 200 OK\r\nx', () => end())],
    ['sends endless interim responses', (end) => (request) => void request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(99), () => end())],
  ])('ends the exchange with a receiver that %s', async (_name, answer) => {
    const late = new AbortController();
    // Without the limit the exchange ends too, but otherwise.
    const { network } = await receive((request, response) => {
      const end = () => {
        late.abort();
        request.socket.destroy();
      };
      answer(end)(request, response);
    });
    const deadline = (ms: number) => (ms === 15_000 ? late : new AbortController()).signal;
    expect(await createPostOutside(SETTINGS, { ...network, deadline })(POST)).toEqual(LATE);
  });

  it('ends a connection whose TLS handshake hangs after the shorter limit', async () => {
    const late = new AbortController();
    const server = createTcpServer((socket) => {
      late.abort();
      socket.destroy();
    });
    const port = await listen(server);
    const deadline = (ms: number) => (ms === 5_000 ? late : new AbortController()).signal;
    expect(await createPostOutside(SETTINGS, { ...networkTo(port), deadline })(POST)).toEqual(LATE);
  });

  it('does not apply the limit of the connection to the response', async () => {
    const connecting = new AbortController();
    const { network } = await receive((_request, response) => {
      connecting.abort();
      response.end('late, but in time');
    });
    const deadline = (ms: number) => (ms === 5_000 ? connecting : new AbortController()).signal;
    expect(await createPostOutside(SETTINGS, { ...network, deadline })(POST)).toMatchObject({ ok: true });
  });

  it.each([
    ['ENOTFOUND', { fault: 'address', text: 'the host localhost has no public address' }],
    ['ENODATA', { fault: 'address', text: 'the host localhost has no public address' }],
    ['EAI_AGAIN', { fault: 'unreachable', text: 'localhost cannot be reached (EAI_AGAIN)' }],
  ])('says of a name for which DNS answers %s no more than of one with a private address', async (code, expected) => {
    const { network } = await receive((_request, response) => void response.end());
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code }));
    expect(await createPostOutside(SETTINGS, { ...network, resolve })(POST)).toEqual({ ok: false, ...expected });
  });

  it.each([
    ['no address', []],
    ['a private address', ['10.0.0.1']],
    ['a private address after a public one', ['127.0.0.1', '10.0.0.1']],
    ['a mapped address', ['::ffff:10.0.0.1']],
  ])('does not call a name with %s', async (_name, addresses) => {
    const { network, seen } = await receive((_request, response) => void response.end());
    const result = await createPostOutside(SETTINGS, { ...network, resolve: async () => addresses })(POST);
    expect(result).toEqual({ ok: false, fault: 'address', text: 'the host localhost has no public address' });
    expect(seen).toEqual([]);
  });

  it('calls an address of the operator’s list although it is not public', async () => {
    const { network } = await receive((_request, response) => void response.end());
    const strict = { ...network, isAllowed: () => false };
    expect(await createPostOutside(SETTINGS, strict)(POST)).toMatchObject({ fault: 'address' });
    expect(await createPostOutside({ ...SETTINGS, allow: ['127.0.0.0/30'] }, strict)(POST)).toMatchObject({ ok: true });
  });

  it('resolves a name once for a call and again for the next call', async () => {
    const { network, seen } = await receive((_request, response) => void response.end());
    let calls = 0;
    const resolve = async () => {
      calls += 1;
      return calls === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    const post = createPostOutside(SETTINGS, { ...network, resolve });
    expect([await post(POST), await post(POST)]).toMatchObject([{ ok: true }, { fault: 'address' }]);
    expect(seen).toHaveLength(1);
  });

  it('sends nothing over a connection to an address that was not checked', async () => {
    const { network, seen } = await receive((_request, response) => void response.end());
    let checks = 0;
    const isAllowed = () => {
      checks += 1;
      return checks === 1;
    };
    expect(await createPostOutside(SETTINGS, { ...network, isAllowed })(POST)).toMatchObject({ fault: 'unreachable' });
    expect([seen, checks]).toEqual([[], 2]);
  });

  it.each([
    ['another authority', URL_, {}, /is not trusted/],
    ['another name', 'https://hooks.example/', {}, /names another host/],
    ['an expired certificate', URL_, { days: -1 }, /has expired/],
  ])('calls no receiver with %s', async (name, url, wanted, text) => {
    const shown = await makeCertificate({ name: 'localhost', ...wanted });
    const { network, seen } = await receive((_request, response) => void response.end(), shown);
    const authorities = name === 'another authority' ? certificate.certPem : shown.certPem;
    const result = await createPostOutside(SETTINGS, { ...network, authorities })({ ...POST, url });
    expect(result).toEqual({ ok: false, fault: 'certificate', text: expect.stringMatching(text) });
    expect(seen).toEqual([]);
  });

  it('calls http on this machine in development only, and no other address by it', async () => {
    const port = await listen(createServer((_request, response) => void response.end('here')));
    const post = { ...POST, url: 'http://localhost/hook' };
    expect(await createPostOutside(SETTINGS, networkTo(port))(post)).toMatchObject({ fault: 'address' });
    const development = { ...SETTINGS, httpOnLoopback: true };
    expect(await createPostOutside(development, networkTo(port))(post)).toMatchObject({ ok: true, status: 200 });
    const away = { ...networkTo(port), resolve: async () => ['93.184.215.14'] };
    expect(await createPostOutside(development, away)(post)).toMatchObject({ fault: 'address' });
  });
});

describe('postOutside with a proxy', () => {
  async function openProxy(
    answer: (request: IncomingMessage, socket: Socket, port: number) => void,
    port: number,
  ): Promise<[proxy: string, asked: string[]]> {
    const asked: string[] = [];
    const server = createServer();
    server.on('connect', (request, socket: Socket) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
      answer(request, socket, port);
    });
    return [`http://portico:word@127.0.0.1:${await listen(server)}`, asked];
  }
  const tunnel = (_request: IncomingMessage, socket: Socket, port: number): void => {
    const far = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    far.pipe(socket).pipe(far);
    far.on('error', () => socket.destroy());
    socket.on('error', () => far.destroy());
  };
  const unresolved = () => Promise.reject(new Error('The proxy resolves the names.'));

  it('checks the certificate of the receiver through the tunnel, and leaves the name to the proxy', async () => {
    const { network, port, seen } = await receive((_request, response) => void response.end('far'));
    const [proxy, asked] = await openProxy(tunnel, port);
    const { port: _none, ...plain } = { ...network, resolve: unresolved };
    expect(await createPostOutside({ ...SETTINGS, proxy }, plain)(POST)).toMatchObject({ ok: true, status: 200 });
    expect([asked, seen]).toEqual([[`localhost:443 Basic ${btoa('portico:word')}`], ['POST localhost /hook?a=b']]);
    const other = await createPostOutside({ ...SETTINGS, proxy }, plain)({ ...POST, url: 'https://hooks.example:8443/' });
    expect(other).toMatchObject({ fault: 'certificate' });
    expect(asked[1]).toContain('hooks.example:8443');
  });

  it('returns a fault when the proxy refuses', async () => {
    const [proxy] = await openProxy((_request, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'), 0);
    expect(await createPostOutside({ ...SETTINGS, proxy }, networkTo(0))(POST)).toMatchObject({ ok: false, fault: 'unreachable' });
  });

  it('ends a call whose proxy hangs after the limit of the connection', async () => {
    const late = new AbortController();
    const [proxy] = await openProxy(() => late.abort(), 0);
    const deadline = (ms: number) => (ms === 5_000 ? late : new AbortController()).signal;
    expect(await createPostOutside({ ...SETTINGS, proxy }, { ...networkTo(0), deadline })(POST)).toEqual(LATE);
  });

  it('does not apply the limit of the connection to the response', async () => {
    const connecting = new AbortController();
    const { network, port } = await receive((_request, response) => {
      connecting.abort();
      response.end();
    });
    const [proxy] = await openProxy(tunnel, port);
    const deadline = (ms: number) => (ms === 5_000 ? connecting : new AbortController()).signal;
    expect(await createPostOutside({ ...SETTINGS, proxy }, { ...network, deadline })(POST)).toMatchObject({ ok: true });
  });
});

describe('outsideUrlFault', () => {
  it.each(['https://shop.example/hook', 'https://shop.example:443/', 'https://shop.example:8443/a?b=c'])('accepts %s', (url) => {
    expect(outsideUrlFault(url, false)).toBeUndefined();
  });

  it.each([
    ['shop.example', /not a URL/],
    ['http://shop.example/', /https/],
    ['http://localhost/', /https/],
    ['ftp://shop.example/', /https/],
    ['https://user@shop.example/', /a user/],
    ['https://:word@shop.example/', /a password/],
    ['https://shop.example/#a', /a fragment/],
    ['https://shop.example:22/', /port/],
    ['https://93.184.215.14/', /IP address/],
    ['https://0x7f.1/', /IP address/],
    ['https://2130706433/', /IP address/],
    ['https://[::1]/', /IP address/],
    ['https://[::ffff:10.0.0.1]/', /IP address/],
  ])('refuses %s', (url, text) => {
    expect(outsideUrlFault(url, false) ?? 'accepted').toMatch(text);
  });

  it('accepts http in development with the names of this machine, and no other host', () => {
    expect(['http://localhost:3001/', 'http://127.0.0.1:9/', 'http://[::1]:9/'].map((url) => outsideUrlFault(url, true))).toEqual(
      Array(3).fill(undefined),
    );
    expect(outsideUrlFault('http://localhost.shop.example/', true)).toMatch(/https/);
  });
});

const manyHeaders = (count: number) => `HTTP/1.1 200 OK\r\n${Array.from({ length: count }, (_, at) => `x-${at}: a\r\n`).join('')}\r\n`;

/** Writes while the connection takes more. */
function endless(response: ServerResponse): void {
  const write = (): void => {
    if (!response.destroyed) response.write(Buffer.alloc(4_096), () => setImmediate(write));
  };
  write();
}
