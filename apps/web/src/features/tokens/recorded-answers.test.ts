import application from '@portico/contract/recorded/application';
import applicationChanged from '@portico/contract/recorded/application-changed';
import secret from '@portico/contract/recorded/application-secret';
import rotated from '@portico/contract/recorded/application-secret-rotated';
import testAccounts from '@portico/contract/recorded/test-accounts';
import testClock from '@portico/contract/recorded/test-clock';
import testScenario from '@portico/contract/recorded/test-scenario';
import tokenAccounts from '@portico/contract/recorded/token-accounts';
import tokenRenewed from '@portico/contract/recorded/token-renewed';
import tokenUnknown from '@portico/contract/recorded/token-unknown';
import tokenChosen from '@portico/contract/recorded/token-user-chosen';
import tokenUsers from '@portico/contract/recorded/token-users';
import { describe, expect, it, vi } from 'vitest';
import { isTokenUser } from '../../shared/api/answers.ts';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, replay } from '../../shared/api/fake-server.ts';
import { createApplicationCalls } from '../../shared/application/application-calls.ts';
import { createTokenCalls } from '../../shared/portal/test-customers/token-calls.ts';
import { createSandboxCalls } from './sandbox/sandbox-calls.ts';

const { signal } = new AbortController();

function open() {
  const server = createFakeServer({
    'GET /api/tpp': replay(application),
    'PUT /api/tpp': replay(applicationChanged),
    'POST /api/tpp/secret/reveal': replay(secret),
    'POST /api/tpp/secret/rotation': replay(rotated),
    'GET /api/tpp/psu': replay(tokenUsers),
    'POST /api/tpp/psu': replay(tokenChosen),
    'GET /api/tpp/refresh': replay(tokenRenewed),
    'GET /api/v1/account-list': replay(tokenAccounts),
    'GET /api/tpp/customers/cus_1/accounts': replay(testAccounts),
    'PUT /api/tpp/customers/cus_1/scenario': replay(testScenario),
    'GET /api/tpp/clock': replay(testClock),
  });
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const onLoggedOut = vi.fn<() => void>();
  const api = createApiClient({ bases, subject: () => 'subject-1', onLoggedOut, onTerminated: () => undefined, fetch: server.fetch });
  return { server, onLoggedOut, application: createApplicationCalls(api), tokens: createTokenCalls(api), sandbox: createSandboxCalls(api) };
}

describe('what the real server answered', () => {
  it('is an application, and its secrets', async () => {
    const { application: calls } = open();
    const read = await calls.read(signal);
    expect(read.clientSecret).toMatch(/^•+/);
    expect((await calls.change(read)).clientName).toBe('Lumen Books');
    expect((await calls.revealSecret()).clientSecret).toBe('secret-1');
    expect((await calls.rotateSecret()).previousSecretValidUntil).toBeDefined();
  });
  it('is a list of test customers, one of whom holds the token, and the accounts that it opens', async () => {
    const { tokens } = open();
    const users = await tokens.users();
    expect(users.filter(({ access_token }) => access_token !== undefined)).toHaveLength(1);
    const [, other] = users;
    if (!isTokenUser(other)) throw new Error('there is one customer only');
    expect(await tokens.activate(other)).toMatchObject({ id: other.id, access_token: 'token-1' });
    expect((await tokens.renew()).access_token).toBe('token-1');
    expect((await tokens.accounts('token-1', signal)).length).toBeGreaterThan(0);
  });
  it('is a sandbox: balances, a scenario and a clock', async () => {
    const { sandbox } = open();
    expect((await sandbox.accounts('cus_1', signal))[0]?.balance.currency).toBe('EUR');
    expect((await sandbox.setScenario('cus_1', 'refuses')).scenario).toBe('refuses');
    expect((await sandbox.clock(signal)).isRealTime).toBe(true);
  });
  it('about an unknown token does not end the developer’s session', async () => {
    const { server, tokens, onLoggedOut } = open();
    server.on('GET /api/v1/account-list', replay(tokenUnknown));
    await expect(tokens.accounts('of-nobody', signal)).rejects.toMatchObject({
      status: 401,
      code: 'TOKEN_UNKNOWN',
      message: expect.stringContaining('This access token is not known'),
    });
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
});
