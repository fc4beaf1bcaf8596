import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type FakeServer, type RecordedCall, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { DEVELOPER, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { TokensPage } from './index.ts';
import { APPLICATION, HOLDER, OTHER, TOKEN, tokensServer } from './testing/tokens-fixtures.ts';

const USERS = 'GET /api/tpp/psu';
const RENEW = 'GET /api/tpp/refresh';
const APPLICATIONS = ['one-1', 'two-2'].map((clientId) => ({ clientId, clientName: `Name of ${clientId}`, isSuspended: false }));
const clientIdOf = ({ headers }: RecordedCall) => headers.get('tpp-client-id') ?? 'one-1';
const HOLDER_OF_TWO = { ...HOLDER, access_token: 'token-of-two' };
const usersOf = (clientId: string) => reply([OTHER, clientId === 'two-2' ? HOLDER_OF_TWO : HOLDER]);

beforeEach(() => window.sessionStorage.clear());
afterEach(cleanup);

async function open(answers: Record<string, object> = {}) {
  const server: FakeServer = tokensServer({
    'GET /api/tpp/applications': APPLICATIONS,
    'GET /api/tpp': (recorded: RecordedCall) => reply({ ...APPLICATION, clientId: clientIdOf(recorded) }),
    [USERS]: (recorded: RecordedCall) => usersOf(clientIdOf(recorded)),
    ...answers,
  });
  const part = openPart(<TokensPage title="Tokens" config={recordedConfig} />, { server, user: DEVELOPER, at: '/tokens' });
  await settle();
  await settle();
  return part;
}
const text = () => document.body.textContent;
async function choose(clientId: string) {
  fireEvent.change(screen.getByRole('combobox', { name: 'Application' }), { target: { value: clientId } });
  await settle();
  await settle();
}

describe('the tokens of several applications', () => {
  it('are those of the chosen one, with its customers and samples', async () => {
    await open();
    expect(text()).toContain(TOKEN);
    await choose('two-2');
    expect(text()).toContain('token-of-two');
    expect(text()).not.toContain(TOKEN);
  });
  it('are not shown while those of the other one are read', async () => {
    const { server } = await open();
    server.on(USERS, () => new Promise<Response>(() => undefined));
    await choose('two-2');
    expect(text()).not.toContain(TOKEN);
    expect(screen.getByText('Loading the access token')).toBeTruthy();
  });
  it('take no customers of the former one that come late', async () => {
    const late = Promise.withResolvers<Response>();
    const answer: Answer = (recorded) => (clientIdOf(recorded) === 'two-2' ? usersOf('two-2') : late.promise);
    await open({ [USERS]: answer });
    await choose('two-2');
    late.resolve(usersOf('one-1'));
    await settle();
    expect(text()).toContain('token-of-two');
    expect(text()).not.toContain(TOKEN);
  });
  it('take no token of the former one that was being renewed, and the button is free', async () => {
    const late = Promise.withResolvers<Response>();
    const { toasts } = await open({ [RENEW]: () => late.promise });
    await press('Renew token');
    await choose('two-2');
    late.resolve(reply([{ ...HOLDER, access_token: 'renewed-for-one' }]));
    await settle();
    expect(text()).toContain('token-of-two');
    expect(text()).not.toContain('renewed-for-one');
    expect(toasts.list()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Renew token' })).toBeTruthy();
  });
  it('are those of the remaining one after the chosen one was deleted in another tab', async () => {
    const gone: Answer = (recorded) => (clientIdOf(recorded) === 'gone-3' ? refuse(404, 'NOT_FOUND', 'None.') : usersOf(clientIdOf(recorded)));
    window.sessionStorage.setItem('portico-application', 'gone-3');
    const { toasts } = await open({ [USERS]: gone });
    await settle();
    expect(text()).toContain(TOKEN);
    expect(toasts.list().map(({ kind }) => kind)).toEqual(['ok']);
  });
  it('name the chosen application in no call of a customer', async () => {
    const { server } = await open();
    await choose('two-2');
    const accountCalls = server.calls.filter(({ url }) => url.startsWith('/api/v1/'));
    expect(accountCalls).not.toHaveLength(0);
    for (const { headers } of accountCalls) expect(headers.has('tpp-client-id')).toBe(false);
  });
});
