import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { resetEmailKept } from '../../shared/auth/auth-slice.ts';
import { address, type OpenPartOptions, openPart, press } from '../../shared/portal/testing/open-part.tsx';
import { ForgotPasswordModal } from './index.ts';

const FORGOT = 'POST /identity/forgot-password';
const RESET = 'POST /identity/reset-password';
const EMAIL = 'mari@lumen.example';

afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
});

function open(options: OpenPartOptions = {}) {
  return openPart(<ForgotPasswordModal config={recordedConfig} isClosing={false} onClose={vi.fn()} />, {
    at: '/welcome?m=forgotPassword',
    ...options,
  });
}

function openStep2(options: OpenPartOptions = {}) {
  const part = open(options);
  act(() => void part.dispatch(resetEmailKept(EMAIL)));
  return part;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

function fillIn(code: string, password: string) {
  fireEvent.change(screen.getByLabelText('Verification code'), { target: { value: code } });
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } });
}

describe('Reset your password, the e-mail', () => {
  it('is the first field and is required', () => {
    open();
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Reset your password');
    expect(button('Reset password').disabled).toBe(true);
    expect(document.activeElement).toBe(screen.getByLabelText('EMAIL'));
  });
  it('is kept after the mail was sent, and a toast says so', async () => {
    const { server, auth } = open({ server: createFakeServer({ [FORGOT]: () => reply(undefined, 204) }) });
    fireEvent.change(screen.getByLabelText('EMAIL'), { target: { value: EMAIL } });
    await press('Reset password');
    expect(server.calls[0]?.body).toEqual({ email: EMAIL });
    expect(screen.getByText('Check your e-mail for password reset code')).toBeTruthy();
    expect(auth().resetEmail).toBe(EMAIL);
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'));
  });
  it('that is invalid has the server’s error beside it', async () => {
    const { auth } = open({ server: createFakeServer({ [FORGOT]: () => refuse(400, 'EMAIL_INVALID', 'This is no e-mail address.') }) });
    fireEvent.change(screen.getByLabelText('EMAIL'), { target: { value: 'mari' } });
    button('Reset password').focus();
    await press('Reset password');
    expect(screen.getByRole('alert').textContent).toBe('This is no e-mail address.');
    expect(document.activeElement).toBe(screen.getByLabelText('EMAIL'));
    expect(auth().resetEmail).toBeNull();
  });
});

describe('Reset your password, after a reload', () => {
  it('is still at the code of the mail', async () => {
    const first = open({ server: createFakeServer({ [FORGOT]: () => reply(undefined, 204) }) });
    fireEvent.change(screen.getByLabelText('EMAIL'), { target: { value: EMAIL } });
    await press('Reset password');
    first.unmount();
    const { auth, server } = open({ server: createFakeServer({ [RESET]: () => reply(undefined, 204) }) });
    expect(auth().resetEmail).toBe(EMAIL);
    fillIn('12345678', 'Harbour-1');
    await press('Confirm password');
    expect(server.calls[0]?.body).toEqual({ email: EMAIL, code: '12345678', password: 'Harbour-1' });
  });
  it.each(['Use another address', 'Confirm password'])('begins with the e-mail once “%s” was pressed', async (name) => {
    const first = openStep2({ server: createFakeServer({ [RESET]: () => reply(undefined, 204) }) });
    first.storage.resetEmail.write(EMAIL);
    fillIn('12345678', 'Harbour-1');
    await press(name);
    first.unmount();
    const { auth } = open();
    expect(auth().resetEmail).toBeNull();
    expect(button('Reset password')).toBeTruthy();
  });
});

describe('Reset your password, for password managers', () => {
  it('names the account, the code and the new password', () => {
    openStep2();
    const form = button('Confirm password').form;
    const fields = Array.from(form?.querySelectorAll('input') ?? []).map(({ name, autocomplete, value }) => [name, autocomplete, value]);
    expect(fields).toEqual([
      ['email', 'username', EMAIL],
      ['code', 'one-time-code', ''],
      ['new-password', 'new-password', ''],
    ]);
  });
});

describe('Reset your password, after the limit of mails', () => {
  it('accepts the code of an earlier mail', async () => {
    const text = 'Too many mails were asked for. Look into your mailbox.';
    const { auth } = open({ server: createFakeServer({ [FORGOT]: () => refuse(429, 'RATE_LIMITED', text) }) });
    fireEvent.change(screen.getByLabelText('EMAIL'), { target: { value: EMAIL } });
    expect(screen.queryByRole('button', { name: 'Enter the code of the mail' })).toBeNull();
    await press('Reset password');
    expect(screen.getByRole('alert').textContent).toContain(text);
    await press('Enter the code of the mail');
    expect(auth().resetEmail).toBe(EMAIL);
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'));
  });
});

describe('Reset your password, code and new password', () => {
  it.each([
    ['', 'Harbour-1'],
    ['12345678', ''],
    ['12345678', 'harbour'],
  ])('cannot be sent with code %j and password %j', (code, password) => {
    const { server } = openStep2();
    fillIn(code, password);
    expect(button('Confirm password').disabled).toBe(true);
    fireEvent.submit(button('Confirm password'));
    expect(server.count(RESET)).toBe(0);
  });
  it('show Invalid password! for a password that breaks the rules', () => {
    openStep2();
    fillIn('12345678', 'harbour');
    expect(screen.getByText('Invalid password!')).toBeTruthy();
  });
  it('change the password, confirm it, and open the login over the same page', async () => {
    const { server, auth } = openStep2({ server: createFakeServer({ [RESET]: () => reply(undefined, 204) }) });
    fillIn('12345678', 'Harbour-1');
    await press('Confirm password');
    expect(server.calls[0]?.body).toEqual({ email: EMAIL, code: '12345678', password: 'Harbour-1' });
    expect(screen.getByText('Your password has been changed.')).toBeTruthy();
    expect(auth().resetEmail).toBeNull();
    expect(address()).toBe('/welcome?m=login');
  });
  it.each([
    ['RESET_CODE_WRONG', 'Verification code'],
    ['PASSWORD_INVALID', 'New password'],
  ])('show a refusal beside its field: %s', async (code, label) => {
    const { auth } = openStep2({ server: createFakeServer({ [RESET]: () => refuse(400, code, 'Not this one.') }) });
    fillIn('12345678', 'Harbour-1');
    await press('Confirm password');
    expect(screen.getByRole('alert').textContent).toBe('Not this one.');
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(auth().resetEmail).toBe(EMAIL);
    expect(address()).toBe('/welcome?m=forgotPassword');
  });
  it('can be left for another e-mail address', async () => {
    const { auth } = openStep2();
    await press('Use another address');
    expect(auth().resetEmail).toBeNull();
    expect(button('Reset password')).toBeTruthy();
  });
});
