import { describe, expect, it, vi } from 'vitest';
import { type ApiCall, createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';

const REQUEST_ID = '5f0c2d2e-7f1e-4a52-9d6e-0c9a51a8a001';

function clientAnswering(answer: Response | Error, subject: string | null = null) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const onLoggedOut = vi.fn();
  const onTerminated = vi.fn();
  const client = createApiClient({
    bases: { api: 'https://api.test/api', content: 'https://content.test/content', identity: 'https://id.test/identity', root: '' },
    subject: () => subject,
    onLoggedOut,
    onTerminated,
    fetch,
    newRequestId: () => REQUEST_ID,
  });
  const sent = () => {
    const [url, init] = fetch.mock.calls[0] ?? [];
    return { url: String(url), init: init ?? {}, headers: new Headers(init?.headers) };
  };
  return { client, sent, onLoggedOut, onTerminated };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { status, headers });

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('the call was not refused');
  return error;
}

describe('a request', () => {
  it('is by default a GET without a body below the API base', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/ui/account/list' });
    expect(sent().url).toBe('https://api.test/api/ui/account/list');
    expect(sent().init.method).toBe('GET');
    expect(sent().init.body).toBeUndefined();
  });
  it('accepts JSON and declares JSON by default', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/tpp' });
    expect(sent().headers.get('accept')).toBe('application/json');
    expect(sent().headers.get('content-type')).toBe('application/json');
  });
  it('has the signed-in subject in Tpp-Id', async () => {
    const { client, sent } = clientAnswering(json(200, {}), 'subject-1');
    await client.json({ path: '/tpp' });
    expect(sent().headers.get('tpp-id')).toBe('subject-1');
  });
  it('has null in Tpp-Id when no developer is signed in', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/tpp' });
    expect(sent().headers.get('tpp-id')).toBe('null');
  });
  it('has an X-Request-ID', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/tpp' });
    expect(sent().headers.get('x-request-id')).toBe(REQUEST_ID);
  });
  it('has a new UUID in each call', async () => {
    const ids: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      ids.push(new Headers(init?.headers).get('x-request-id'));
      return json(200, {});
    };
    const options = { bases: { api: '', content: '', identity: '', root: '' }, subject: () => null, onLoggedOut() {}, onTerminated() {}, fetch };
    const client = createApiClient(options);
    await client.json({ path: '/tpp' });
    await client.json({ path: '/tpp' });
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[0]);
  });
  it('includes credentials', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/tpp' });
    expect(sent().init.credentials).toBe('include');
  });
  it('leaves Origin to the browser, which forbids scripts to set it', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/tpp' });
    expect(sent().headers.has('origin')).toBe(false);
  });
  it('encodes query parameters and omits absent ones', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/ui/payment/fee', query: { debtorIban: 'EE1', info: 'a&b ä', creditorIban: undefined } });
    expect(sent().url).toBe('https://api.test/api/ui/payment/fee?debtorIban=EE1&info=a%26b+%C3%A4');
  });
  it('has its body as JSON', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/ui/payment', method: 'PUT', body: { debtorAccountIban: 'EE1' } });
    expect(sent().init).toMatchObject({ method: 'PUT', body: '{"debtorAccountIban":"EE1"}' });
  });
  it('can add and replace headers', async () => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/x', headers: { 'signing-id': 's-1', Accept: 'text/plain' } });
    expect(sent().headers.get('signing-id')).toBe('s-1');
    expect(sent().headers.get('accept')).toBe('text/plain');
  });
  it.each<[ApiCall['base'], string]>([
    ['content', 'https://content.test/content/x'],
    ['identity', 'https://id.test/identity/x'],
    ['root', '/x'],
  ])('reaches the %s base', async (base, url) => {
    const { client, sent } = clientAnswering(json(200, {}));
    await client.json({ path: '/x', ...(base === undefined ? {} : { base }) });
    expect(sent().url).toBe(url);
  });
  it('passes the abort signal on and throws its reason', async () => {
    const abort = new AbortController();
    const { client, sent } = clientAnswering(new DOMException('stopped', 'AbortError'));
    abort.abort(new Error('the page has gone'));
    await expect(client.json({ path: '/x', signal: abort.signal })).rejects.toThrow('the page has gone');
    expect(sent().init.signal).toBe(abort.signal);
  });
});

describe('a response', () => {
  it('is read as JSON', async () => {
    await expect(clientAnswering(json(200, [1])).client.json({ path: '/x' })).resolves.toEqual([1]);
  });
  it('can be read as a blob', async () => {
    const blob = await clientAnswering(new Response('a,b')).client.blob({ path: '/x' });
    expect(await blob.text()).toBe('a,b');
  });
  it('can be ignored, with any body or none', async () => {
    await expect(clientAnswering(new Response(null, { status: 204 })).client.nothing({ path: '/x' })).resolves.toBeUndefined();
    await expect(clientAnswering(new Response('not JSON')).client.nothing({ path: '/x' })).resolves.toBeUndefined();
  });
  it('is refused when it is not JSON', async () => {
    const error = await refusal(clientAnswering(new Response('<html>')).client.json({ path: '/x' }));
    expect(error).toMatchObject({ status: 200, requestId: REQUEST_ID, isPassing: false });
  });
  it('is refused when its check fails', async () => {
    const isText = (value: unknown): value is string => typeof value === 'string';
    await refusal(clientAnswering(json(200, 1)).client.json({ path: '/x' }, isText));
  });
  it('that never arrives is a lost connection, which may be repeated', async () => {
    const error = await refusal(clientAnswering(new TypeError('Failed to fetch')).client.json({ path: '/x' }));
    expect(error).toMatchObject({ status: 0, isPassing: true });
  });
});

describe('an error response', () => {
  it('has the first errors[].text as its message', async () => {
    const body = {
      errors: [
        { code: 'A', text: 'First.', path: 'debtorAccountIban' },
        { code: 'B', text: 'Second.' },
      ],
      message: 'Message.',
    };
    const error = await refusal(clientAnswering(json(400, body)).client.json({ path: '/x' }));
    expect(error).toMatchObject({ message: 'First.', code: 'A', path: 'debtorAccountIban', status: 400 });
  });
  it('has the message of its body when there is no errors[].text', async () => {
    expect((await refusal(clientAnswering(json(500, { errors: [], message: 'Message.' })).client.json({ path: '/x' }))).message).toBe('Message.');
    expect((await refusal(clientAnswering(json(500, { message: 'Message.' })).client.json({ path: '/x' }))).message).toBe('Message.');
  });
  it('has a default message when its body has none', async () => {
    expect((await refusal(clientAnswering(new Response('oops', { status: 500 })).client.json({ path: '/x' }))).message).not.toBe('');
  });
  it('has the request id of the server and Retry-After', async () => {
    const answer = json(503, { message: 'x' }, { 'x-request-id': 'from-server', 'retry-after': '1' });
    const error = await refusal(clientAnswering(answer).client.json({ path: '/x' }));
    expect(error).toMatchObject({ requestId: 'from-server', retryAfterSeconds: 1, isPassing: true });
  });
  it('for maintenance is not repeated', async () => {
    const answer = json(503, { errors: [{ code: 'MAINTENANCE', text: 'x' }], message: 'x' });
    expect((await refusal(clientAnswering(answer).client.json({ path: '/x' }))).isPassing).toBe(false);
  });
  it.each([401, 403])('with %i ends a developer’s session', async (status) => {
    const { client, onLoggedOut } = clientAnswering(json(status, { message: 'x' }));
    await refusal(client.nothing({ path: '/tpp' }));
    expect(onLoggedOut).toHaveBeenCalledOnce();
  });
  it.each<[string, ApiCall]>([
    ['a customer’s signing call', { path: '/ui/payment', caller: 'customer' }],
    ['a call with a bearer token', { path: '/v1/account-list', caller: 'bearer' }],
    ['an identity call', { path: '/sign-in', base: 'identity' }],
    ['a content call', { path: '/dev-portal-menu', base: 'content' }],
    ['a bank page’s call', { path: '/bank/session', base: 'root' }],
  ])('401 to %s does not end the developer’s session', async (_name, call) => {
    const { client, onLoggedOut } = clientAnswering(json(401, { message: 'x' }));
    await refusal(client.json(call));
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
  it('403 with ORIGIN_DENIED does not end the developer’s session', async () => {
    const { client, onLoggedOut } = clientAnswering(json(403, { errors: [{ code: 'ORIGIN_DENIED', text: 'x' }], message: 'x' }));
    await refusal(client.nothing({ path: '/tpp' }));
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
  it('410 reports the terminated session with the way back', async () => {
    const { client, onTerminated } = clientAnswering(json(410, { message: 'x', tppSuccessUrl: 'https://shop.test' }));
    const error = await refusal(client.json({ path: '/ui/payment/details', caller: 'customer' }));
    expect(onTerminated).toHaveBeenCalledWith(error);
    expect(error.body).toMatchObject({ tppSuccessUrl: 'https://shop.test' });
  });
  it.each(['developer', 'bearer'] as const)('410 to the call of a %s reports no terminated session, and fails with its text', async (caller) => {
    const { client, onTerminated } = clientAnswering(json(410, { message: 'It is gone.' }));
    expect((await refusal(client.json({ path: '/tpp', caller }))).message).toBe('It is gone.');
    expect(onTerminated).not.toHaveBeenCalled();
  });
  it('410 of a bank page reports no terminated session', async () => {
    const { client, onTerminated } = clientAnswering(json(410, { message: 'x' }));
    await refusal(client.json({ path: '/bank/sign-in/1/details', base: 'root' }));
    expect(onTerminated).not.toHaveBeenCalled();
  });
});

describe('texts of other parties', () => {
  const HOSTILE = { tppName: 'Lumen\u202eskooB', payments: [{ name: 'a\u200bb', url: 'https://shop.example/' }], count: 1 };

  it('have invisible and direction characters replaced for customers, in answers and in errors', async () => {
    const { client } = clientAnswering(json(200, HOSTILE));
    const shown = { tppName: 'Lumen\ufffdskooB', payments: [{ name: 'a\ufffdb', url: 'https://shop.example/' }], count: 1 };
    expect(await client.json({ path: '/ui/payment/details', caller: 'customer' })).toEqual(shown);
    const refused = clientAnswering(json(410, { ...HOSTILE, message: 'Go back to Lumen\u202eskooB.' }));
    const error = await refusal(refused.client.json({ path: '/ui/payment/details', caller: 'customer' }));
    expect([error.body, error.message]).toEqual([{ ...shown, message: 'Go back to Lumen\ufffdskooB.' }, 'Go back to Lumen\ufffdskooB.']);
  });

  it('keep their line breaks when characters are replaced', async () => {
    const { client } = clientAnswering(json(200, { value: 'EE74 EUR\nLumen\u202eskooB\r\nlater' }));
    expect(await client.json({ path: '/bank/receipts/signed/1', caller: 'customer' })).toEqual({ value: 'EE74 EUR\nLumen\ufffdskooB \nlater' });
  });

  it('are unchanged for a developer', async () => {
    const { client } = clientAnswering(json(200, HOSTILE));
    expect(await client.json({ path: '/tpp' })).toEqual(HOSTILE);
  });
});

describe('an answer of a foreign system', () => {
  /** As bytes come, four at a time, and never an end. */
  const endless = () => {
    let sent = 0;
    const cancel = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        sent += 4;
        stream.enqueue(new TextEncoder().encode('[1, '));
      },
      cancel,
    });
    return { answer: new Response(body), sent: () => sent, cancel };
  };
  it('is read only up to the byte limit', async () => {
    const { answer, sent, cancel } = endless();
    const { client } = clientAnswering(answer);
    const error = await refusal(client.json({ base: 'content', path: '/x', bytesMax: 100 }));
    expect(error.message).toBe('The service answered with more than this page can show.');
    expect(cancel).toHaveBeenCalledOnce();
    expect(sent()).toBeLessThan(200);
  });
  it('may use the whole byte limit, counted in UTF-8', async () => {
    const { client } = clientAnswering(json(200, { text: 'õ'.repeat(20) }));
    expect(await client.json({ base: 'content', path: '/x', bytesMax: 51 })).toEqual({ text: 'õ'.repeat(20) });
  });
  it('times out, whether it never begins or never ends', async () => {
    for (const begins of [false, true]) {
      const fetch: typeof globalThis.fetch = async (_url, init) => {
        if (!begins) throw new DOMException('over', 'TimeoutError');
        const body = new ReadableStream({ start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)) });
        return new Response(body);
      };
      const client = createApiClient({
        bases: { api: '', content: '', identity: '', root: '' },
        subject: () => null,
        onLoggedOut: vi.fn(),
        onTerminated: vi.fn(),
        fetch,
      });
      const error = await refusal(client.json({ base: 'content', path: '/x', timeoutMs: 20, bytesMax: 100 }));
      expect(error.message).toBe('The service takes too long to answer. Try again in a moment.');
    }
  });
  it.each(['<!doctype html><title>Welcome</title>', '', '{"menu": '])('is refused when it is %j', async (text) => {
    const { client } = clientAnswering(new Response(text));
    const error = await refusal(client.json({ base: 'content', path: '/x', bytesMax: 1000 }));
    expect(error.message).toContain('unexpected answer');
  });
});
