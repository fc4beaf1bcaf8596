import type { ListedApplication } from '@portico/contract';
import recordedApplication from '@portico/contract/recorded/application';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isApplicationIdentity } from '../../shared/api/answers.ts';
import { createFakeServer, hold, type RecordedCall, recordedBody, refuse, reply } from '../../shared/api/fake-server.ts';
import { address, DEVELOPER, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { ApplicationIdentityPage } from './index.ts';

const READ = 'GET /api/tpp';
const LIST = 'GET /api/tpp/applications';
const CREATE = 'POST /api/tpp/applications';
const DELETE = 'DELETE /api/tpp';
const CHECK = 'POST /identity/password-check';
const SESSION = 'GET /identity/session';
const REVEAL = 'POST /api/tpp/secret/reveal';
const RECORDED = recordedBody(recordedApplication, isApplicationIdentity);
const listed = (clientId: string, clientName = `Name of ${clientId}`): ListedApplication => ({ clientId, clientName, isSuspended: false });
const ONE = listed('one-1');
const TWO = listed('two-2');

beforeEach(() => window.sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A server with these applications. Without the header the oldest one is meant. */
async function open(
  applications: ListedApplication[] = [ONE, TWO],
  { at = '/tpp', answers = {} }: { at?: string; answers?: Record<string, object> } = {},
) {
  const asked = ({ headers }: RecordedCall) => headers.get('tpp-client-id') ?? applications[0]?.clientId;
  const server = createFakeServer({
    [LIST]: () => reply([...applications]),
    [READ]: (recorded: RecordedCall) => {
      const found = applications.find(({ clientId }) => clientId === asked(recorded));
      return found === undefined ? refuse(404, 'NOT_FOUND', 'There is no such application.') : reply({ ...RECORDED, ...found });
    },
    [CREATE]: ({ body }: RecordedCall) => {
      const created = listed('new-3', Object(body).clientName);
      applications.push(created);
      return reply(created, 201);
    },
    [DELETE]: (recorded: RecordedCall) => {
      const place = applications.findIndex(({ clientId }) => clientId === asked(recorded));
      if (place < 0) return refuse(404, 'NOT_FOUND', 'There is no such application.');
      applications.splice(place, 1);
      return reply(undefined, 204);
    },
    [SESSION]: { user: DEVELOPER, socialProviders: [], hasPassword: true },
    [CHECK]: () => reply(undefined, 204),
    ...answers,
  });
  const part = openPart(<ApplicationIdentityPage title="Application identity" />, { server, user: DEVELOPER, at });
  await settle();
  await settle();
  return { ...part, said: () => part.toasts.list().map(({ text }) => text) };
}

const shownId = () => screen.queryByText('Client Id', { selector: 'dt' })?.nextElementSibling?.textContent;
const field = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Application' });
const card = () => within(screen.getByRole('region', { name: 'Your applications' }));
const names = () =>
  card()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
async function choose(clientId: string) {
  fireEvent.change(field() ?? document.body, { target: { value: clientId } });
  await settle();
  await settle();
}
const fillIn = (name: string) => fireEvent.change(screen.getByLabelText('Name of the new application'), { target: { value: name } });

describe('a developer with one application', () => {
  it('has nothing to choose and nothing to delete', async () => {
    await open([ONE]);
    expect(field()).toBeNull();
    expect(names()).toEqual([ONE.clientName]);
    expect(card().queryByRole('button', { name: /Delete/ })).toBeNull();
  });
  it('sees it, too, when the list cannot be read', async () => {
    const { server } = await open([ONE], { answers: { [LIST]: () => refuse(503, 'UNAVAILABLE', 'Not now.') } });
    expect(shownId()).toContain('one-1');
    expect(card().getByRole('alert').textContent).toContain('Not now.');
    server.on(LIST, [ONE]);
    await press('Try again');
    expect(names()).toEqual([ONE.clientName]);
  });
  it.each([[{ clientId: 'one-1' }], { applications: [] }, [null]])('is refused the list %j', async (answer) => {
    await open([ONE], { answers: { [LIST]: () => reply(answer) } });
    expect(card().getByRole('alert').textContent).toContain('unexpected answer');
  });
});

describe('the choice between applications', () => {
  it('shows the oldest one first, and marks it', async () => {
    await open();
    expect(shownId()).toContain('one-1');
    expect(field()?.value).toBe('one-1');
    expect(names()).toEqual([`${ONE.clientName}Shown`, TWO.clientName]);
  });
  it('shows the other one, and nothing of the former one before its answer', async () => {
    const { server } = await open([ONE, TWO], { answers: { [REVEAL]: { clientSecret: 'secret-of-one' } } });
    await press('Show client secret');
    expect(document.body.textContent).toContain('secret-of-one');
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.on(READ, () => promise);
    await choose('two-2');
    expect(shownId()).toBeUndefined();
    expect(document.body.textContent).not.toContain('secret-of-one');
    resolve(reply({ ...RECORDED, ...TWO }));
    await settle();
    expect(shownId()).toContain('two-2');
    expect(document.body.textContent).not.toContain('secret-of-one');
  });
  it('drops what was typed about the former one', async () => {
    await open();
    await press('Edit');
    await choose('two-2');
    expect(screen.queryByLabelText('Client Name')).toBeNull();
    expect(shownId()).toContain('two-2');
  });
  it('drops an answer about the former one, without an error', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { said } = await open([ONE, TWO], { answers: { 'PUT /api/tpp': () => promise } });
    await press('Edit');
    await press('Save');
    await choose('two-2');
    resolve(reply({ ...RECORDED, ...ONE }));
    await settle();
    expect(shownId()).toContain('two-2');
    expect(said()).toEqual([]);
  });
  it('names the client id beside equal names', async () => {
    await open([listed('one-1', 'Lumen'), listed('two-2', 'Lumen'), TWO].slice(0, 2));
    expect([...(field()?.options ?? [])].map(({ text }) => text)).toEqual(['Lumen (one-1)', 'Lumen (two-2)']);
  });
  it('follows a changed name', async () => {
    await open([ONE, TWO], { answers: { 'PUT /api/tpp': () => reply({ ...RECORDED, ...ONE, clientName: 'Lumen Shop' }) } });
    await press('Edit');
    await press('Save');
    expect(names()[0]).toBe('Lumen ShopShown');
  });
  it('is made by the address, once', async () => {
    await open([ONE, TWO], { at: '/tpp?application=two-2' });
    expect(shownId()).toContain('two-2');
    expect(address()).toBe('/tpp');
    await choose('one-1');
    expect(shownId()).toContain('one-1');
  });
  it.each(['foreign-9', '', '__proto__'])('is not made by an address with %j', async (linked) => {
    const { said } = await open([ONE, TWO], { at: `/tpp?application=${linked}` });
    expect(shownId()).toContain('one-1');
    expect(said()).toEqual(['The link is about an application that is not yours, or that is deleted.']);
    expect(window.sessionStorage.getItem('portico-application')).toBe('one-1');
  });
});

describe('a new application', () => {
  it('is created by its name, and shown then', async () => {
    const { server, said } = await open([ONE]);
    await press('New application');
    expect(document.activeElement).toBe(screen.getByLabelText('Name of the new application'));
    fillIn('  Lumen Shop ');
    await press('Create');
    await settle();
    expect(server.calls.find(({ call }) => call === CREATE)?.body).toEqual({ clientName: 'Lumen Shop' });
    expect(shownId()).toContain('new-3');
    expect(field()?.value).toBe('new-3');
    expect(said()).toEqual(['Lumen Shop is there. You see it now.']);
  });
  it('is not asked for without a name', async () => {
    const { server } = await open([ONE]);
    await press('New application');
    fillIn('   ');
    expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true);
    await act(async () => fireEvent.submit(screen.getByRole('form', { name: 'New application' })));
    expect(server.count(CREATE)).toBe(0);
  });
  it.each([
    [409, 'LIMIT_REACHED', 'You have five applications.'],
    [429, 'RATE_LIMITED', 'Ten applications within 24 hours are the most.'],
    [503, 'UNAVAILABLE', 'Not now.'],
  ])('that is refused with %i changes nothing, and the form shows the reason', async (status, code, text) => {
    await open([ONE], { answers: { [CREATE]: () => refuse(status, code, text) } });
    await press('New application');
    fillIn('Lumen Shop');
    await press('Create');
    expect(within(screen.getByRole('form', { name: 'New application' })).getByText(text)).toBeTruthy();
    expect(screen.getByLabelText('Name of the new application')).toHaveProperty('value', 'Lumen Shop');
    expect(shownId()).toContain('one-1');
  });
  it('with a name that is refused is marked at its field', async () => {
    const answer = () => reply({ errors: [{ code: 'FORMAT_ERROR', text: 'Another name.', path: 'clientName' }] }, 400);
    await open([ONE], { answers: { [CREATE]: answer } });
    await press('New application');
    fillIn('Portico');
    await press('Create');
    expect(screen.getByLabelText('Name of the new application').getAttribute('aria-invalid')).toBe('true');
  });
  it('is sent once while it is under way', async () => {
    const { server } = await open([ONE], { answers: { [CREATE]: hold } });
    await press('New application');
    fillIn('Lumen Shop');
    await press('Create');
    await press('Creating');
    expect(server.count(CREATE)).toBe(1);
  });
  it('is not offered beside five', async () => {
    await open(['1', '2', '3', '4', '5'].map((id) => listed(id)));
    expect(card().queryByRole('button', { name: 'New application' })).toBeNull();
    expect(card().getByText('5 applications are the most.')).toBeTruthy();
  });
});

async function confirmDeletion(name: string, password = 'Harbour-1') {
  await press(`Delete ${name}`);
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: password } });
  await press('Delete');
  await settle();
}

describe('the deletion of an application', () => {
  it('asks first, and Cancel keeps it', async () => {
    const { server } = await open();
    await press(`Delete ${ONE.clientName}`);
    await press('Cancel');
    expect(server.count(CHECK) + server.count(DELETE)).toBe(0);
    expect(names()).toHaveLength(2);
  });
  it('checks the password, and leads to the remaining one', async () => {
    const { server, said } = await open();
    await choose('two-2');
    await confirmDeletion(TWO.clientName);
    expect(server.calls.find(({ call }) => call === CHECK)?.body).toEqual({ password: 'Harbour-1' });
    expect(server.calls.find(({ call }) => call === DELETE)?.headers.get('tpp-client-id')).toBe('two-2');
    expect(shownId()).toContain('one-1');
    expect(field()).toBeNull();
    expect(said()).toEqual([`The application that was chosen before is gone. You see ${ONE.clientName} now.`]);
  });
  it('requires no password of an account that has none', async () => {
    const { server } = await open([ONE, TWO], { answers: { [SESSION]: { user: DEVELOPER, socialProviders: [], hasPassword: false } } });
    await press(`Delete ${ONE.clientName}`);
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await press('Delete');
    await settle();
    expect(server.count(CHECK)).toBe(0);
    expect(shownId()).toContain('two-2');
  });
  it('is not sent without the password', async () => {
    const { server } = await open();
    await confirmDeletion(ONE.clientName, '');
    expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
    expect(server.count(CHECK) + server.count(DELETE)).toBe(0);
  });
  it('is not sent after a wrong password, and the session goes on', async () => {
    const wrong = () => refuse(401, 'CREDENTIALS_WRONG', 'This is not the password of your account.');
    const { server, onLoggedOut } = await open([ONE, TWO], { answers: { [CHECK]: wrong } });
    await confirmDeletion(ONE.clientName);
    expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true');
    expect(server.count(DELETE)).toBe(0);
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
  it('is sent with the password also before the account has been read', async () => {
    const { server } = await open([ONE, TWO], { answers: { [SESSION]: () => new Promise<never>(() => undefined) } });
    await confirmDeletion(ONE.clientName);
    expect([server.count(CHECK), server.count(DELETE)]).toEqual([1, 1]);
  });
  it('is not sent while the account is unknown', async () => {
    const { server } = await open([ONE, TWO], { answers: { [SESSION]: () => refuse(503, 'UNAVAILABLE', 'Not now.') } });
    await confirmDeletion(ONE.clientName);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(server.count(CHECK) + server.count(DELETE)).toBe(0);
  });
  it.each([CHECK, DELETE])('keeps it when %s fails, with the reason in the question', async (failing) => {
    await open([ONE, TWO], { answers: { [failing]: () => refuse(503, 'UNAVAILABLE', 'Not now.') } });
    await confirmDeletion(ONE.clientName);
    expect(within(screen.getByRole('group')).getByRole('alert').textContent).toContain('Not now.');
    expect(names()).toHaveLength(2);
  });
  it('in another tab is noticed with the next call, and the page shows the remaining one', async () => {
    const applications = [ONE, TWO];
    const unknown = () => refuse(404, 'NOT_FOUND', 'There is no such application.');
    const { said } = await open(applications, { answers: { 'POST /api/tpp/secret/rotation': unknown } });
    applications.shift();
    await press('Rotate secret');
    await press('Make a new secret');
    await settle();
    expect(shownId()).toContain('two-2');
    expect(said()).toEqual([`The application that was chosen before is gone. You see ${TWO.clientName} now.`]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('in another tab is no error for the deletion in this one', async () => {
    const applications = [ONE, TWO];
    const { said } = await open(applications);
    applications.shift();
    await confirmDeletion(ONE.clientName);
    expect(shownId()).toContain('two-2');
    expect(said()).toHaveLength(1);
  });
});
