import { COPY_CONFIRMATION_MS } from '@portico/contract/values';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { address, DEVELOPER, type OpenPartOptions, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { AuthCodeModal, ConfirmDeleteModal } from './index.ts';

const CHECK = 'POST /identity/password-check';
const LIST = 'GET /api/tpp/applications';
const DELETE_TPP = 'DELETE /api/tpp';
const DELETE_USER = 'DELETE /identity/user';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  window.sessionStorage.clear();
});

describe('the deletion of a profile', () => {
  const done = () => reply(undefined, 204);
  async function open(answers: Readonly<Record<string, object>> = {}, hasPassword = true, hasSecondFactor = false) {
    const onClose = vi.fn();
    const server = createFakeServer({
      'GET /identity/session': { user: DEVELOPER, socialProviders: [], hasPassword, hasSecondFactor },
      [CHECK]: done,
      [LIST]: [{ clientId: 'lumen-1', clientName: 'Lumen', isSuspended: false }],
      [DELETE_TPP]: done,
      [DELETE_USER]: done,
      ...answers,
    });
    const modal = <ConfirmDeleteModal config={recordedConfig} isClosing={false} onClose={onClose} />;
    const part = openPart(modal, { server, user: DEVELOPER, at: '/tokens?m=confirmDelete' });
    await settle();
    const sent = () => server.calls.map(({ call }) => call).filter((call) => call !== 'GET /identity/session');
    return { ...part, onClose, sent };
  }
  const yes = () => screen.getByRole<HTMLButtonElement>('button', { name: 'YES' });
  const fillIn = (name: string, password?: string) => {
    fireEvent.change(screen.getByLabelText('Your e-mail address'), { target: { value: name } });
    if (password !== undefined) fireEvent.change(screen.getByLabelText('Your password'), { target: { value: password } });
  };
  it('requires a confirmation, with the focus on CANCEL', async () => {
    const { sent, onClose } = await open();
    expect(screen.getByText('Are you sure you want to delete your development portal profile?')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'CANCEL' }));
    await press('CANCEL');
    expect(onClose).toHaveBeenCalledOnce();
    expect(sent()).toEqual([]);
  });
  it.each([
    ['', ''],
    [DEVELOPER.userName, ''],
    ['', 'Harbour-1'],
    ['juri@lumen.example', 'Harbour-1'],
  ])('cannot be sent with the name %j and the password %j', async (name, password) => {
    const { sent } = await open();
    fillIn(name, password);
    expect(yes().disabled).toBe(true);
    fireEvent.submit(yes());
    await settle();
    expect(sent()).toEqual([]);
  });
  it('checks the password, deletes the application, then the identity, and leads to /logout', async () => {
    const { sent, server } = await open();
    fillIn(DEVELOPER.userName, 'Harbour-1');
    await press('YES');
    expect(sent()).toEqual([CHECK, LIST, DELETE_TPP, DELETE_USER]);
    expect(server.calls.at(-1)?.body).toEqual({ password: 'Harbour-1' });
    expect(address()).toBe('/logout');
  });
  it('deletes nothing with a wrong password, and says so beside it', async () => {
    const { sent } = await open({ [CHECK]: () => refuse(401, 'CREDENTIALS_WRONG', 'This is not the password of your account.') });
    fillIn(DEVELOPER.userName, 'Harbour-2');
    await press('YES');
    expect(sent()).toEqual([CHECK]);
    expect(screen.getByRole('alert').textContent).toBe('This is not the password of your account.');
    expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
    expect(address()).toBe('/tokens?m=confirmDelete');
  });
  it('asks for no password where the account has none', async () => {
    const { sent, server } = await open({}, false);
    expect(screen.queryByLabelText('Your password')).toBeNull();
    fillIn(DEVELOPER.userName);
    await press('YES');
    expect(sent()).toEqual([LIST, DELETE_TPP, DELETE_USER]);
    expect(server.calls.at(-1)?.body).toBeUndefined();
  });
  it('asks for a code where the account has a second factor, and sends it once', async () => {
    const { sent, server } = await open({}, true, true);
    fillIn(DEVELOPER.userName, 'Harbour-1');
    expect(yes().disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Code of your authenticator app'), { target: { value: '123456' } });
    await press('YES');
    expect(sent()).toEqual([CHECK, LIST, DELETE_TPP, DELETE_USER]);
    expect(server.calls.find(({ call }) => call === CHECK)?.body).toEqual({ password: 'Harbour-1', code: '123456' });
    expect(server.calls.at(-1)?.body).toEqual({ password: 'Harbour-1' });
  });
  it('deletes nothing with a wrong code, and says so beside it', async () => {
    const { sent } = await open({ [CHECK]: () => refuse(401, 'SECOND_FACTOR_WRONG', 'This code is wrong.') }, false, true);
    fillIn(DEVELOPER.userName);
    const field = screen.getByLabelText('Code of your authenticator app');
    fireEvent.change(field, { target: { value: '000000' } });
    await press('YES');
    expect(sent()).toEqual([CHECK]);
    expect(screen.getByRole('alert').textContent).toBe('This code is wrong.');
    expect(document.activeElement).toBe(field);
  });
  it('deletes every application by its client id', async () => {
    const listed = ['lumen-1', 'lumen-2'].map((clientId) => ({ clientId, clientName: 'Lumen', isSuspended: false }));
    const { server } = await open({ [LIST]: listed });
    fillIn(DEVELOPER.userName, 'Harbour-1');
    await press('YES');
    const deletions = server.calls.filter(({ call }) => call === DELETE_TPP);
    expect(deletions.map(({ headers }) => headers.get('tpp-client-id'))).toEqual(['lumen-1', 'lumen-2']);
    expect(address()).toBe('/logout');
  });
  it('keeps applications and identity when the list of applications cannot be read', async () => {
    const { server } = await open({ [LIST]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    fillIn(DEVELOPER.userName, 'Harbour-1');
    await press('YES');
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    expect(server.count(DELETE_TPP) + server.count(DELETE_USER)).toBe(0);
  });
  it('keeps the identity when the application cannot be deleted', async () => {
    const { server } = await open({ [DELETE_TPP]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    fillIn(DEVELOPER.userName, 'Harbour-1');
    await press('YES');
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    expect(server.count(DELETE_USER)).toBe(0);
    expect(address()).toBe('/tokens?m=confirmDelete');
  });
  it('shows an error when the identity cannot be deleted, and can be repeated', async () => {
    const { server } = await open({ [DELETE_USER]: () => refuse(503, 'UNAVAILABLE', 'Not now.') });
    fillIn(DEVELOPER.userName, 'Harbour-1');
    await press('YES');
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
    server.on(DELETE_USER, done);
    await press('YES');
    expect(server.count(DELETE_TPP)).toBe(2);
    expect(address()).toBe('/logout');
  });
});

describe('the authorization code', () => {
  function open(options: OpenPartOptions = {}) {
    return openPart(<AuthCodeModal config={recordedConfig} isClosing={false} onClose={vi.fn()} />, { at: '/?m=authCode', ...options });
  }
  it('is shown', () => {
    open({ code: 'code-1' });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('You have logged in successfully');
    expect(screen.getByText('Your authorization code is')).toBeTruthy();
    expect(screen.getByText('code-1')).toBeTruthy();
  });
  it('is copied exactly, and the confirmation disappears after 3 s', async () => {
    expect(COPY_CONFIRMATION_MS).toBe(3000);
    vi.useFakeTimers();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    open({ code: 'code-1' });
    await act(async () => screen.getByRole('button', { name: 'Copy code' }).click());
    expect(writeText).toHaveBeenCalledWith('code-1');
    expect(screen.getByText('Copied')).toBeTruthy();
    act(() => vi.advanceTimersByTime(COPY_CONFIRMATION_MS - 1));
    expect(screen.getByText('Copied')).toBeTruthy();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText('Copied')).toBeNull();
  });
  it('shows an error when the browser does not copy it', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    open({ code: 'code-1' });
    await press('Copy code');
    expect(screen.getByRole('status').textContent).toContain('Copying did not work.');
  });
  it.each([
    ['{"path":"/api-explorer/login/authorize"}', '#/api-explorer/oauth2/getAccessToken'],
    ['{"path":"/api-explorer/login/auth"}', '#/api-explorer/oauth2/token'],
    ['{"path":7}', '#/api-explorer/oauth2/token'],
    ['not JSON', '#/api-explorer/oauth2/token'],
    [undefined, '#/api-explorer/oauth2/token'],
  ])('after %s links to %s', (pending, href) => {
    if (pending !== undefined) window.sessionStorage.setItem('portico-authorization', pending);
    open({ code: 'code-1' });
    expect(screen.getByRole('link', { name: 'Get Access Token' }).getAttribute('href')).toBe(href);
  });
  it.each([
    ['v1', undefined, '#/api-explorer/oauth2/getAccessToken'],
    ['v2', undefined, '#/api-explorer/oauth2/token'],
    ['v1', '{"path":"/api-explorer/login/auth"}', '#/api-explorer/oauth2/getAccessToken'],
    ['v2', '{"path":"/api-explorer/login/authorize"}', '#/api-explorer/oauth2/token'],
  ])('of the issuer %s, with %s from before, links to %s', (version, pending, href) => {
    if (pending !== undefined) window.sessionStorage.setItem('portico-authorization', pending);
    const issuer = encodeURIComponent(`${recordedConfig.apiBase}/${version}`);
    open({ code: 'code-1', at: `/?m=authCode&iss=${issuer}` });
    expect(screen.getByRole('link', { name: 'Get Access Token' }).getAttribute('href')).toBe(href);
  });
  it('of an unknown issuer follows the page that asked for it', () => {
    window.sessionStorage.setItem('portico-authorization', '{"path":"/api-explorer/login/authorize"}');
    open({ code: 'code-1', at: '/?m=authCode&iss=https%3A%2F%2Fother.example%2Fv2' });
    expect(screen.getByRole('link', { name: 'Get Access Token' }).getAttribute('href')).toBe('#/api-explorer/oauth2/getAccessToken');
  });
  it.each([
    ['{"path":"/api-explorer/login/auth"}', '#/api-explorer/login/auth'],
    [undefined, '#/api-explorer/login/authorize'],
  ])('that is missing links back, after %s to %s', (pending, href) => {
    if (pending !== undefined) window.sessionStorage.setItem('portico-authorization', pending);
    open();
    expect(screen.getByRole('link', { name: 'Start the authorization again' }).getAttribute('href')).toBe(href);
  });
  it('that is missing is shown as a failed authorization', () => {
    open();
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Authorization failed');
    expect(screen.getByText('Authorization code not found.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Get Access Token' })).toBeNull();
  });
});
