import type { DeveloperSession } from '@portico/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeServer, hold, refuse, reply } from '../../shared/api/fake-server.ts';
import { DEVELOPER, openPart, press, settle } from '../../shared/portal/testing/open-part.tsx';
import { SessionsPage } from './index.ts';

const LIST = 'GET /identity/sessions';
const END = 'DELETE /identity/sessions/dse_2';
const END_OTHERS = 'DELETE /identity/sessions';
const session = (number: number, more: Partial<DeveloperSession> = {}): DeveloperSession => ({
  id: `dse_${number}`,
  browser: 'Firefox on Windows',
  startedAt: '2026-11-20T12:00:00Z',
  lastSeenAt: '2026-11-20T12:30:00Z',
  isCurrent: number === 1,
  ...more,
});

afterEach(cleanup);

/** A server with these sessions. */
async function open(sessions: DeveloperSession[], answers: Parameters<typeof createFakeServer>[0] = {}) {
  const server = createFakeServer({
    [LIST]: () => reply({ sessions: [...sessions] }),
    [END]: () => {
      sessions.splice(1, 1);
      return reply(undefined, 204);
    },
    [END_OTHERS]: () => {
      sessions.splice(1);
      return reply(undefined, 204);
    },
    ...answers,
  });
  const part = openPart(<SessionsPage />, { server, user: DEVELOPER, at: '/tpp/sessions' });
  await settle();
  return { server, said: () => part.toasts.list().map(({ text }) => text) };
}
const rows = () => screen.getAllByRole('listitem').map((row) => row.querySelector('.strong')?.textContent);

describe('the page of sessions', () => {
  it('names each browser, marks this one and offers no end of it', async () => {
    await open([session(1), session(2, { browser: null })]);
    expect(rows()).toEqual(['Firefox on Windows', 'Unknown browser']);
    expect(screen.getAllByText('This browser')).toHaveLength(1);
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
      'End session: Unknown browser',
      'End all other sessions',
    ]);
  });

  it('says that there is no other session', async () => {
    await open([session(1)]);
    expect(screen.getByText('You are logged in nowhere else.')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('ends one session, says so and shows those that are left', async () => {
    const { said } = await open([session(1), session(2, { browser: 'Safari on iOS' }), session(3)]);
    await press('End session: Safari on iOS');
    expect(said()).toEqual(['The session of Safari on iOS has ended.']);
    expect(document.activeElement).toBe(screen.getByRole('list'));
    expect(rows()).toEqual(['Firefox on Windows', 'Firefox on Windows']);
  });

  it('asks before it ends all others, and does nothing when the developer cancels', async () => {
    const { server, said } = await open([session(1), session(2), session(3)]);
    await press('End all other sessions');
    await press('Cancel');
    expect(server.count(END_OTHERS)).toBe(0);
    await press('End all other sessions');
    await press('End sessions');
    expect(said()).toEqual(['All other sessions have ended.']);
    expect(document.activeElement).toBe(screen.getByRole('list'));
    expect(screen.getByText('You are logged in nowhere else.')).toBeDefined();
  });

  it('shows the list again when a session had ended already', async () => {
    const sessions = [session(1), session(2)];
    await open(sessions, {
      [END]: () => {
        sessions.splice(1);
        return refuse(404, 'NOT_FOUND', 'This session has ended already. Load the list again.');
      },
    });
    await press('End session: Firefox on Windows');
    expect(rows()).toEqual(['Firefox on Windows']);
  });

  it('keeps the question and says why when the end of all others fails', async () => {
    await open([session(1), session(2)], { [END_OTHERS]: () => refuse(503, 'UNAVAILABLE', 'The database does not answer.') });
    await press('End all other sessions');
    await press('End sessions');
    expect(screen.getAllByText('The database does not answer.').length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'End sessions' })).toBeDefined();
  });

  it('says that it is loading, and offers another try when it cannot', async () => {
    await open([], { [LIST]: hold });
    expect(screen.getByText('Loading your sessions')).toBeDefined();
    cleanup();
    await open([], { [LIST]: () => refuse(500, 'INTERNAL', 'Something went wrong.') });
    expect(screen.getByText('Something went wrong.')).toBeDefined();
    expect(screen.getByRole('button')).toBeDefined();
  });
});
