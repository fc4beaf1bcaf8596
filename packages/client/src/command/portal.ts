/** What a developer does at the portal: sign-in, test customers and their tokens, the test clock. */
import { randomUUID } from 'node:crypto';
import { requireJson, UnreadableAnswer } from '../unreadable-answer.ts';
import { NoConnection, PortalRefusal, WrongUse } from './failures.ts';
import type { Session } from './session-file.ts';

export interface TestCustomer {
  readonly id: string;
  readonly userName: string;
  readonly country: string;
  readonly type: 'person' | 'company';
  readonly companyName?: string;
  readonly customer: { readonly name: string; readonly surname: string; readonly nationalIdentityNumber: string };
  readonly scenario: string;
  /** With `expiresAt`; at most one customer has them. */
  readonly access_token?: string;
  readonly expiresAt?: string;
}

export interface TestClock {
  readonly now: string;
  readonly isRealTime: boolean;
}

const TIMEOUT_MS = 60_000;
const NO_CONTENT = 204;
/** Calls below it are about one application (`Tpp-Client-Id`). */
const APPLICATION_CALLS = '/api/tpp';

/** `fetch` whose failure names the bank. @throws NoConnection */
export async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const { origin } = new URL(request.url);
    const reason = Object(Object(error).cause).code ?? Object(error).name;
    throw new NoConnection(`${origin} did not answer (${reason}). Check the address, and that the server runs.`, { cause: error });
  }
}

interface Sent {
  readonly body?: object;
  /** Default: application/json. */
  readonly accept?: 'text/csv';
}

/** @throws PortalRefusal, NoConnection, UnreadableAnswer */
async function send(
  method: string,
  path: string,
  { bank, cookies, application }: Omit<Session, 'email'>,
  { body, accept }: Sent = {},
): Promise<Response> {
  const cookie = Object.entries(cookies).map((pair) => pair.join('='));
  const headers = {
    accept: accept ?? 'application/json',
    'content-type': 'application/json',
    ...(application !== undefined && path.startsWith(APPLICATION_CALLS) && { 'tpp-client-id': application }),
    // The portal takes changes from its own origin only.
    origin: bank,
    'x-request-id': randomUUID(),
    ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
  };
  const response = await reach(new Request(`${bank}${path}`, { method, headers, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) }));
  if (response.ok) {
    const next = 'Then run the command again.';
    if (accept !== undefined) {
      if (response.headers.get('content-type')?.startsWith(accept) !== true) throw new UnreadableAnswer(response, next, 'CSV');
    } else if (response.status !== NO_CONTENT) await requireJson(response, next);
    return response;
  }
  throw new PortalRefusal(response, await response.json().catch(() => undefined));
}

/** @param isAnswer some members that the answer must have: another server may have answered in the portal's place */
async function ask<Answer>(isAnswer: (body: Answer) => boolean, ...request: Parameters<typeof send>): Promise<Answer> {
  const response = await send(...request);
  const body: Answer = JSON.parse(await response.clone().text());
  if (Object(body) === body && isAnswer(body)) return body;
  throw new UnreadableAnswer(response, 'Then run the command again.', 'the portal’s answer');
}

const isClock = ({ now }: TestClock) => typeof now === 'string';
const isCustomer = (one: TestCustomer) => typeof one?.userName === 'string' && Object(one.customer) === one.customer;
const areCustomers = (all: readonly TestCustomer[]) => Array.isArray(all) && all.every(isCustomer);
const areApplications = (all: readonly Application[]) => Array.isArray(all) && all.every((one) => typeof one?.clientId === 'string');
const isImported = ({ customers }: ImportedSandbox) => typeof customers === 'number';
const isAny = () => true;

export interface Login {
  readonly bank: string;
  readonly email: string;
  readonly password: string;
  /** Asked for the code of an account with a second factor. */
  readonly askCode: () => Promise<string>;
  /** The cookies of the last login at this bank, by which it knows the computer. */
  readonly earlier: Session['cookies'];
}

/** @throws PortalRefusal, NoConnection, WrongUse without a code */
export async function logIn({ bank, email, password, askCode, earlier }: Login): Promise<Session> {
  const [response, cookies] = await signIn({ bank, email, password, askCode, earlier });
  const session = { bank, email, cookies: { ...cookies, ...toCookies(response.headers.getSetCookie()) } };
  // As the portal does after each sign-in: the first one makes application and sandbox.
  await send('POST', '/api/tpp', session);
  return session;
}

/** @returns the answer that began the session, and the cookies before it */
async function signIn({ bank, email, password, askCode, earlier }: Login): Promise<readonly [Response, Session['cookies']]> {
  try {
    return [await send('POST', '/identity/sign-in', { bank, cookies: earlier }, { body: { email, password } }), earlier];
  } catch (error) {
    if (!(error instanceof PortalRefusal) || error.code !== 'SECOND_FACTOR_NEEDED') throw error;
    const half = { ...earlier, ...toCookies(error.setCookies) };
    const code = await askCode();
    if (code === '') throw new WrongUse('No code was given. You are not logged in.');
    return [await send('POST', '/identity/sign-in/code', { bank, cookies: half }, { body: { code } }), earlier];
  }
}

function toCookies(texts: readonly string[]): Session['cookies'] {
  const given = texts.map((text) => /^([^=;]+)=([^;]*)/.exec(text) ?? []);
  return Object.fromEntries(given.flatMap(([, name = '', value = '']) => (value === '' ? [] : [[name, value]])));
}

export async function logOut(session: Session): Promise<void> {
  await send('DELETE', '/identity/session', session);
}

export interface Application {
  readonly clientId: string;
  readonly clientName: string;
  readonly isSuspended: boolean;
}

/** Oldest first. */
export async function listApplications(session: Session): Promise<readonly Application[]> {
  return ask(areApplications, 'GET', '/api/tpp/applications', session);
}

export async function listCustomers(session: Session): Promise<readonly TestCustomer[]> {
  return ask(areCustomers, 'GET', '/api/tpp/psu', session);
}

export type CustomerWithToken = TestCustomer & { readonly access_token: string; readonly expiresAt: string };

/**
 * A test customer with a token that is valid.
 *
 * @param wanted user name, id or personal code; undefined: the one who has a token, or else the one of the guides
 * @throws WrongUse for a customer whom the sandbox does not have, PortalRefusal, NoConnection
 */
export async function customerWithToken(session: Session, wanted: string | undefined): Promise<CustomerWithToken> {
  const { current, asked } = await findCustomer(session, wanted);
  if (asked !== undefined && hasToken(asked) && Date.parse(asked.expiresAt) > Date.now()) return asked;
  const given = asked === undefined || asked === current ? await renewToken(session) : await giveToken(session, asked);
  if (given === undefined || !hasToken(given)) throw new WrongUse('The portal gave no token. Try again.');
  return given;
}

/**
 * Issues no token. `asked` is undefined when no customer is wanted and none has a token.
 *
 * @throws WrongUse for a customer whom the sandbox does not have, PortalRefusal, NoConnection
 */
export async function findCustomer(session: Session, wanted: string | undefined): Promise<{ current?: TestCustomer; asked?: TestCustomer }> {
  const all = await listCustomers(session);
  const current = all.find(hasToken);
  const asked = wanted === undefined ? current : all.find((one) => [one.userName, one.id, one.customer.nationalIdentityNumber].includes(wanted));
  if (asked === undefined && wanted !== undefined) throw new WrongUse(`Your sandbox has no customer “${wanted}”. “portico-tpp customers” lists all.`);
  return { ...(current !== undefined && { current }), ...(asked !== undefined && { asked }) };
}

const hasToken = (one: TestCustomer): one is CustomerWithToken => one.access_token !== undefined;

async function renewToken(session: Session): Promise<TestCustomer | undefined> {
  const [renewed] = await ask(areCustomers, 'GET', '/api/tpp/refresh', session);
  return renewed;
}

async function giveToken(session: Session, { id, userName }: TestCustomer): Promise<TestCustomer> {
  return ask(isCustomer, 'POST', '/api/tpp/psu', session, { body: { id, userName } });
}

export async function readClock(session: Session): Promise<TestClock> {
  return ask(isClock, 'GET', '/api/tpp/clock', session);
}

/** @param step one of minutes, days, months */
export async function advanceClock(session: Session, step: Readonly<Record<string, number>>): Promise<TestClock> {
  return ask(isClock, 'POST', '/api/tpp/clock/advance', session, { body: step });
}

/** Resets every customer. */
export async function restoreClock(session: Session): Promise<TestClock> {
  return ask(isClock, 'DELETE', '/api/tpp/clock', session, { body: { confirm: true } });
}

export interface ImportedSandbox {
  readonly customers: number;
  readonly accounts: number;
  readonly transactions: number;
  readonly removedCustomers: number;
}

const SANDBOX = '/api/tpp/sandbox';

export async function exportSandbox(session: Session): Promise<object> {
  return ask(isAny, 'GET', `${SANDBOX}/document`, session);
}

export const TABLES = ['customers', 'accounts', 'transactions'] as const;

/** One of the CSV files of the sandbox. */
export async function exportTable(session: Session, table: (typeof TABLES)[number]): Promise<string> {
  return (await send('GET', `${SANDBOX}/${table}.csv`, session, { accept: 'text/csv' })).text();
}

export interface ImportQuery {
  readonly mode: 'add' | 'replace';
  readonly dates: 'kept' | 'moved';
}

/** @param file a document, or the texts of CSV files. @throws PortalRefusal that names the first fault of the file */
export async function importSandbox(
  session: Session,
  file: { readonly document: object } | { readonly tables: readonly string[] },
  { mode, dates }: ImportQuery,
): Promise<ImportedSandbox> {
  const [kind, body] = 'document' in file ? ['document', file.document] : ['tables', file];
  return ask(isImported, 'POST', `${SANDBOX}/${kind}?mode=${mode}&dates=${dates}`, session, { body });
}

/** Replaces the sandbox. */
export async function seedSandbox(session: Session, seed: string): Promise<ImportedSandbox> {
  return ask(isImported, 'POST', `${SANDBOX}/seed`, session, { body: { seed, confirm: true } });
}
