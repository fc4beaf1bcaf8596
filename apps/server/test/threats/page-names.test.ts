/** T22: a name in an address is a key, never a path. Sent as bytes, because HTTP libraries tidy up what attackers do not. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { type House, openHouse } from '../house/open-house.ts';

/** Stands in files beside and above what is served. */
const MARK = 'never to be served';
/** As they stand in the request line, byte for byte (latin1). */
const NAMES = [
  ...['..%2fmenu', '..%2fmenu.json', '..%2F..%2Fmark.md', '%2e%2e%2fmenu', '%2e%2e%2f%2e%2e%2fmark.md', '..%5cmenu', '..\\menu', '%5c..%5cmark.md'],
  ...[
    '%252e%252e%252fmenu',
    '..%252fmark.md',
    '%25252e%25252e%25252fmark.md',
    '..%25%32%66mark.md',
    '..;/menu',
    '%2e%2e;/menu',
    '%2e%2e%3b%2fmark.md',
  ],
  ...[
    '%00',
    'welcome%00',
    'welcome%00.md',
    '..%2fmark.md%00',
    'welcome\0',
    '..',
    '.',
    '%2e',
    '%2e%2e',
    '...',
    '../menu',
    '../../mark.md',
    './welcome',
  ],
  ...[
    '/etc/passwd',
    '//etc/passwd',
    '%2fetc%2fpasswd',
    '%2Fproc%2Fself%2Fenviron',
    'C:%5cWindows%5cwin.ini',
    'file:%2f%2f%2fetc%2fpasswd',
    '~root',
    '~',
  ],
  ...['%c0%ae%c0%ae%c0%afmark.md', '\xc0\xae\xc0\xae\xc0\xafmark.md', '%e0%80%ae%e0%80%ae%e0%80%afmark.md', '%f0%80%80%ae%2fmark.md', '%c0%2e%c0%2e'],
  ...['..%ef%bc%8fmark.md', '%ef%bc%8e%ef%bc%8e/mark.md', '..%e2%88%95mark.md', '%u002e%u002e%u2215mark.md', '..%u2216mark.md', '%uff0e%uff0e'],
  ...['....//mark.md', '....%2f%2fmark.md', '..%2f/mark.md', '..%09%2fmark.md', '..%0d%0a', 'welcome%20', '%20welcome', 'WELCOME', 'welcome.html'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'welcome.md.md',
    '.md',
    '%2emd',
    '%',
    '%2',
    '%zz',
    'a'.repeat(65),
    'a'.repeat(10_000),
    '%61'.repeat(3_000),
  ],
];
const CONTENT_ROUTES = ['/content/dev-portal-pages/', '/content/dev-portal-news/'];

const routes: KnownRoute[] = [];
let folder: string;
let house: House;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-names-'));
  await mkdir(join(folder, 'web'));
  await mkdir(join(folder, 'web/assets'));
  for (const name of ['mark.md', 'web/.build', 'web/assets/mark.br']) await writeFile(join(folder, name), MARK);
  for (const name of ['index.html', 'bank.html', 'assets/main.js']) await writeFile(join(folder, 'web', name), name);
  house = await openHouse({ onRoute: (route) => void routes.push(route), webFolder: join(folder, 'web') });
  await house.portico.app.listen({ port: 0, host: '127.0.0.1' });
  const address = house.portico.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

function get(path: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject).on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text }));
  });
}

const holdsFile = ({ text }: RawAnswer) => text.includes(MARK) || /root:.*:0:0:|"pageUrl"|^PATH=/m.test(text);

describe('a name with a path', () => {
  it('leads to no page and no news item, on the wire either', async () => {
    const wrong: string[] = [];
    for (const route of CONTENT_ROUTES) {
      for (const name of NAMES) {
        const answer = await get(`${route}${name}`);
        if (![400, 404].includes(answer.status) || holdsFile(answer)) wrong.push(`${route}${name.slice(0, 60)}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
  it('is not confused with the name of a page or news item, which is found', async () => {
    expect(await get('/content/dev-portal-pages/welcome')).toMatchObject({ status: 200 });
    expect(await get('/content/dev-portal-news/payments-open.md')).toMatchObject({ status: 200 });
  });
  it('opens no file on any route with a parameter, and causes no 5xx', async () => {
    const named = routes.filter(({ method, url }) => method === 'GET' && /[:*]/.test(url));
    expect(named.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    for (const { url } of named) {
      for (const name of [
        '..%2f..%2fmark.md',
        '../../mark.md',
        '%2e%2e%2f%2e%2e%2fmark.md',
        '..%252f..%252fmark.md',
        '%2fetc%2fpasswd',
        '%c0%ae%c0%ae%c0%af',
      ]) {
        const answer = await get(url.replace(/:\w+(?=[^:]*$)|\*$/, () => name).replaceAll(/:\w+/g, 'x'));
        if (answer.status >= 500 || Number.isNaN(answer.status) || holdsFile(answer)) wrong.push(`${url} ${name}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
  });
  it('gets no file of the pages that is not one of them', async () => {
    for (const path of [
      '/assets/..%2f..%2fmark.md',
      '/assets/../../mark.md',
      '/assets/mark.br',
      '/.build',
      '/assets/%2e%2e/%2e%2e/mark.md',
      '/..%2fmark.md',
    ]) {
      const answer = await get(path);
      expect([400, 404], path).toContain(answer.status);
      expect(holdsFile(answer), path).toBe(false);
    }
  });
});
