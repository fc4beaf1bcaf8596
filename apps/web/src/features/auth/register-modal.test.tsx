import { PASSWORD_LENGTH_MIN } from '@portico/contract/values';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer, hold, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { type OpenPartOptions, openPart, press } from '../../shared/portal/testing/open-part.tsx';
import { RegisterModal } from './index.ts';

const SIGN_UP = 'POST /identity/sign-up';
const GOOD = 'Harbour-1';

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

function open(options: OpenPartOptions = {}, config = recordedConfig) {
  return openPart(<RegisterModal config={config} isClosing={false} onClose={vi.fn()} />, { at: '/?m=register', ...options });
}

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Register Now' });

function fillIn(password: string, email = 'mari@lumen.example') {
  fireEvent.change(screen.getByLabelText('EMAIL'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('PASSWORD'), { target: { value: password } });
}

describe('the register modal', () => {
  it('is titled Sign up to the product for Developers, and links to the terms', () => {
    open();
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Sign up to Portico for Developers');
    const terms = screen.getByRole('link', { name: 'terms of use' });
    expect(terms.getAttribute('href')).toBe('#/terms');
    // What was typed stays in this tab.
    expect(terms.getAttribute('target')).toBe('_blank');
  });
  it('asks developers registered before January 2020 to register again, until they dismiss the notice', async () => {
    const { unmount } = open();
    expect(screen.getByText(/January 2020/)).toBeTruthy();
    await press('Dismiss the notice');
    expect(screen.queryByText(/January 2020/)).toBeNull();
    expect(window.localStorage.getItem('hideNotification')).toBe('true');
    unmount();
    open();
    expect(screen.queryByText(/January 2020/)).toBeNull();
  });
  it.each([
    ['Har-1ab', 'at least 8 characters'],
    ['HARBOUR-1', 'a lowercase letter'],
    ['Harbour12', 'a special character'],
    ['Harbour-x', 'a number'],
    ['harbour-1', 'a capital'],
  ])('refuses %s, which lacks %s', (password, rule) => {
    expect(PASSWORD_LENGTH_MIN).toBe(8);
    const { server } = open();
    fillIn(password);
    expect(screen.getByText('Invalid password!')).toBeTruthy();
    expect(submit().disabled).toBe(true);
    const missing = within(screen.getByRole('list', { name: 'A password needs' })).getAllByText(/, missing/);
    expect(missing.map((item) => item.parentElement?.textContent)).toEqual([`${rule}, missing`]);
    fireEvent.submit(submit());
    expect(server.count(SIGN_UP)).toBe(0);
  });
  it('shows no password error before the developer types', () => {
    open();
    expect(screen.queryByText('Invalid password!')).toBeNull();
    expect(submit().disabled).toBe(true);
  });
  it('requires an e-mail address', () => {
    open();
    fillIn(GOOD, '');
    expect(screen.queryByText('Invalid password!')).toBeNull();
    expect(submit().disabled).toBe(true);
  });
  it('registers, then asks to verify the mail address and names the address of the mail', async () => {
    const { server, auth } = open({ server: createFakeServer({ [SIGN_UP]: () => reply(undefined, 204) }) });
    fillIn(GOOD);
    await press('Register Now');
    expect(server.calls[0]?.body).toEqual({ email: 'mari@lumen.example', password: GOOD });
    expect(screen.getByRole('status').textContent).toBe('Please verify your mail address.');
    expect(document.activeElement?.textContent).toContain('A mail is on its way to mari@lumen.example.');
    expect(screen.getByRole('link', { name: 'open the mailbox' }).getAttribute('href')).toBe('/mailbox');
    expect(screen.queryByLabelText('PASSWORD')).toBeNull();
    expect(auth().isAuthorized).toBe(false);
  });
  it('shows no mailbox link when the server has no mailbox', async () => {
    open({ server: createFakeServer({ [SIGN_UP]: () => reply(undefined, 204) }) }, { ...recordedConfig, hasMailbox: false });
    fillIn(GOOD);
    await press('Register Now');
    expect(screen.getByText(/A mail is on its way/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'open the mailbox' })).toBeNull();
  });
  it('cannot be submitted again while a request is pending', async () => {
    const { server } = open({ server: createFakeServer({ [SIGN_UP]: hold }) });
    fillIn(GOOD);
    await press('Register Now');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Registering' });
    expect(button.disabled).toBe(true);
    fireEvent.submit(button);
    expect(server.count(SIGN_UP)).toBe(1);
  });
  it.each([
    ['EMAIL_INVALID', 'EMAIL'],
    ['PASSWORD_INVALID', 'PASSWORD'],
  ])('shows the refusal %s beside %s', async (code, label) => {
    open({ server: createFakeServer({ [SIGN_UP]: () => refuse(400, code, 'This one is not accepted.') }) });
    fillIn(GOOD);
    submit().focus();
    await press('Register Now');
    const field = screen.getByLabelText(label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(described).toContain('This one is not accepted.');
    expect(document.activeElement).toBe(field);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByText(/A mail is on its way/)).toBeNull();
  });
  it('shows any other refusal below the fields', async () => {
    open({ server: createFakeServer({ [SIGN_UP]: () => refuse(429, 'RATE_LIMITED', 'Too many. Wait a minute.') }) });
    fillIn(GOOD);
    await press('Register Now');
    expect(screen.getByRole('alert').textContent).toContain('Too many. Wait a minute.');
    expect(document.activeElement).toBe(submit());
  });
  it('marks the field as a new password for password managers', () => {
    open();
    expect(screen.getByLabelText<HTMLInputElement>('PASSWORD').autocomplete).toBe('new-password');
  });
});
