import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, createFakeServer, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { goTo } from '../../shared/portal/router/place.ts';
import { address, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { SubscriptionPage } from './index.ts';

const PAGE = '/api-status/subscription';
const PATH = '/api/specs/subscriptions';
const [READ, CONFIRM, CHANGE, END] = [`POST ${PATH}/read`, `POST ${PATH}/confirm`, `POST ${PATH}/change`, `POST ${PATH}/end`];
const TOKEN = 'tok_Harbour7Lighthouse7Tide7Bay';
const EMAIL = 'aada@tide.example';
const subscription = { email: EMAIL, topics: ['apiChanges', 'incidents'], isConfirmed: true };
const unknown: Answer = () => refuse(404, 'SUBSCRIPTION_UNKNOWN', 'This subscription does not exist.');
const busy: Answer = () => refuse(503, 'SERVICE_UNAVAILABLE', 'The service is busy.');

afterEach(cleanup);

async function open(at: string, answers: Readonly<Record<string, Answer | object>> = {}, state: unknown = null) {
  const server = createFakeServer({ [READ]: subscription, ...answers });
  const part = openPart(<SubscriptionPage config={recordedConfig} />, { server, at: `${PAGE}${at}`, state });
  await settle();
  await settle();
  return part;
}

const title = () => screen.getByRole('heading', { level: 2 }).textContent;
const topic = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const UNCONFIRMED = { [READ]: { ...subscription, isConfirmed: false }, [CONFIRM]: subscription };

describe('the link to confirm', () => {
  it('shows address and topics, and confirms on the press of the button only', async () => {
    const { server } = await open(`?confirm=${TOKEN}`, UNCONFIRMED);
    expect(title()).toBe('Confirm your subscription');
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([EMAIL, 'Changes of the APIIncidents']);
    expect(server.calls.map(({ call }) => call)).toEqual([READ]);
    await press('Confirm subscription');
    expect(server.calls.map(({ call, body }) => [call, body])).toEqual([
      [READ, { token: TOKEN }],
      [CONFIRM, { token: TOKEN }],
    ]);
    expect(screen.getByRole('heading', { name: 'Your subscription is confirmed' })).toBe(document.activeElement);
    expect(topic('Incidents').checked).toBe(true);
    expect(topic('Planned maintenance').checked).toBe(false);
  });
  it('of a confirmed subscription says so and shows its topics to change', async () => {
    await open(`?confirm=${TOKEN}`);
    expect(title()).toBe('Your subscription is confirmed already');
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  });
  it('of an unknown or expired subscription says so and offers the form', async () => {
    await open(`?confirm=${TOKEN}`, { [READ]: unknown });
    expect(screen.getByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy();
    expect(screen.getByText(/not confirmed within 24 hours, or the subscription has ended/)).toBeTruthy();
    expect(screen.getByLabelText('E-mail address')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm subscription' })).toBeNull();
  });
  it('whose subscription expires before the press says so', async () => {
    const { server } = await open(`?confirm=${TOKEN}`, { ...UNCONFIRMED, [CONFIRM]: unknown });
    server.on(READ, unknown);
    await press('Confirm subscription');
    await settle();
    expect(screen.getByRole('heading', { name: 'This link is no longer valid' })).toBe(document.activeElement);
  });
  it('stays with its button when the server refuses or fails', async () => {
    await open(`?confirm=${TOKEN}`, { ...UNCONFIRMED, [CONFIRM]: busy });
    await press('Confirm subscription');
    expect(screen.getByRole('alert').textContent).toContain('The service is busy.');
    expect(title()).toBe('Confirm your subscription');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Confirm subscription' }));
  });
  it.each([
    ['a failure', busy, 'The service is busy.'],
    ['an answer of another kind', { email: EMAIL }, 'The service sent an unexpected answer.'],
    ['a lost connection', () => Promise.reject(new TypeError('offline')), 'The connection was lost.'],
  ])('can be read again after %s', async (_what, answer, text) => {
    const { server } = await open(`?confirm=${TOKEN}`, { [READ]: answer });
    expect(screen.getByRole('alert').textContent).toContain(text);
    expect(screen.queryByRole('button', { name: 'Confirm subscription' })).toBeNull();
    server.on(READ, subscription);
    await press('Try again');
    await settle();
    expect(title()).toBe('Your subscription is confirmed already');
  });
});

describe('the token of a mail', () => {
  it('leaves the address at once, and no address or header of a call has it', async () => {
    const { server, storage } = await open(`?manage=${TOKEN}`);
    expect(address()).toBe(PAGE);
    expect(window.location.href).not.toContain(TOKEN);
    for (const { url, headers } of server.calls) expect(JSON.stringify([url, [...headers]])).not.toContain(TOKEN);
    expect(JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }, storage])).not.toContain(TOKEN);
  });
  it('is found again after a reload', async () => {
    const { unmount } = await open(`?manage=${TOKEN}`);
    const kept: unknown = window.history.state;
    unmount();
    const { server } = await open('', {}, kept);
    expect(title()).toBe('Your subscription');
    expect(server.calls.map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  });
  it('outlives a dialog that opens and closes over the page', async () => {
    const { server } = await open(`?manage=${TOKEN}`);
    await act(async () => goTo(`${PAGE}?m=login`, { state: window.history.state }));
    await act(async () => goTo(PAGE, { replace: true }));
    expect(title()).toBe('Your subscription');
    expect(JSON.stringify(window.history.state)).toContain(TOKEN);
    expect(server.count(READ)).toBe(1);
  });
  it('of a second mail replaces the first one', async () => {
    const { server } = await open(`?manage=${TOKEN}`);
    await act(async () => goTo(`${PAGE}?confirm=${TOKEN}2`));
    await settle();
    expect(server.calls.map(({ body }) => body)).toEqual([{ token: TOKEN }, { token: `${TOKEN}2` }]);
    expect(title()).toBe('Your subscription is confirmed already');
  });
  it.each([
    ['an empty token', '?manage=', null],
    ['a state of another page', '', { returnTo: '/tokens' }],
    ['a state with another purpose', '', { mailToken: { purpose: 'delete', token: TOKEN } }],
    ['a state without a text', '', { mailToken: { purpose: 'manage', token: 7 } }],
  ])('is missing with %s: the page shows the form', async (_what, at, state) => {
    const { server } = await open(at, {}, state);
    expect(title()).toBe('Subscribe');
    expect(server.calls).toEqual([]);
  });
});

describe('a confirmed subscription', () => {
  it('shows its address, and saves other topics', async () => {
    const { server } = await open(`?manage=${TOKEN}`, { [CHANGE]: { ...subscription, topics: ['incidents', 'maintenance'] } });
    expect(title()).toBe('Your subscription');
    expect(screen.getByRole('definition').textContent).toBe(EMAIL);
    fireEvent.click(topic('Changes of the API'));
    fireEvent.click(topic('Planned maintenance'));
    await press('Save');
    expect(server.calls.at(-1)?.body).toEqual({ token: TOKEN, topics: ['incidents', 'maintenance'] });
    expect(screen.getByText('Your topics are saved.')).toBeTruthy();
  });
  it('keeps a topic that only a newer server knows', async () => {
    const topics = ['incidents', 'prices'];
    const { server } = await open(`?manage=${TOKEN}`, { [READ]: { ...subscription, topics }, [CHANGE]: { ...subscription, topics } });
    fireEvent.click(topic('Planned maintenance'));
    await press('Save');
    expect(server.calls.at(-1)?.body).toEqual({ token: TOKEN, topics: [...topics, 'maintenance'] });
  });
  it('is not saved without a topic', async () => {
    const { server } = await open(`?manage=${TOKEN}`);
    fireEvent.click(topic('Changes of the API'));
    fireEvent.click(topic('Incidents'));
    await press('Save');
    expect(screen.getByRole('alert').textContent).toBe('Choose at least one topic, or unsubscribe.');
    expect(document.activeElement).toBe(topic('Changes of the API'));
    expect(server.count(CHANGE)).toBe(0);
  });
  it('keeps the choice when it cannot be saved, and says why', async () => {
    await open(`?manage=${TOKEN}`, { [CHANGE]: busy });
    fireEvent.click(topic('Incidents'));
    await press('Save');
    expect(screen.getByRole('alert').textContent).toContain('The service is busy.');
    expect(topic('Incidents').checked).toBe(false);
    expect(screen.queryByText('Your topics are saved.')).toBeNull();
  });
  it('that has ended elsewhere is not saved, and the page says so', async () => {
    const { server } = await open(`?manage=${TOKEN}`, { [CHANGE]: unknown });
    server.on(READ, unknown);
    await press('Save');
    await settle();
    expect(screen.getByRole('heading', { name: 'This link is no longer valid' })).toBe(document.activeElement);
  });
});

describe('the link of the header List-Unsubscribe', () => {
  it('ends the subscription on the press of the button only, without reading it', async () => {
    const { server } = await open(`?end=${TOKEN}`, { [END]: () => reply(undefined, 204) });
    expect(title()).toBe('Unsubscribe from the updates by mail?');
    expect(server.calls).toEqual([]);
    expect(address()).toBe(PAGE);
    await press('Unsubscribe');
    expect(server.calls.map(({ call, body }) => [call, body])).toEqual([[END, { token: TOKEN }]]);
    expect(screen.getByRole('heading', { name: 'You are unsubscribed' })).toBe(document.activeElement);
    await press('Subscribe again');
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail address'));
  });
  it('with an incomplete token says so and offers the form', async () => {
    await open(`?end=${TOKEN}`, { [END]: unknown });
    await press('Unsubscribe');
    expect(screen.getByRole('heading', { name: 'This link is no longer valid' })).toBe(document.activeElement);
    expect(screen.queryByText('You are unsubscribed')).toBeNull();
  });
  it('stays with its button when the server fails', async () => {
    await open(`?end=${TOKEN}`, { [END]: busy });
    await press('Unsubscribe');
    expect(screen.getByRole('alert').textContent).toContain('The service is busy.');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unsubscribe' }));
  });
});

describe('unsubscribing', () => {
  it('asks first, ends the subscription, and can be followed by a new one with the same values', async () => {
    const { server } = await open(`?manage=${TOKEN}`, { [END]: () => reply(undefined, 204) });
    await press('Unsubscribe');
    expect(screen.getByRole('group', { name: `Unsubscribe ${EMAIL}?` })).toBe(document.activeElement);
    expect(server.count(END)).toBe(0);
    await press('Unsubscribe');
    expect(server.calls.at(-1)).toMatchObject({ call: END, body: { token: TOKEN } });
    expect(screen.getByRole('heading', { name: 'You are unsubscribed' })).toBe(document.activeElement);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await press('Subscribe again');
    expect(screen.getByLabelText<HTMLInputElement>('E-mail address').value).toBe(EMAIL);
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail address'));
    expect([topic('Incidents').checked, topic('Planned maintenance').checked]).toEqual([true, false]);
    expect(JSON.stringify(window.history.state)).not.toContain(TOKEN);
  });
  it('does nothing after Cancel, and the focus returns to the button', async () => {
    const { server } = await open(`?manage=${TOKEN}`);
    await press('Unsubscribe');
    await press('Cancel');
    await act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(server.count(END)).toBe(0);
  });
  it('that fails says so, and forgets the failure after Cancel', async () => {
    await open(`?manage=${TOKEN}`, { [END]: busy });
    await press('Unsubscribe');
    await press('Unsubscribe');
    expect(screen.getByRole('alert').textContent).toContain('The service is busy.');
    expect(title()).toBe('Your subscription');
    await press('Cancel');
    await press('Unsubscribe');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
