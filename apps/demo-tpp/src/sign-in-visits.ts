/**
 * Sending a browser to the bank's sign-in and knowing it again when it returns: state and PKCE verifier in the shop's file, one value
 * per browser in a cookie, so that two journeys in two tabs both find their way back.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BankClient, BankVisit } from './bank-client.ts';
import { maskUrl } from './mask.ts';
import type { PendingSignIn, ShopStore } from './shop-store.ts';

const BROWSER_COOKIE = 'lumen-books-browser';
const BROWSER_KEY = /^[\w-]{43}$/;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

interface VisitDeps {
  readonly store: ShopStore;
  readonly bank: Pick<BankClient, 'startSignIn'>;
}

/** The address at the bank. @throws BankProblem */
export async function beginVisit({ store, bank }: VisitDeps, request: FastifyRequest, reply: FastifyReply, visit: BankVisit): Promise<string> {
  const { url, state, ...secrets } = await bank.startSignIn(visit);
  store.insertPending(state, { journeyId: visit.journeyId, ...secrets, browserHash: knowBrowser(request, reply) });
  recordBrowser(store, visit.journeyId, url);
  return url;
}

/** What was begun in this very browser; once. */
export function endVisit({ store }: Pick<VisitDeps, 'store'>, request: FastifyRequest, callback: URL): PendingSignIn | undefined {
  const pending = store.takePending(callback.searchParams.get('state') ?? '');
  if (pending === undefined || pending.browserHash !== browserHashOf(request)) return undefined;
  recordBrowser(store, pending.journeyId, callback.href);
  return pending;
}

/** One value per request, however often it is asked for. */
const made = new WeakMap<FastifyRequest, string>();

/** Hash of this browser's cookie, which is set where there is none. Lax, because customers return from another site. */
export function knowBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const given = made.get(request);
  if (given !== undefined) return hash(given);
  const kept = request.cookies[BROWSER_COOKIE];
  const browser = kept !== undefined && BROWSER_KEY.test(kept) ? kept : randomBytes(32).toString('base64url');
  made.set(request, browser);
  const secure = request.protocol === 'https';
  reply.setCookie(BROWSER_COOKIE, browser, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: YEAR_SECONDS });
  return hash(browser);
}

export function browserHashOf(request: FastifyRequest): string {
  return hash(request.cookies[BROWSER_COOKIE] ?? '');
}

/** A step of the journey that the browser made, not this server. */
export function recordBrowser(store: Pick<ShopStore, 'recordExchange'>, journeyId: string, url: string): void {
  const nothing = { requestHeaders: {}, requestBody: '', responseHeaders: {}, responseBody: '' };
  store.recordExchange(journeyId, { kind: 'browser', method: 'GET', url: maskUrl(url), status: 303, ms: 0, ...nothing });
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
