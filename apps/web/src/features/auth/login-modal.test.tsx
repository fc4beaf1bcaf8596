import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, hold, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { address, DEVELOPER, type OpenPartOptions, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { LoginModal, SecondFactorModal } from './index.ts';

const SIGN_IN = 'POST /identity/sign-in';
const REGISTER = 'POST /api/tpp';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(options: OpenPartOptions = {}) {
  const onClose = vi.fn();
  const part = openPart(<LoginModal config={recordedConfig} isClosing={false} onClose={onClose} />, { at: '/?m=login', ...options });
  return { ...part, onClose };
}

const emailField = () => screen.getByLabelText<HTMLInputElement>('EMAIL');
const passwordField = () => screen.getByLabelText<HTMLInputElement>('PASSWORD');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' });

function fillIn(email = DEVELOPER.userName, password = 'Harbour-1') {
  fireEvent.change(emailField(), { target: { value: email } });
  fireEvent.change(passwordField(), { target: { value: password } });
}

describe('the login modal', () => {
  it('has the title “Log in to … for Developers”', () => {
    open();
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Log in to Portico for Developers');
  });
  it('offers Google, shows Facebook disabled, then "or"', () => {
    open();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with Google' }).disabled).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Facebook/ }).disabled).toBe(true);
    expect(screen.getByText('or')).toBeTruthy();
  });
  it('begins with the e-mail address when the server does not offer Google', () => {
    open({ hasGoogle: false });
    expect(screen.queryByRole('button', { name: /Google|Facebook/ })).toBeNull();
    expect(screen.queryByText('or')).toBeNull();
    expect(emailField()).toBeTruthy();
  });
  it.each([
    ['', ''],
    ['mari@lumen.example', ''],
    ['', 'Harbour-1'],
  ])('cannot be sent with e-mail %j and password %j', (email, password) => {
    const { server } = open();
    fillIn(email, password);
    expect(submit().disabled).toBe(true);
    fireEvent.submit(submit());
    expect(server.count(SIGN_IN)).toBe(0);
  });
  it('cannot be submitted again while a request is pending', async () => {
    const { server } = open({ server: createFakeServer({ [SIGN_IN]: hold }) });
    fillIn();
    await press('Log in');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Logging in' });
    expect(button.disabled).toBe(true);
    fireEvent.submit(button);
    expect(server.count(SIGN_IN)).toBe(1);
  });
  it('says Incorrect username or password! and moves the focus to the password', async () => {
    const { auth, onLoggedOut } = open({ server: createFakeServer({ [SIGN_IN]: () => refuse(401, 'CREDENTIALS_WRONG', 'Wrong.') }) });
    fillIn();
    await press('Log in');
    expect(screen.getByRole('alert').textContent).toContain('Incorrect username or password!');
    expect(document.activeElement).toBe(passwordField());
    expect(auth().isAuthorized).toBe(false);
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
  it('says Please verify your mail address. for an unverified address', async () => {
    const { auth, onLoggedOut } = open({ server: createFakeServer({ [SIGN_IN]: () => refuse(403, 'EMAIL_NOT_VERIFIED', 'Not verified.') }) });
    fillIn();
    await press('Log in');
    expect(screen.getByRole('alert').textContent).toContain('Please verify your mail address.');
    expect(auth().isAuthorized).toBe(false);
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
  it('shows any other refusal with the server’s text and the request id', async () => {
    open({ server: createFakeServer({ [SIGN_IN]: () => refuse(503, 'UNAVAILABLE', 'Come back later.') }) });
    fillIn();
    await press('Log in');
    expect(screen.getByRole('alert').textContent).toContain('Come back later.');
    expect(screen.getByRole('alert').textContent).toContain('request-1');
  });
  it('signs in and registers the identity under the subject before the developer is authorized', async () => {
    const server = createFakeServer({ [SIGN_IN]: DEVELOPER, [REGISTER]: () => reply(undefined, 204) });
    const { auth } = open({ server });
    fillIn();
    await press('Log in');
    expect(server.calls.map(({ call }) => call)).toEqual([SIGN_IN, REGISTER]);
    expect(server.calls[0]?.body).toEqual({ email: DEVELOPER.userName, password: 'Harbour-1' });
    expect(server.calls[1]?.headers.get('tpp-id')).toBe(DEVELOPER.userId);
    expect(auth()).toMatchObject({ ...DEVELOPER, isAuthorized: true });
  });
  it('leads to the code of an account with a second factor, over the same page, and Back leads here', async () => {
    const server = createFakeServer({ [SIGN_IN]: () => refuse(403, 'SECOND_FACTOR_NEEDED', 'Enter the code.') });
    const { auth } = open({ server, at: '/how-to-api?m=login', state: { returnTo: '/tokens' } });
    fillIn();
    await press('Log in');
    expect(address()).toBe('/how-to-api?m=secondFactor');
    expect(window.history.state).toEqual({ returnTo: '/tokens' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(auth().isAuthorized).toBe(false);
  });
  it('reveals and hides the password', async () => {
    open();
    expect(passwordField().type).toBe('password');
    await press('Show password');
    expect(passwordField().type).toBe('text');
    await press('Hide password');
    expect(passwordField().type).toBe('password');
  });
  it('allows password managers and pasting', () => {
    open();
    expect(emailField().autocomplete).toBe('username');
    expect(passwordField().autocomplete).toBe('current-password');
    expect(fireEvent.paste(passwordField())).toBe(true);
  });
  it('has the focus in the e-mail field', () => {
    open();
    expect(document.activeElement).toBe(emailField());
  });
  it.each([
    ['Forgot password?', '/?m=forgotPassword'],
    ['Sign up', '/?m=register'],
  ])('links to %s', async (name, to) => {
    open();
    fireEvent.click(screen.getByRole('link', { name }));
    await settle();
    expect(address()).toBe(to);
  });
  it('redirects to Google with the requested page', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { server } = open({
      at: '/?m=login',
      state: { returnTo: '/tokens' },
      server: createFakeServer({ 'POST /identity/social/google': { location: 'https://accounts.example/authorize?x=1' } }),
    });
    await press('Continue with Google');
    expect(server.calls[0]?.body).toEqual({ returnTo: '/tokens' });
    expect(assign).toHaveBeenCalledWith('https://accounts.example/authorize?x=1');
  });
  it.each([
    ['/api-explorer/consents/createConsent?m=login', { returnTo: '/api-explorer/consents/createConsent' }],
    ['/?m=login', {}],
    ['/api-explorer/own/a%2Fb?m=login', {}],
  ])('comes back from Google to the page behind the dialog: %s', async (at, body) => {
    vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { server } = open({ at, server: createFakeServer({ 'POST /identity/social/google': { location: 'https://accounts.example/authorize' } }) });
    await press('Continue with Google');
    expect(server.calls[0]?.body).toEqual(body);
  });
  it('does not follow an unsafe address', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    open({ server: createFakeServer({ 'POST /identity/social/google': { location: 'javascript:alert(1)' } }) });
    await press('Continue with Google');
    expect(assign).not.toHaveBeenCalled();
    expect(screen.getByRole('alert')).toBeTruthy();
  });
  it.each([
    ['cancelled', 'You did not sign in with Google.'],
    ['emailNotVerified', 'Google has not verified the e-mail address'],
    ['toString', 'Google’s answer could not be trusted'],
  ])('explains why a sign-in with Google failed: %s', (failure, text) => {
    open({ at: `/?m=login&socialError=${failure}` });
    expect(screen.getByRole('alert').textContent).toContain(text);
  });
});

describe('the second step of a login', () => {
  const CODE = 'POST /identity/sign-in/code';
  function openStep(options: OpenPartOptions = {}) {
    return openPart(<SecondFactorModal config={recordedConfig} isClosing={false} onClose={vi.fn()} />, { at: '/?m=secondFactor', ...options });
  }
  const codeField = () => screen.getByLabelText<HTMLInputElement>('Code of your authenticator app');
  const type = (code: string) => fireEvent.change(codeField(), { target: { value: code } });

  it('has the focus in a field that phones fill in, and allows pasting', () => {
    openStep();
    expect(document.activeElement).toBe(codeField());
    expect([codeField().autocomplete, codeField().inputMode]).toEqual(['one-time-code', 'numeric']);
    expect(fireEvent.paste(codeField())).toBe(true);
  });
  it('signs in with the code', async () => {
    const server = createFakeServer({ [CODE]: DEVELOPER, [REGISTER]: () => reply(undefined, 204) });
    const { auth } = openStep({ server });
    expect(submit().disabled).toBe(true);
    type('123 456');
    await press('Log in');
    expect(server.calls.map(({ call }) => call)).toEqual([CODE, REGISTER]);
    expect(server.calls[0]?.body).toEqual({ code: '123 456' });
    expect(auth()).toMatchObject({ ...DEVELOPER, isAuthorized: true });
  });
  it('takes a recovery code instead, without the keyboard of digits', async () => {
    const { server } = openStep({ server: createFakeServer({ [CODE]: hold }) });
    type('12');
    await press('Use a recovery code');
    const field = screen.getByLabelText<HTMLInputElement>('Recovery code');
    expect([field.value, field.inputMode, field.autocomplete]).toEqual(['', 'text', 'off']);
    fireEvent.change(field, { target: { value: 'abcd-efgh-ijkl-mnop' } });
    await press('Log in');
    expect(server.calls[0]?.body).toEqual({ code: 'abcd-efgh-ijkl-mnop' });
    fireEvent.submit(field);
    expect(server.count(CODE)).toBe(1);
  });
  it.each([
    [401, 'SECOND_FACTOR_WRONG'],
    [401, 'SECOND_FACTOR_EXPIRED'],
    [429, 'RATE_LIMITED'],
    [503, 'UNAVAILABLE'],
  ])('shows the refusal %i %s, keeps the focus in the field and stays signed out', async (status, code) => {
    const { auth, onLoggedOut } = openStep({ server: createFakeServer({ [CODE]: () => refuse(status, code, 'What to do.') }) });
    type('123456');
    await press('Log in');
    expect(screen.getByRole('alert').textContent).toContain('What to do.');
    expect(document.activeElement).toBe(codeField());
    expect(auth().isAuthorized).toBe(false);
    expect(onLoggedOut).not.toHaveBeenCalled();
  });
  it('leads back to the login', async () => {
    openStep({ state: { returnTo: '/tokens' } });
    fireEvent.click(screen.getByRole('link', { name: 'Log in again' }));
    await settle();
    expect(address()).toBe('/?m=login');
    expect(window.history.state).toEqual({ returnTo: '/tokens' });
  });
});
