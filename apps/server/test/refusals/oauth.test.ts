/** Every refusal that the table of operations names for the authorization servers, provoked over HTTP in the composed server. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XS2A_SECTIONS } from '#modules/catalog/index.ts';
import { type HeaderFlaws, readPromisedHeaders } from '../house/promised-headers.ts';
import { askOAuth, OAUTH_REFUSALS } from '../house/xs2a/oauth-refusals.ts';
import { type BadDay, openBadDay } from '../house/xs2a/service-refusals.ts';
import { codeOf, type Reply, type Request } from '../house/xs2a/wire.ts';
import { openWorld, type World } from '../house/xs2a/world.ts';

let world: World;
let badDay: BadDay;
let headerFlaws: HeaderFlaws;
beforeAll(async () => {
  world = await openWorld();
  headerFlaws = await readPromisedHeaders(world.house.app, world.house.config.publicUrl);
  badDay = await openBadDay();
});
afterAll(async () => {
  await badDay.close();
  await world.house.close();
});

const SERVICE_REFUSALS: Readonly<Record<string, (request: Request) => Promise<Reply>>> = {
  'too many calls came from this address in a minute': (request) => badDay.tooMany(request),
  'the bank made a mistake; give it the X-Request-ID': (request) => badDay.broken(request),
  'the service is stopping or busy': (request) => badDay.busy(request),
};
const OPERATIONS = XS2A_SECTIONS.flatMap(({ operations }) => operations).filter(({ operationId }) => operationId in OAUTH_REFUSALS);
const used = new Set<string>();

async function provoke(operationId: string, when: string): Promise<readonly Reply[]> {
  used.add(`${operationId}: ${when}`);
  const service = SERVICE_REFUSALS[when];
  const own = OAUTH_REFUSALS[operationId]?.[when];
  const good = () => askOAuth(world, operationId);
  if (own !== undefined) return own(world, good);
  return service === undefined ? [] : [await service(await good())];
}

/** RFC 6749 §5.2 as JSON; a person at the sign-in sees a page. */
function errorOf(reply: Reply): string | undefined {
  const isPage = String(reply.headers['content-type']).startsWith('text/html');
  return isPage ? /\b(invalid_\w+|server_error|temporarily_unavailable)\b/.exec(reply.text)?.[1] : codeOf(reply);
}

describe.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))('%s', (operationId, operation) => {
  it.each(operation.errors.map(({ status, code, when }) => [status, code, when] as const))('answers %i %s when %s', async (status, code, when) => {
    const replies = await provoke(operationId, when);
    expect(replies, 'Nothing provokes this row. Add it to oauth-refusals.ts, under these words.').not.toEqual([]);
    for (const reply of replies) {
      expect([reply.status, errorOf(reply)], `${reply.request.method} ${reply.request.url} → ${reply.text}`).toEqual([status, code]);
      expect(reply.headers['x-request-id']).toBe(reply.request.headers['x-request-id']);
      expect(headerFlaws(operationId, reply), reply.text).toEqual([]);
    }
  });
});

describe('a request that goes back to the application with an error', () => {
  const page = readFileSync(new URL('../../../../content/pages/api-error-handling.md', import.meta.url), 'utf8');

  it.each([
    ['invalid_request', { scope: 'email' }],
    ['invalid_request', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['login_required', { prompt: 'none' }],
  ])('names %s, as the page of errors does: %o', async (code, change) => {
    for (const operationId of ['authorize', 'auth']) {
      const request = await askOAuth(world, operationId);
      const [path, query] = request.url.split('?');
      const reply = await world.send({
        ...request,
        url: `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...change })}`,
      });
      expect([reply.status, String(reply.headers.location)], reply.text).toEqual([303, expect.stringMatching(new RegExp(`[?&#]error=${code}&`))]);
    }
    expect(page).toContain(`| \`${code}\` | in the redirect`);
  });
});

describe('the table', () => {
  it('has the seven calls of the authorization servers', () => expect(OPERATIONS.map(({ operationId }) => operationId)).toHaveLength(7));

  it('provokes nothing that no row names', () => {
    const all = Object.entries(OAUTH_REFUSALS).flatMap(([operationId, provocations]) =>
      Object.keys(provocations).map((when) => `${operationId}: ${when}`),
    );
    expect(all.filter((when) => !used.has(when))).toEqual([]);
  });
});
