/** What the client adds to calls, repeats and refuses. The bank's own answers are in apps/server/test/journeys/client.test.ts. */
import { describe, expect, it, vi } from 'vitest';
import { ApiError, createClient, createSignIn, keepTokens, orThrow, readPages, UnreadableAnswer } from './index.ts';

const REFUSAL = { tppMessages: [{ category: 'ERROR', code: 'CONSENT_INVALID', path: 'header:Consent-ID', text: 'The consent is not signed.' }] };
const HEADERS = { 'PSU-IP-Address': '192.0.2.10', 'TPP-Redirect-URI': 'https://site.example/back' } as const;
const CONSENT = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
} as const;

/** A bank that gives these answers in turn; `error` is a lost connection. */
function play(...answers: readonly (Response | 'error')[]) {
  const requests: { id: string | null; body: string; authorization: string | null; url: string; redirect: string }[] = [];
  const fetch = async (request: Request) => {
    const { headers } = request;
    requests.push({
      id: headers.get('x-request-id'),
      authorization: headers.get('authorization'),
      body: await request.text(),
      url: request.url,
      redirect: request.redirect,
    });
    const answer = answers[requests.length - 1];
    if (!(answer instanceof Response)) throw new TypeError('fetch failed');
    return answer;
  };
  return {
    requests,
    client: (repetitions?: number) =>
      createClient({ bank: 'https://bank.example', token: 't', fetch, ...(repetitions !== undefined && { repetitions }) }),
  };
}

const busy = (headers: Record<string, string> = {}) => Response.json({}, { status: 503, headers });
const created = () => Response.json({ consentId: 'cns_1' }, { status: 201 });
const createConsent = (client: ReturnType<typeof createClient>) => client.POST('/v1/consents', { params: { header: HEADERS }, body: CONSENT });

describe('a call', () => {
  it('has the token, a fresh X-Request-ID and the address below /api', async () => {
    const bank = play(Response.json({ accounts: [] }), Response.json({ accounts: [] }));
    const client = bank.client();
    for (let times = 0; times < 2; times += 1) await client.GET('/v1/account-list');
    const [first, second] = bank.requests;
    expect(first).toMatchObject({ url: 'https://bank.example/api/v1/account-list', authorization: 'Bearer t' });
    expect(first?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.id).not.toBe(first?.id);
  });

  it('keeps the X-Request-ID that the caller names', async () => {
    const bank = play(Response.json({ accounts: [] }));
    await bank.client().GET('/v1/account-list', { headers: { 'X-Request-ID': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721' } });
    expect(bank.requests[0]?.id).toBe('99391c7e-ad88-49ec-a2ad-99ddcb1f7721');
  });

  it.each(['bank.example', 'ftp://bank.example', 'https://bank.example/api', 'https://bank.example/?x=1', 'https://user@bank.example', ''])(
    'is refused for the bank “%s”, which is no origin',
    (bank) => {
      expect(() => createClient({ bank, token: 't' })).toThrow(RangeError);
    },
  );
});

describe('a call whose answer is a redirect', () => {
  it('is not followed, so that the order and the customer’s address go to no other origin', async () => {
    const bank = play(new Response(undefined, { status: 307, headers: { location: 'https://elsewhere.example/api/v1/consents' } }), created());
    await expect(orThrow(createConsent(bank.client()))).rejects.toMatchObject({ status: 307 });
    expect(bank.requests).toMatchObject([{ url: 'https://bank.example/api/v1/consents', redirect: 'manual' }]);
  });
});

describe('an id in the address of a call', () => {
  it.each(['..', '.', ''])('that leads to another address is refused: “%s”', async (consentId) => {
    const bank = play(created());
    await expect(bank.client().DELETE('/v1/consents/{consentId}', { params: { path: { consentId } } })).rejects.toThrow(RangeError);
    expect(bank.requests).toEqual([]);
  });

  it.each(['../../tpp', '%2e%2e', '?x=1', 'a#b'])('adds no path, query or fragment to the address: “%s”', async (consentId) => {
    const bank = play(new Response(undefined, { status: 204 }));
    await bank.client().DELETE('/v1/consents/{consentId}', { params: { path: { consentId } } });
    expect(bank.requests[0]?.url).toBe(`https://bank.example/api/v1/consents/${encodeURIComponent(consentId)}`);
  });
});

describe('a call whose answer was lost', () => {
  it.each([
    ['the connection', 'error' as const],
    ['503', busy()],
    ['502 of a proxy', new Response('<html>', { status: 502 })],
    ['429', Response.json({}, { status: 429 })],
  ])('is repeated after %s, with the same id and the same body', async (_name, lost) => {
    const bank = play(lost, created());
    expect((await createConsent(bank.client())).data).toEqual({ consentId: 'cns_1' });
    const [first, second] = bank.requests;
    expect(bank.requests).toHaveLength(2);
    expect(second).toEqual(first);
    expect(JSON.parse(second?.body ?? '')).toEqual(CONSENT);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 500])('is not repeated after %s', async (status) => {
    const bank = play(Response.json(REFUSAL, { status }), created());
    expect((await createConsent(bank.client())).error).toEqual(REFUSAL);
    expect(bank.requests).toHaveLength(1);
  });

  it('is given back to the caller after the last repetition, and when the bank asks for a long pause', async () => {
    const never = play('error', 'error');
    await expect(createConsent(never.client(1))).rejects.toThrow('fetch failed');
    expect(never.requests).toHaveLength(2);
    const day = play(busy({ 'retry-after': '86400' }), created());
    expect((await createConsent(day.client())).response.status).toBe(503);
    expect(day.requests).toHaveLength(1);
  });

  it('is not repeated when the caller has aborted it', async () => {
    const bank = play('error', created());
    await expect(bank.client().GET('/v1/account-list', { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow();
    expect(bank.requests.length).toBeLessThanOrEqual(1);
  });

  it.each([-1, 0.5, 11, Number.NaN])('cannot be repeated %s times', (repetitions) => {
    expect(() => createClient({ bank: 'https://bank.example', token: 't', repetitions })).toThrow(RangeError);
  });
});

describe('a refusal', () => {
  it('is an ApiError with code, path, request id and the time to wait', async () => {
    const bank = play(Response.json(REFUSAL, { status: 401, headers: { 'x-request-id': 'r-1', 'retry-after': '7' } }));
    const error: unknown = await orThrow(bank.client().GET('/v1/account-list')).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, code: 'CONSENT_INVALID', requestId: 'r-1', retryAfter: 7, messages: REFUSAL.tppMessages });
    expect(String(error)).toBe('ApiError: 401 CONSENT_INVALID, header:Consent-ID, The consent is not signed., r-1');
  });

  it.each([['<html>Bad gateway</html>'], ['null'], ['{"tppMessages":"x"}'], ['{"tppMessages":[null,{"code":5}]}'], ['']])(
    'of another form, %s, has the code UNKNOWN',
    async (body) => {
      const bank = play(new Response(body, { status: 418 }));
      await expect(orThrow(bank.client().GET('/v1/account-list'))).rejects.toMatchObject({ code: 'UNKNOWN', status: 418, messages: [] });
    },
  );
});

const HTML = '<!doctype html><title>Sign in to the network</title>';
const html = (status = 200) => new Response(HTML, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
const caughtFrom = (call: Promise<unknown>) => call.then(() => undefined).catch((caught: unknown) => caught);

describe('a success that is not JSON', () => {
  it.each([
    ['the page of a proxy', html(), 'text/html', 200],
    [
      'the page of a proxy with its length',
      new Response(HTML, { headers: { 'content-type': 'text/html', 'content-length': String(HTML.length) } }),
      'text/html',
      200,
    ],
    ['a page with the status of a created consent', html(201), 'text/html', 201],
    ['an empty body', new Response('', { headers: { 'content-type': 'application/json' } }), 'application/json', 200],
    ['a body of no bytes', new Response(null, { status: 200, headers: { 'content-length': '0' } }), undefined, 200],
    ['a body that was cut off', new Response('{"accounts":[{"ib', { headers: { 'content-type': 'application/json' } }), 'application/json', 200],
    ['a text', new Response('OK', { status: 202 }), 'text/plain', 202],
  ])('is an UnreadableAnswer after %s', async (_name, answer, contentType, status) => {
    const bank = play(answer);
    const error = await caughtFrom(createConsent(bank.client()));
    expect(error).toBeInstanceOf(UnreadableAnswer);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, contentType, code: 'UNKNOWN', messages: [] });
    expect(String(error)).toContain(`${status} with ${contentType ?? 'no content type'} instead of JSON`);
    // With this id the caller repeats the call, which may have been executed.
    expect(String(error)).toContain(`X-Request-ID ${bank.requests[0]?.id}`);
    expect(bank.requests).toHaveLength(1);
  });

  it.each(['GET', 'POST', 'DELETE'] as const)('is one after each method: %s', async (method) => {
    const client = play(html()).client();
    const params = { path: { consentId: 'cns_1' } };
    const calls = {
      GET: () => client.GET('/v1/consents/{consentId}', { params }),
      POST: () => createConsent(client),
      DELETE: () => client.DELETE('/v1/consents/{consentId}', { params }),
    };
    await expect(calls[method]()).rejects.toBeInstanceOf(UnreadableAnswer);
  });

  it('shows nothing of the body, which is not the bank’s', async () => {
    expect(String(await caughtFrom(createConsent(play(html()).client())))).not.toContain('network');
  });

  it('is left to a caller who asked for the text', async () => {
    const { data } = await play(html()).client().GET('/v1/account-list', { parseAs: 'text' });
    expect(data).toBe(HTML);
  });

  it('is not JSON under another content type', async () => {
    const answer = new Response('{"accounts":[]}', { headers: { 'content-type': 'text/plain' } });
    expect((await play(answer).client().GET('/v1/account-list')).data).toEqual({ accounts: [] });
  });

  it('is not the 204 of a deleted consent', async () => {
    const client = play(new Response(null, { status: 204 })).client();
    expect((await client.DELETE('/v1/consents/{consentId}', { params: { path: { consentId: 'cns_1' } } })).data).toBeUndefined();
  });

  it.each(['/v1/openam/oauth2/token/revoke', '/v2/openam/token/revocation'] as const)(
    'is not the empty answer of %s, but its page is',
    async (path) => {
      const revoke = (answer: Response) =>
        play(answer)
          .client()
          .POST(path, { body: { token: 't' } as never });
      expect((await revoke(new Response('', { status: 200 }))).data).toBeUndefined();
      await expect(revoke(html())).rejects.toBeInstanceOf(UnreadableAnswer);
    },
  );
});

describe('a sign-in whose answer is not JSON', () => {
  const bank = 'https://bank.example';
  const at = `${bank}/api/v2`;
  const metadata = {
    issuer: at,
    authorization_endpoint: `${at}/auth`,
    token_endpoint: `${at}/token`,
    revocation_endpoint: `${at}/revocation`,
    jwks_uri: `${at}/jwks`,
  };
  const options = { bank, clientId: 'c', clientSecret: 'a secret of this test', redirectUri: 'https://site.example/back' };
  const visit = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
  const signInWith = (...answers: readonly Response[]) => {
    const left = [...answers];
    return createSignIn({ ...options, fetch: async () => left.shift() ?? html() });
  };
  const discovered = () => Response.json(metadata);
  const CUT_OFF = () => new Response('{"access_token":"', { headers: { 'content-type': 'application/json' } });
  const EMPTY = () => new Response('', { headers: { 'content-type': 'application/json' } });

  it.each([
    ['a page', html, 'text/html'],
    ['an empty body', EMPTY, 'application/json'],
    ['a body that was cut off', CUT_OFF, 'application/json'],
  ])('is an UnreadableAnswer after %s at the discovery and at each token call', async (_name, answer, contentType) => {
    const calls = [
      signInWith(answer()).begin({ country: 'ee' }),
      signInWith(discovered(), answer()).finish('https://site.example/back?code=x&state=s', visit),
      signInWith(discovered(), answer()).refresh('r'),
    ];
    for (const call of calls) {
      const error = await caughtFrom(call);
      expect(error).toBeInstanceOf(UnreadableAnswer);
      expect(error).toMatchObject({ status: 200, contentType, code: 'UNKNOWN' });
      expect(String(error)).toContain('begin the sign-in again');
    }
  });

  it('is one after the page of a proxy at the revocation, which has an empty answer otherwise', async () => {
    await expect(signInWith(discovered(), html()).revoke('t')).rejects.toBeInstanceOf(UnreadableAnswer);
    await expect(signInWith(discovered(), new Response(null, { status: 200 })).revoke('t')).resolves.toBeUndefined();
  });

  it('is tried again by the next call after the discovery', async () => {
    const signIn = signInWith(html(), discovered());
    await expect(signIn.begin({ country: 'ee' })).rejects.toBeInstanceOf(UnreadableAnswer);
    expect((await signIn.begin({ country: 'ee' })).url).toMatch(/^https:\/\/bank\.example\/api\/v2\/auth\?/);
  });

  it('leaves the errors of openid-client as they are', async () => {
    const refused = Response.json({ error: 'invalid_grant' }, { status: 400 });
    expect(await caughtFrom(signInWith(discovered(), refused).refresh('r'))).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('pages', () => {
  it('are read until the bank names no next one, with the parameters of the link', async () => {
    const href = 'https://bank.example/api/v1/accounts/a/transactions?cursor=a%2Fb&bookingStatus=booked';
    const read = vi.fn(async (next: Readonly<Record<string, string>> | undefined) => ({
      transactions: { booked: [next === undefined ? 1 : 2], ...(next === undefined && { _links: { next: { href } } }) },
    }));
    const booked: number[] = [];
    for await (const { transactions } of readPages(read)) booked.push(...transactions.booked);
    expect(booked).toEqual([1, 2]);
    expect(read.mock.calls).toEqual([[undefined], [{ cursor: 'a/b', bookingStatus: 'booked' }]]);
  });
});

describe('kept tokens', () => {
  const expired = { accessToken: 'old', refreshToken: 'r1', expiresAt: 0 };
  const renewed = { accessToken: 'new', refreshToken: 'r2', expiresAt: Date.now() + 3_600_000 };

  it('are not refreshed before they expire', async () => {
    const refresh = vi.fn();
    expect(await keepTokens({ refresh }, { ...renewed, accessToken: 'first' }, async () => undefined)()).toBe('first');
    expect(refresh).not.toHaveBeenCalled();
  });

  it('are refreshed once for calls at the same time, and saved before they are used', async () => {
    const steps: string[] = [];
    const refresh = vi.fn(async () => renewed);
    const token = keepTokens({ refresh }, expired, async ({ refreshToken }) => void steps.push(`saved ${refreshToken}`));
    const use = async () => void steps.push(`used ${await token()}`);
    await Promise.all([use(), use(), use()]);
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(steps).toEqual(['saved r2', 'used new', 'used new', 'used new']);
  });

  it('are kept when saving fails, and saved by the next call without another refresh', async () => {
    const refresh = vi.fn(async () => renewed);
    const save = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('disk full'));
    const token = keepTokens({ refresh }, expired, save);
    await expect(token()).rejects.toThrow('disk full');
    expect(await token()).toBe('new');
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(save).toHaveBeenCalledTimes(2);
  });
});
