/**
 * Newman runs the Postman collection from top to bottom, with a developer's values and a token. Between newman and the bank a relay opens each
 * `scaRedirect` and signs as the test customer, as a developer does in the browser. Newman is not a dependency: `NEWMAN_PATH` names it.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SigningKind } from '@portico/contract';
import { type Browser, demoClient, enterSigning, freePort, member, obtainToken, SITE, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProcessHouse, PROCESS_CUSTOMER, type ProcessHouse } from '../house/process-house.ts';
import { listOf } from '../house/served-documents.ts';

const newman = process.env.NEWMAN_PATH ?? '';
const PRODUCTS = {
  '/consents': 'consent',
  '/periodic-payments': 'periodic-payment',
  '/bulk-payments': 'bulk-payment',
  '/payments': 'payment',
} as const;

/** Refusals for what the state allows no more: the signature is given, the payment is executed, or there is no code and no fallback session. */
const OF_THE_STATE = new Set([
  '409 STATUS_INVALID',
  '405 CANCELLATION_INVALID',
  '404 RESOURCE_UNKNOWN',
  '400 invalid_grant',
  '400 CUSTOMER_UNKNOWN',
  '404 NOT_FOUND',
  '401 NOT_SIGNED_IN',
]);

/** What a customer signs, by method and path of the request. */
function kindOf(method: string, path: string): SigningKind | undefined {
  if (/statement/.test(path)) return 'transactions-statement';
  const [, kind] = Object.entries(PRODUCTS).find(([part]) => path.includes(part)) ?? [];
  if (kind === undefined || kind === 'consent') return kind;
  return method === 'DELETE' || path.includes('cancellation') ? `${kind}-cancellation` : kind;
}

let house: ProcessHouse;
let relay: Server | undefined;
beforeAll(async () => {
  house = await openProcessHouse();
  await house.start();
});
afterAll(async () => {
  relay?.close();
  await house.close();
});

/** A consent opens all accounts; a payment is taken from the first account that has the money. */
async function signAsCustomer(browser: Browser, link: string, kind: SigningKind): Promise<boolean> {
  const page = await enterSigning(browser, link, PROCESS_CUSTOMER, kind);
  if (kind === 'transactions-statement') return (await page.submit({})).status === 200;
  const ibans = await page.ibans();
  if (kind === 'consent') return (await page.submit({ accounts: ibans.map((iban) => ({ iban })) })).status === 200;
  for (const iban of ibans) if ((await page.sign(iban)).status === 200) return true;
  return false;
}

/** Passes each request on, and signs what its response asks the customer to sign. */
async function openRelay(browser: Browser, signed: string[]): Promise<string> {
  const port = await freePort();
  relay = createServer(async (request, response) => {
    const { method = 'GET', url = '' } = request;
    const body = await bodyOf(request);
    const headers = Object.fromEntries(Object.entries(request.headers).flatMap(([name, value]) => (isPassed(name) ? [[name, String(value)]] : [])));
    const answer = await fetch(house.origin + url, { method, headers, redirect: 'manual', ...(body.length === 0 ? {} : { body }) });
    const text = await answer.text();
    const link = scaRedirectOf(text);
    const kind = kindOf(method, url);
    if (link !== undefined && kind !== undefined && (await signAsCustomer(browser, link, kind))) signed.push(kind);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(text);
  });
  await new Promise<void>((resolve) => relay?.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${port}/api`;
}

const isPassed = (name: string) => !['host', 'connection', 'content-length', 'accept-encoding'].includes(name);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function scaRedirectOf(text: string): string | undefined {
  try {
    const link = member(JSON.parse(text), '_links', 'scaRedirect', 'href');
    return typeof link === 'string' ? link : undefined;
  } catch {
    return undefined;
  }
}

describe.skipIf(!existsSync(newman))('the collection in newman', () => {
  it('runs from top to bottom for a signed-in developer, and its requests read what earlier ones created', async () => {
    const { tpp, browser } = await house.visit();
    const signed: string[] = [];
    const values: Readonly<Record<string, string>> = {
      baseUrl: await openRelay(browser, signed),
      accessToken: await obtainToken(browser, tpp, PROCESS_CUSTOMER),
      redirectUri: `${SITE}/callback`,
      returnAddress: `${SITE}/back`,
      code: 'none',
      refreshToken: 'none',
      ...(await demoClient(join(house.folder, 'data'))),
    };
    const collection = Object(await (await fetch(`${house.origin}/api/specs/postman`)).json());
    for (const variable of collection.variable) variable.value = values[variable.key] ?? variable.value;
    const [file, report] = [join(house.folder, 'collection.json'), join(house.folder, 'report.json')];
    await writeFile(file, JSON.stringify(collection));
    const options = ['--ignore-redirects', '--reporters', 'json', '--reporter-json-export', report];
    await promisify(execFile)(process.execPath, [newman, 'run', file, ...options], { timeout: 500_000, maxBuffer: 64_000_000 });
    const run: unknown = member(JSON.parse(await readFile(report, 'utf8')), 'run');
    expect(listOf(member(run, 'failures'))).toEqual([]);
    const answers = listOf(member(run, 'executions')).map((execution) => {
      const body = read(member(execution, 'response', 'stream', 'data'));
      const code = member(body, 'tppMessages', '0', 'code') ?? member(body, 'errors', '0', 'code') ?? member(body, 'error') ?? '';
      return { name: textOf(execution, 'item', 'name'), status: Number(member(execution, 'response', 'code')), code: String(code) };
    });
    expect(answers.length).toBeGreaterThan(50);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused.map(({ status, code }) => `${status} ${code}`).filter((refusal) => !OF_THE_STATE.has(refusal))).toEqual([]);
    const isRead = /^(?:Read|List) .*(?:consent|accounts?|transactions?|payment|statement)$/;
    const ofCustomer = answers.slice(
      0,
      answers.findIndex(({ name }) => name.startsWith('Start a customer’s sign-in')),
    );
    expect(ofCustomer.filter(({ name }) => isRead.test(name)).filter(({ status }) => status !== 200)).toEqual([]);
    expect(signed).toEqual(expect.arrayContaining(['consent', 'transactions-statement', 'payment', 'periodic-payment']));
  });
});

function read(stream: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(Array.isArray(stream) ? stream : []).toString());
  } catch {
    return undefined;
  }
}
