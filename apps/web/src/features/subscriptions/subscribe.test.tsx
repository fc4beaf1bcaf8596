import { EMAIL_LENGTH_MAX } from '@portico/contract/values';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, createFakeServer, hold, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { userFound } from '../../shared/auth/auth-slice.ts';
import { DEVELOPER, type OpenPartOptions, openPart, press } from '../../shared/portal/testing/open-part.tsx';
import { SubscriptionPage } from './index.ts';

const SUBSCRIBE = 'POST /api/specs/subscriptions';
const EMAIL = 'aada@tide.example';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

function open(answer: Answer = () => reply(undefined, 204), options: OpenPartOptions = {}, config = recordedConfig) {
  return openPart(<SubscriptionPage config={config} />, {
    server: createFakeServer({ [SUBSCRIBE]: answer }),
    at: '/api-status/subscription',
    ...options,
  });
}

const field = () => screen.getByLabelText<HTMLInputElement>('E-mail address');
const topic = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const type = (email: string) => fireEvent.change(field(), { target: { value: email } });
const errorsOf = (control: HTMLElement) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent;

describe('the form to subscribe', () => {
  it('begins with the address of the signed-in developer and with all topics', () => {
    open(undefined, { user: DEVELOPER });
    expect(field().value).toBe(DEVELOPER.userName);
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, true, true]);
    expect(screen.getByRole('group', { name: 'Topics' })).toBeTruthy();
  });
  it('keeps a typed address when the session becomes known later', () => {
    const { dispatch } = open();
    type(EMAIL);
    act(() => void dispatch(userFound(DEVELOPER)));
    expect(field().value).toBe(EMAIL);
  });
  it('sends address and topics on Enter, and then says where the mail went and for how long its link is valid', async () => {
    const { server } = open();
    type(` ${EMAIL} `);
    fireEvent.click(topic('Incidents'));
    await act(async () => fireEvent.submit(field()));
    expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBe(document.activeElement);
    expect(screen.getByText(/^We sent a link to/).textContent).toContain(`We sent a link to ${EMAIL}. It is valid for 24 hours.`);
    expect(server.calls.map(({ body }) => body)).toEqual([{ email: EMAIL, topics: ['apiChanges', 'maintenance'] }]);
    expect(screen.getByRole('link', { name: 'open the mailbox' })).toBeTruthy();
  });
  it('shows no mailbox link when the server has no mailbox', async () => {
    open(undefined, {}, { ...recordedConfig, hasMailbox: false });
    type(EMAIL);
    await press('Subscribe');
    expect(screen.getByRole('heading', { name: 'Check your mail' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'open the mailbox' })).toBeNull();
  });
  it('is reached again from the mail with the same values, to correct the address', async () => {
    const { server } = open();
    type(EMAIL);
    fireEvent.click(topic('Planned maintenance'));
    await press('Subscribe');
    await press('Correct the address');
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe(EMAIL);
    expect(topic('Planned maintenance').checked).toBe(false);
    type('aada@tides.example');
    await press('Subscribe');
    expect(server.calls.at(-1)?.body).toEqual({ email: 'aada@tides.example', topics: ['apiChanges', 'incidents'] });
  });
});

describe('the form to subscribe refuses', () => {
  it.each([
    ['', 'Enter your e-mail address.'],
    ['  ', 'Enter your e-mail address.'],
    ['aada', 'This is not an e-mail address. Type one like name@company.com.'],
    ['aada@', 'This is not an e-mail address. Type one like name@company.com.'],
    ['@tide.example', 'This is not an e-mail address. Type one like name@company.com.'],
    ['aada@tide', 'This is not an e-mail address. Type one like name@company.com.'],
    ['aada@.example', 'This is not an e-mail address. Type one like name@company.com.'],
    ['aada@tide@bay.example', 'This is not an e-mail address. Type one like name@company.com.'],
    [`${'a'.repeat(EMAIL_LENGTH_MAX)}@tide.example`, 'This e-mail address is longer than 254 characters. Use a shorter one.'],
  ])('the address %j beside its field, without a call', async (email, text) => {
    const { server } = open();
    type(email);
    await press('Subscribe');
    expect(errorsOf(field())).toBe(text);
    expect(document.activeElement).toBe(field());
    expect(server.calls).toEqual([]);
  });
  it('to send without a topic, beside the topics', async () => {
    const { server } = open();
    type(EMAIL);
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    await press('Subscribe');
    expect(errorsOf(topic('Incidents'))).toBe('Choose at least one topic.');
    expect(document.activeElement).toBe(topic('Changes of the API'));
    expect(server.calls).toEqual([]);
    fireEvent.click(topic('Incidents'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('both at a time, and the focus stays in the field that is being corrected', async () => {
    open();
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    await press('Subscribe');
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    expect(document.activeElement).toBe(field());
    type(EMAIL);
    expect(document.activeElement).toBe(field());
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
  it('a second request while the first one is pending', async () => {
    const { server } = open(hold);
    type(EMAIL);
    await press('Subscribe');
    const button = screen.getByRole('button', { name: 'Subscribing' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    fireEvent.submit(field());
    expect(server.count(SUBSCRIBE)).toBe(1);
  });
  it('an address that the server cannot use, in the server’s words beside the field', async () => {
    open(() => refuse(400, 'EMAIL_INVALID', 'This e-mail address cannot be used.'));
    type(EMAIL);
    await press('Subscribe');
    expect(errorsOf(field())).toBe('This e-mail address cannot be used.');
    expect(document.activeElement).toBe(field());
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
  it('too many requests, in the server’s words', async () => {
    open(() => refuse(429, 'RATE_LIMITED', 'Too many mails were requested. Try again in an hour.'));
    type(EMAIL);
    await press('Subscribe');
    expect(screen.getByRole('alert').textContent).toBe('Too many mails were requested. Try again in an hour.');
  });
  it('a lost connection, and the next press succeeds', async () => {
    const { server } = open(() => Promise.reject(new TypeError('offline')));
    type(EMAIL);
    await press('Subscribe');
    expect(screen.getByRole('alert').textContent).toContain('The connection was lost. Check your network and try again.');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Subscribe' }));
    server.on(SUBSCRIBE, () => reply(undefined, 204));
    await press('Subscribe');
    expect(screen.getByRole('heading', { name: 'Check your mail' })).toBeTruthy();
  });
  it('a failure of the server, with the request id for the support', async () => {
    open(() => refuse(503, 'SERVICE_UNAVAILABLE', 'The service is busy.'));
    type(EMAIL);
    await press('Subscribe');
    expect(screen.getByRole('alert').textContent).toBe('The service is busy.Request id request-1');
  });
});
