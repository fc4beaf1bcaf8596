import type { OperationSlice, TokenUser } from '@portico/contract';
import recordedApplication from '@portico/contract/recorded/application';
import tokenUsers from '@portico/contract/recorded/token-users';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isApplicationIdentity, isTokenUserList } from '../../../shared/api/answers.ts';
import { createFakeServer, type RecordedCall, recordedBody, refuse, reply } from '../../../shared/api/fake-server.ts';
import { recordedConfig } from '../../../shared/api/recorded-config.ts';
import { DEVELOPER, openPart, settle } from '../../../shared/portal/testing/open-part.tsx';
import { apiExplorerSlice } from '../api-explorer-slice.ts';
import { FilledCollection } from '../catalogue/filled-collection.tsx';
import { clientRequestPayloadSlice } from '../client-request-payload-slice.ts';
import { CustomerWorkbench } from './customer-workbench.tsx';
import { FallbackWorkbench } from './fallback-workbench.tsx';

const LIST = 'GET /api/tpp/applications';
const USERS = 'GET /api/tpp/psu';
const APPLICATION = recordedBody(recordedApplication, isApplicationIdentity);
const APPLICATIONS = ['one-1', 'two-2'].map((clientId) => ({ clientId, clientName: `Name of ${clientId}`, isSuspended: false }));
const clientIdOf = ({ headers }: RecordedCall) => headers.get('tpp-client-id') ?? 'one-1';
const HOLDER = recordedBody(tokenUsers, isTokenUserList).find(({ access_token: token }) => token !== undefined) as TokenUser;
const holderOf = (clientId: string) => ({ ...HOLDER, id: `cus_${clientId}`, userName: `liis.of.${clientId}`, access_token: `token-of-${clientId}` });

const slice: OperationSlice = {
  ...{ apiId: 'login', sectionTitle: 'Login', list: 'main', version: '1', operationId: 'authorize', method: 'GET', path: '/v1/authorize' },
  ...{ summary: 'Sign a customer in', description: '', server: 'https://bank.example/api', isSendable: true, responses: [], errors: [], changes: [] },
  ...{ security: [], securitySchemes: {} },
  parameters: [{ name: 'client_id', in: 'query', required: true, schema: { type: 'string' } }],
  $defs: {},
};

beforeEach(() => window.sessionStorage.clear());
afterEach(cleanup);

async function open(part: 'main' | 'fallback' | 'collection', answers: Record<string, object> = {}, query = '') {
  const server = createFakeServer({
    [LIST]: APPLICATIONS,
    'GET /api/tpp': (recorded: RecordedCall) => reply({ ...APPLICATION, clientId: clientIdOf(recorded) }),
    [USERS]: (recorded: RecordedCall) => reply([holderOf(clientIdOf(recorded))]),
    'GET /api/prefills': (recorded: RecordedCall) =>
      reply({
        prefills: { login: { authorize: { client_id: clientIdOf(recorded) } } },
        fallbackUserToUserMap: { [`user-of-${clientIdOf(recorded)}`]: `cus_${clientIdOf(recorded)}` },
      }),
    ...answers,
  });
  const page = {
    main: <CustomerWorkbench url="/api-explorer" list="main" slice={slice} config={recordedConfig} />,
    fallback: <FallbackWorkbench url="/fallback-explorer" slice={{ ...slice, list: 'fallback' }} config={recordedConfig} />,
    collection: <FilledCollection />,
  };
  const at = `/api-explorer/login/authorize${query}`;
  const opened = openPart(page[part], { server, user: DEVELOPER, at, slices: [apiExplorerSlice, clientRequestPayloadSlice] });
  await settle();
  await settle();
  return opened;
}
const field = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Application' });
const filled = () => screen.getByLabelText<HTMLInputElement>('client_id').value;
async function choose(clientId: string) {
  fireEvent.change(field(), { target: { value: clientId } });
  await settle();
  await settle();
}

describe('the application of the explorer', () => {
  it('is named beside the test customer, and choosing another one fills its values in', async () => {
    await open('main');
    expect([...field().options].map(({ text }) => text)).toEqual(['Name of one-1', 'Name of two-2']);
    expect([field().value, filled()]).toEqual(['one-1', 'one-1']);
    await choose('two-2');
    expect([field().value, filled()]).toEqual(['two-2', 'two-2']);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Test customer' }).selectedOptions[0]?.text).toContain('liis.of.two-2');
  });

  it('is the one of a link, which chooses once', async () => {
    await open('main', {}, '?application=two-2');
    expect([field().value, filled()]).toEqual(['two-2', 'two-2']);
    expect(window.location.hash).toBe('#/api-explorer/login/authorize');
  });

  it('is not the one of a link to another developer’s application', async () => {
    const { toasts } = await open('main', {}, '?application=foreign-9');
    expect([field().value, filled()]).toEqual(['one-1', 'one-1']);
    expect(toasts.list().map(({ kind }) => kind)).toEqual(['error']);
  });

  it('is not asked for where there is one', async () => {
    await open('main', { [LIST]: APPLICATIONS.slice(0, 1) });
    expect(screen.queryByRole('combobox', { name: 'Application' })).toBeNull();
    expect(filled()).toBe('one-1');
  });

  it('is not asked for when the list is refused, and the operation is filled in', async () => {
    await open('main', { [LIST]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    expect(screen.queryByRole('combobox', { name: 'Application' })).toBeNull();
    expect(filled()).toBe('one-1');
  });

  it('shows no customer of the former one while those of the other are read', async () => {
    const { server } = await open('main');
    server.on(USERS, () => new Promise<Response>(() => undefined));
    await choose('two-2');
    expect(document.body.textContent).not.toContain('liis.of.one-1');
  });

  it('is named beside the fallback user too', async () => {
    await open('fallback');
    await choose('two-2');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Fallback user' }).value).toBe('user-of-two-2');
  });

  it('is named above the Postman collection with its values', async () => {
    await open('collection');
    expect(field().value).toBe('one-1');
  });
});
