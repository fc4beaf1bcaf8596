import { LOCALES } from '@portico/contract/values';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { createToastQueue } from '../../shared/ui/toast-queue.ts';
import { openMaintenance } from './open-maintenance.tsx';

const RUNNING = { maintenanceId: 'mnt_1', state: 'running', startsAt: '2026-11-20T23:00:00Z', endsAt: '2026-11-21T02:30:00Z', texts: {} };
const STATE = 'GET /api/maintenance';
const TEXT = 'GET /content/ob-maintenance';
const TITLES = { en: 'Maintenance', et: 'Hooldus', lt: 'Priežiūra', lv: 'Apkope', ru: 'Работы' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T00:07:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const titleOf = (url: string) => {
  const lang = new URL(url, 'http://x.example').searchParams.get('lang');
  return LOCALES.filter((locale) => locale === lang).map((locale) => TITLES[locale])[0];
};

async function open(address: string, answers: Parameters<typeof createFakeServer>[0] = {}) {
  window.history.replaceState(null, '', address);
  const server = createFakeServer({
    [STATE]: { running: RUNNING, planned: [] },
    [TEXT]: ({ url }) => reply({ title: titleOf(url), body: `<p>${titleOf(url)}!</p>` }),
    ...answers,
  });
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const ignore = () => undefined;
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  const toasts = createToastQueue();
  const Page = await openMaintenance({ config: recordedConfig, api, toasts });
  render(<Page />);
  await pass(0);
  return { server, toasts };
}

describe('the maintenance page', () => {
  it.each(LOCALES)('is shown in %s for that lang in the address, with the planned end in the bank’s time zone', async (lang) => {
    const { server } = await open(`/#/maintenance?lang=${lang.toUpperCase()}`);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(TITLES[lang]);
    expect(document.documentElement.lang).toBe(lang);
    expect(document.title).toBe(`${TITLES[lang]} · ${recordedConfig.productName}`);
    expect(screen.getByText(/04:30 EET/)).toBeTruthy();
    const asked = server.calls.find(({ call }) => call === TEXT)?.url ?? '';
    expect(new URL(asked, 'http://x.example').searchParams.get('api')).toBe(recordedConfig.apiBase);
  });

  it('is shown in English for an unsupported lang, despite a language chosen on another page', async () => {
    window.sessionStorage.setItem('portico-chosen-language', 'lv');
    await open('/#/maintenance?lang=fi');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Maintenance');
  });

  it('follows the language selector and writes the choice into the address', async () => {
    await open('/#/maintenance?from=%2Ftokens');
    await act(async () => void fireEvent.change(screen.getByRole('combobox'), { target: { value: 'lt' } }));
    // A language that comes for the first time takes more than a turn.
    await act(() => expect.poll(() => document.documentElement.lang).toBe('lt'));
    await pass(0);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Priežiūra');
    expect(window.location.hash).toBe('#/maintenance?from=%2Ftokens&lang=lt');
  });

  it('shows the road sign with its accessible name, and says when the end is unknown', async () => {
    const { endsAt: _, ...open_ } = RUNNING;
    await open('/#/maintenance', { [STATE]: { running: open_, planned: [] } });
    expect(screen.getByRole('img', { name: 'Road sign: work in progress' })).toBeTruthy();
    expect(screen.getByText('Not known yet')).toBeTruthy();
  });

  it('shows the logo beside the name of the product', async () => {
    await open('/#/maintenance');
    expect(screen.getByText(recordedConfig.productName).querySelector('svg')).not.toBeNull();
  });

  it.each([
    ['refuses', () => refuse(500, 'INTERNAL_ERROR', 'x')],
    ['answers another shape', () => reply({ body: 1 })],
    ['answers a page', () => new Response('<html>')],
  ])('shows a toast when the content service %s, and its built-in text', async (_, text) => {
    const { toasts } = await open('/#/maintenance', { [TEXT]: text });
    expect(toasts.list()).toMatchObject([{ kind: 'error', text: 'Error calling Api. The content service is not available.' }]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('We are maintaining our service');
    expect(screen.getByText(/are temporarily unavailable/)).toBeTruthy();
  });

  it('renders foreign HTML without scripts, styles, images and links', async () => {
    const body =
      '<p onclick="x()">Hello <b>you</b><img src=//canary.example onerror=x()></p><script>x()</script><style>*{}</style><a href="javascript:x()">go</a>';
    await open('/#/maintenance', { [TEXT]: { title: '<b>Title</b>', body } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('<b>Title</b>');
    expect(screen.getByText('you').tagName).toBe('STRONG');
    expect(document.querySelectorAll('script, style, main img:not([alt*="sign"]), main a, [onclick]')).toHaveLength(0);
  });
});

describe('a visitor redirected to the maintenance page', () => {
  it('returns to their page when the maintenance ends', async () => {
    const { server } = await open('/#/maintenance?from=%2Ftokens%3Fx%3D1');
    await pass(16_000);
    expect(window.location.hash).toContain('#/maintenance');
    server.on(STATE, { running: null, planned: [] });
    await pass(16_000);
    expect(window.location.hash).toBe('#/tokens?x=1');
  });

  it('returns at once when the maintenance is already over', async () => {
    await open('/#/maintenance?from=%2Fwelcome', { [STATE]: { running: null, planned: [] } });
    expect(window.location.hash).toBe('#/welcome');
  });

  it('stays while the maintenance status cannot be read', async () => {
    await open('/#/maintenance?from=%2Fwelcome', { [STATE]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await pass(60_000);
    expect(window.location.hash).toBe('#/maintenance?from=%2Fwelcome');
  });
});

describe('a visitor who opened the maintenance page directly', () => {
  it('sees that the service works and when the next maintenance begins', async () => {
    await open('/#/maintenance', { [STATE]: { running: null, planned: [{ ...RUNNING, state: 'planned' }] } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The service is working');
    expect(screen.getByRole('link', { name: 'Go to the portal' })).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/Maintenance!|unavailable|will not be carried out|when the work is over/);
    expect(screen.getByText('Begins')).toBeTruthy();
    await pass(60_000);
    expect(window.location.hash).toBe('#/maintenance');
  });

  it('is redirected to the start page when the maintenance ends', async () => {
    const { server } = await open('/#/maintenance');
    server.on(STATE, { running: null, planned: [] });
    await pass(16_000);
    expect(window.location.hash).toBe('#/');
  });
});
