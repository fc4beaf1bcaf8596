import { describe, expect, it, vi } from 'vitest';
import { sendRequest } from './send-request.ts';

const REQUEST = { method: 'POST', url: 'https://bank.example/api/v1/consents', headers: [['X-Request-ID', 'r-1']], body: '{}' } as const;

function signal(): AbortSignal {
  return new AbortController().signal;
}

function failing(error: Error): typeof globalThis.fetch {
  return () => Promise.reject(error);
}

describe('a sent request', () => {
  it('carries no cookies, follows no redirect and equals the request shown', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({}, { status: 201 })));
    await sendRequest(REQUEST, { signal: signal(), fetch });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe(REQUEST.url);
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', redirect: 'manual', body: '{}', headers: [['X-Request-ID', 'r-1']] });
  });
  it('carries the cookies of the login where the call takes it', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response()));
    await sendRequest(REQUEST, { signal: signal(), fetch, withLogin: true });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include', redirect: 'manual' });
  });
  it('has no body when the operation has none', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response()));
    await sendRequest({ method: 'GET', url: REQUEST.url, headers: [] }, { signal: signal(), fetch });
    expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty('body');
  });
});

describe('an answer', () => {
  it('has status, time, size, headers and text, also when it is an error', async () => {
    const times = [100, 242];
    const body = '{"tppMessages":[]}';
    const answer = await sendRequest(REQUEST, {
      signal: signal(),
      fetch: () => Promise.resolve(new Response(body, { status: 400, headers: { 'content-type': 'application/JSON; charset=utf-8', 'a-b': 'c' } })),
      now: () => times.shift() ?? 0,
    });
    expect(answer).toMatchObject({ kind: 'answer', status: 400, milliseconds: 142, bytes: 18, mediaType: 'application/json', text: body });
    expect(answer.kind === 'answer' && answer.headers.map(([name]) => name)).toEqual(['a-b', 'content-type']);
  });
  it.each(['image/png', 'application/pdf', 'application/octet-stream'])('of %s is not text', async (type) => {
    const answer = await sendRequest(REQUEST, {
      signal: signal(),
      fetch: () => Promise.resolve(new Response('x', { headers: { 'content-type': type } })),
    });
    expect(answer).toMatchObject({ kind: 'answer', text: undefined, bytes: 1 });
  });
  it.each(['text/html', 'application/problem+json', 'application/xml', 'text/csv'])('of %s is text', async (type) => {
    const answer = await sendRequest(REQUEST, {
      signal: signal(),
      fetch: () => Promise.resolve(new Response('<script>', { headers: { 'content-type': type } })),
    });
    expect(answer).toMatchObject({ kind: 'answer', text: '<script>' });
  });
});

describe('no answer', () => {
  it.each([
    ['nobody answered where the page itself comes from', `${window.location.origin}/api/v1/consents`, 'unreachable'],
    ['of something that the browser keeps to itself, elsewhere', REQUEST.url, 'untold'],
  ])('because %s', async (_why, url, reason) => {
    const fetch = failing(new TypeError('Failed to fetch'));
    const outcome = await sendRequest({ ...REQUEST, url }, { signal: signal(), fetch, isOnline: () => true });
    expect(outcome).toMatchObject({ kind: 'noAnswer', reason });
  });
  it('because the machine is offline', async () => {
    const outcome = await sendRequest(REQUEST, { signal: signal(), fetch: failing(new TypeError('Failed to fetch')), isOnline: () => false });
    expect(outcome).toMatchObject({ kind: 'noAnswer', reason: 'offline' });
  });
  it('because the developer cancelled', async () => {
    const cancel = new AbortController();
    cancel.abort();
    const outcome = await sendRequest(REQUEST, { signal: cancel.signal, fetch: failing(new DOMException('', 'AbortError')), isOnline: () => true });
    expect(outcome).toMatchObject({ kind: 'noAnswer', reason: 'cancelled' });
  });
  it('because it took too long', async () => {
    const never: typeof globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError'))));
    const outcome = await sendRequest(REQUEST, { signal: signal(), fetch: never, timeoutMs: 1, isOnline: () => true });
    expect(outcome).toMatchObject({ kind: 'noAnswer', reason: 'timeout' });
  });
  it('because the answer is a redirect, which browsers hide from pages', async () => {
    const redirect = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
    expect(await sendRequest(REQUEST, { signal: signal(), fetch: () => Promise.resolve(redirect) })).toMatchObject({ reason: 'redirected' });
  });
  it('because the body broke off', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
    const outcome = await sendRequest(REQUEST, { signal: signal(), fetch: () => Promise.resolve(new Response(broken)), isOnline: () => true });
    expect(outcome).toMatchObject({ kind: 'noAnswer', reason: 'brokenOff' });
  });
});
