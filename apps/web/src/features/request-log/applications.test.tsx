import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createFakeServer, hold, type RecordedCall, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { address, DEVELOPER, openPart } from '../../shared/portal/testing/open-part.tsx';
import { RequestLogPage } from './request-log-page.tsx';

const LOG = 'GET /api/tpp/requests';
const LIST = 'GET /api/tpp/applications';
const APPLICATIONS = ['one-1', 'two-2'].map((clientId) => ({ clientId, clientName: `Name of ${clientId}`, isSuspended: false }));
const clientIdOf = ({ headers }: RecordedCall) => headers.get('tpp-client-id') ?? 'one-1';
const isWaiting = ({ url }: RecordedCall) => url.includes('after=');
/** One call, whose path is the client id. */
const pageOf = (clientId: string) =>
  reply({
    items: [
      {
        ...{ id: '7', at: '2026-11-20T12:00:00Z', requestId: 'r-7', method: 'GET', path: `/of/${clientId}` },
        ...{ status: 200, durationMs: 12, isAuthenticated: true },
      },
    ],
  });
const answerLog: Answer = (recorded, signal) => (isWaiting(recorded) ? hold(recorded, signal) : pageOf(clientIdOf(recorded)));

beforeEach(() => window.sessionStorage.clear());
afterEach(cleanup);

function open({ at = '/tpp/requests', answers = {} }: { at?: string; answers?: Record<string, object> } = {}) {
  const server = createFakeServer({
    [LIST]: APPLICATIONS,
    [LOG]: answerLog,
    'GET /api/tpp/usage': (recorded: RecordedCall) =>
      reply({ total: { calls: clientIdOf(recorded) === 'one-1' ? 111 : 222, failed: 0 }, steps: [], errors: [] }),
    ...answers,
  });
  return openPart(<RequestLogPage config={recordedConfig} />, { server, user: DEVELOPER, at });
}

const field = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Application' });
const choose = async (clientId: string) => fireEvent.change(await field(), { target: { value: clientId } });

describe('the request log of several applications', () => {
  it('shows the calls of the chosen one, and follows only these', async () => {
    const { server } = open();
    expect(await screen.findByText('/of/one-1')).toBeTruthy();
    await choose('two-2');
    expect(screen.queryByText('/of/one-1')).toBeNull();
    expect(await screen.findByText('/of/two-2')).toBeTruthy();
    await waitFor(() => expect(clientIdOf(server.calls.findLast(isWaiting) ?? ({ headers: new Headers() } as RecordedCall))).toBe('two-2'));
  });
  it('drops a page and new calls of the former one that come late', async () => {
    const first = Promise.withResolvers<Response>();
    const news = Promise.withResolvers<Response>();
    const late: Answer = (recorded, signal) => {
      if (clientIdOf(recorded) === 'two-2') return answerLog(recorded, signal);
      return isWaiting(recorded) ? news.promise : first.promise;
    };
    open({ answers: { [LOG]: late } });
    await choose('two-2');
    await act(async () => {
      first.resolve(pageOf('one-1'));
      news.resolve(pageOf('one-1'));
    });
    expect(await screen.findByText('/of/two-2')).toBeTruthy();
    expect(screen.queryByText('/of/one-1')).toBeNull();
  });
  it('shows the figures of the chosen one', async () => {
    open({ at: '/tpp/requests?view=usage' });
    expect(await screen.findByText('111')).toBeTruthy();
    await choose('two-2');
    expect(screen.queryByText('111')).toBeNull();
    expect(await screen.findByText('222')).toBeTruthy();
  });
  it('is chosen by the address, which keeps its view', async () => {
    open({ at: '/tpp/requests?view=usage&application=two-2' });
    expect(await screen.findByText('222')).toBeTruthy();
    expect(address()).toBe('/tpp/requests?view=usage');
  });
  it('gives way when the chosen one is deleted in another tab', async () => {
    window.sessionStorage.setItem('portico-application', 'gone-3');
    const gone: Answer = (recorded, signal) =>
      clientIdOf(recorded) === 'gone-3' ? refuse(404, 'NOT_FOUND', 'There is no such application.') : answerLog(recorded, signal);
    const { toasts } = open({ answers: { [LOG]: gone } });
    expect(await screen.findByText('/of/one-1')).toBeTruthy();
    expect(toasts.list().map(({ text }) => text)).toEqual(['The application that was chosen before is gone. You see Name of one-1 now.']);
  });
  it.each([
    ['one', () => reply(APPLICATIONS.slice(0, 1))],
    ['none', () => reply([])],
    ['an unreadable list', () => reply({})],
    ['no list', () => refuse(503, 'UNAVAILABLE', 'Not now.')],
  ])('offers no choice with %s, and shows the calls', async (_what, answer) => {
    open({ answers: { [LIST]: answer } });
    expect(await screen.findByText('/of/one-1')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Application' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
