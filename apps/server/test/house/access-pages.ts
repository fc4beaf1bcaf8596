/**
 * Consents and statements of an application, from its request to the customer's open page, over any number of servers: each call
 * goes to the next one.
 */
import { randomUUID } from 'node:crypto';
import { type Browser, jsonOf, member, SITE, type Transport, textOf, type WireAnswer } from '@portico/testkit';

export type AccessKind = 'consent' | 'transactions-statement';

const COLLECTIONS: Readonly<Record<AccessKind, string>> = { consent: 'consents', 'transactions-statement': 'transactions-statements' };
const ID_FIELDS: Readonly<Record<AccessKind, string>> = { consent: 'consentId', 'transactions-statement': 'statementId' };
const STATUS_FIELDS: Readonly<Record<AccessKind, string>> = { consent: 'consentStatus', 'transactions-statement': 'statementStatus' };

/** What the application asked for. */
export interface Asked {
  readonly kind: AccessKind;
  readonly id: string;
  /** Path of the object below the origin. */
  readonly path: string;
  readonly scaRedirect: string;
}

/** The customer's page; `sign` and `refuse` may be called any number of times. */
export interface AccessPage extends Asked {
  readonly headers: Readonly<Record<string, string>>;
  readonly details: unknown;
  sign(body?: object): Promise<WireAnswer>;
  refuse(): Promise<WireAnswer>;
}

/** Every account of the customer, for good. */
export const EVERY_ACCOUNT = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

export function createAccessPages(publicUrl: string, transports: readonly Transport[]) {
  let turn = 0;
  function next(): Transport {
    turn += 1;
    const transport = transports[turn % transports.length];
    if (transport === undefined) throw new Error('There is no server.');
    return transport;
  }

  /** As the application calls. */
  function call(
    token: string,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    requestId: string = randomUUID(),
    more: Readonly<Record<string, string>> = {},
  ): Promise<WireAnswer> {
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId, 'psu-ip-address': '192.0.2.1', ...more };
    const initiation = { 'content-type': 'application/json', 'tpp-redirect-uri': `${SITE}/money`, 'tpp-nok-redirect-uri': `${SITE}/money?refused=1` };
    return next()({
      method,
      path: path.replace(publicUrl, ''),
      headers: method === 'POST' ? { ...headers, ...initiation } : headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  async function ask(token: string, kind: AccessKind, body: object, requestId?: string): Promise<Asked> {
    const collection = `/api/v1/${COLLECTIONS[kind]}`;
    const answer = await call(token, 'POST', collection, body, requestId);
    if (answer.status !== 201) throw new Error(`${collection} was refused: ${answer.status} ${answer.text}`);
    const id = textOf(jsonOf(answer), ID_FIELDS[kind]);
    return { kind, id, path: `${collection}/${id}`, scaRedirect: textOf(jsonOf(answer), '_links', 'scaRedirect', 'href') };
  }

  /** The first account of the customer of this token. */
  async function firstIban(token: string): Promise<string> {
    return textOf(jsonOf(await call(token, 'GET', '/api/v1/account-list')), 'accounts', '0', 'iban');
  }

  /** As a signing page calls. @param headers those of the page, with its signing id */
  const sendAsPage = (browser: Browser, method: 'PUT' | 'DELETE', path: string, headers: Readonly<Record<string, string>>, body?: object) =>
    next()({
      method,
      path,
      headers: {
        ...{ ...headers, origin: publicUrl, 'content-type': 'application/json', 'x-request-id': randomUUID() },
        cookie: browser.cookieHeader(path),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  /** @param browser one that is signed in at the bank. */
  async function enter(browser: Browser, asked: Asked): Promise<AccessPage> {
    const path = `/api/ui/${asked.kind}`;
    const { headers: left } = await browser.send('GET', asked.scaRedirect);
    const entryCode = new URL(left.location ?? '', publicUrl).searchParams.get('entry') ?? '';
    const details = jsonOf(await browser.send('GET', `${path}/details`, { headers: { 'signing-entry': entryCode } }));
    const headers = { 'signing-id': textOf(details, 'signingId') };
    const send = (method: 'PUT' | 'DELETE', body?: object) => sendAsPage(browser, method, path, headers, body);
    return { ...asked, headers, details, sign: (body = {}) => send('PUT', body), refuse: () => send('DELETE') };
  }

  const statusOf = async (token: string, { kind, path }: Asked): Promise<unknown> =>
    member(jsonOf(await call(token, 'GET', `${path}/status`)), STATUS_FIELDS[kind]);

  return { sendAsPage, call, ask, firstIban, enter, statusOf };
}

export type AccessPages = ReturnType<typeof createAccessPages>;
