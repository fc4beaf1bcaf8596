import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../api/api-client.ts';

/** The module remembers who asked: every test gets its own. */
let early: typeof import('./early-calls.ts');
let asked: string[];
let answer: (url: string, signal: AbortSignal | null | undefined) => Promise<Response>;

beforeEach(async () => {
  vi.resetModules();
  globalThis.porticoFirst = undefined;
  early = await import('./early-calls.ts');
  asked = [];
  answer = async (url) => Response.json({ url });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(url);
    return answer(url, init?.signal);
  });
});
afterEach(() => vi.unstubAllGlobals());

const createClient = () =>
  createApiClient({
    bases: { api: '/api', content: '/content', identity: '/identity', root: '' },
    subject: () => null,
    onLoggedOut() {},
    onTerminated() {},
    takeEarlyCall: early.takeEarlyCall,
  });
const neverUntilAborted = (_url: string, signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

describe('an early answer', () => {
  it('is given to the page’s call without a second request', async () => {
    early.callEarly('/api/x');
    expect(await createClient().json({ path: '/x' })).toEqual({ url: '/api/x' });
    expect(asked).toEqual(['/api/x']);
  });

  it('is given once: the second call sends a request', async () => {
    early.callEarly('/api/x');
    const client = createClient();
    await client.json({ path: '/x' });
    await client.json({ path: '/x' });
    expect(asked).toEqual(['/api/x', '/api/x']);
  });

  it('is discarded once another call had to send its request again', async () => {
    early.callEarly('/api/menu');
    early.callEarly('/api/page');
    const client = createClient();
    await client.json({ path: '/menu' });
    await client.json({ path: '/menu' });
    await client.json({ path: '/page' });
    expect(asked).toEqual(['/api/menu', '/api/page', '/api/menu', '/api/page']);
  });

  it('is aborted while it is pending once another call had to send its request again', async () => {
    const ended: string[] = [];
    answer = async (url, signal) => {
      if (url === '/api/page') signal?.addEventListener('abort', () => ended.push(url));
      return Response.json({ url });
    };
    early.callEarly('/api/menu');
    early.callEarly('/api/page');
    const client = createClient();
    await client.json({ path: '/menu' });
    expect(ended).toEqual([]);
    await client.json({ path: '/menu' });
    expect(ended).toEqual(['/api/page']);
  });

  it('is not given to a call that changes data', async () => {
    early.callEarly('/api/x');
    await createClient().json({ path: '/x', method: 'POST', body: {} });
    expect(asked).toHaveLength(2);
  });
});

describe('an early call without an answer', () => {
  it('times out like a call of the page', async () => {
    answer = neverUntilAborted;
    early.callEarly('/api/x');
    await expect(createClient().json({ path: '/x', timeoutMs: 20 })).rejects.toThrow('takes too long to answer');
  });

  it('ends when the waiting call is aborted', async () => {
    answer = neverUntilAborted;
    early.callEarly('/api/x');
    const controller = new AbortController();
    const waiting = createClient().json({ path: '/x', signal: controller.signal });
    controller.abort(new Error('elsewhere'));
    await expect(waiting).rejects.toThrow('elsewhere');
  });

  it('ends at once for a call that was aborted before', async () => {
    answer = neverUntilAborted;
    early.callEarly('/api/x');
    await expect(createClient().json({ path: '/x', signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  });

  it('fails like a call of the page', async () => {
    answer = () => Promise.reject(new TypeError('offline'));
    early.callEarly('/api/x');
    await expect(createClient().json({ path: '/x' })).rejects.toThrow('connection was lost');
  });
});
