import type { ContentPage, Menu, RuntimeConfig } from '@portico/contract';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../shared/api/api-client.ts';
import { createBrowserStorage } from '../shared/storage/browser-storage.ts';
import { createToastQueue } from '../shared/ui/toast-queue.ts';
import { Portal, portalReducers } from './portal.tsx';
import { createAppStore } from './store.ts';

const timeZones = { ee: 'Europe/Tallinn', lv: 'Europe/Riga', lt: 'Europe/Vilnius' };
const bases = { apiBase: '/api', contentBase: '/content', sandboxBase: '/api', identityBase: '/identity' };
const names = { productName: 'Portico', bankName: 'Portico Bank', bankLegalName: 'Portico Bank AS', supportContact: 'help@bank.example' };
const config: RuntimeConfig = { ...names, ...bases, defaultLocale: 'en', hasSandboxBank: true, timeZones };
const menu: Menu = {
  main: [
    { title: 'Welcome', pageUrl: '/welcome', component: 'ContentPage' },
    { title: 'Missing', pageUrl: '/missing', component: 'ContentPage' },
    { title: 'Statistics', pageUrl: '/statistics', component: 'StatisticsPage' },
  ],
  hidden: [
    { title: 'Home', pageUrl: '/', component: 'LandingPage' },
    { title: 'Cookie policy', pageUrl: '/cookie-policy', component: 'ContentPage' },
  ],
  user: [],
};
const pageOf = (title: string, url: string): ContentPage => ({
  title,
  url,
  field_paragraphs: [{ type: 'text', content: [{ text: `About ${title}.` }] }],
});
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/content/dev-portal-menu': menu,
  '/content/homepage.json': pageOf('Home', '/'),
  '/content/dev-portal-pages/welcome': pageOf('Welcome', '/welcome'),
};
const refusal = { errors: [{ code: 'NOT_FOUND', text: 'Page not found' }], message: 'Page not found' };

afterEach(cleanup);

function open(address: string, answers: Readonly<Record<string, unknown>> = ANSWERS) {
  const fetch = async (url: string | URL | Request) => {
    const answer = answers[String(url)];
    return answer === undefined ? new Response(JSON.stringify(refusal), { status: 404 }) : new Response(JSON.stringify(answer));
  };
  const clientBases = { api: '/api', content: '/content', root: '' };
  const api = createApiClient({ bases: clientBases, subject: () => null, onLoggedOut: vi.fn(), onTerminated: vi.fn(), fetch });
  const arrival = { takeEntryTicket: () => undefined, code: undefined };
  const store = createAppStore({ api, arrival, storage: createBrowserStorage(window) }, createToastQueue());
  store.addReducers(portalReducers);
  let navigate: NavigateFunction = () => undefined;
  function Way() {
    navigate = useNavigate();
    return null;
  }
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <Way />
        <Portal config={config} />
      </MemoryRouter>
    </Provider>,
  );
  return { goTo: (path: string) => act(async () => navigate(path)) };
}

describe('the portal', () => {
  it('shows a page of the menu with its title, its breadcrumbs from Home and the document’s title', async () => {
    open('/welcome');
    expect(await screen.findByText('About Welcome.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
    expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Home', 'Welcome']);
    expect(document.title).toBe('Welcome · Portico');
  });
  it('leads unknown paths to the landing page', async () => {
    open('/nowhere');
    expect(await screen.findByText('About Home.')).toBeTruthy();
  });
  it('has no route for a component without a page', async () => {
    open('/statistics');
    expect(await screen.findByText('About Home.')).toBeTruthy();
  });
  it('says Page not found where the content is missing', async () => {
    open('/missing');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found'));
  });
  it('moves the focus to the title when the visitor goes on, not when the first page opens', async () => {
    const { goTo } = open('/');
    await screen.findByText('About Home.');
    expect(document.activeElement).toBe(document.body);
    await goTo('/welcome');
    await screen.findByText('About Welcome.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
  it('offers the hidden pages and the support contact in the footer', async () => {
    open('/');
    await screen.findByText('About Home.');
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'Cookie policy' }).getAttribute('href')).toBe('#/cookie-policy');
    expect(footer.getByRole('link', { name: 'help@bank.example' }).getAttribute('href')).toBe('mailto:help@bank.example');
  });
  it('says what failed, with a way to try again, when there is no menu', async () => {
    open('/', {});
    expect((await screen.findByRole('alert')).textContent).toContain('Page not found');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
  it('refuses a menu that is not one', async () => {
    open('/', {
      ...ANSWERS,
      '/content/dev-portal-menu': { main: [{ title: 'x', pageUrl: 'javascript:1', component: 'ContentPage' }], hidden: [], user: [] },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('does not understand');
  });
  it('offers nothing that does not exist yet', async () => {
    open('/');
    await screen.findByText('About Home.');
    expect(screen.queryByText('LOG IN')).toBeNull();
    expect(screen.queryByText('SIGN UP')).toBeNull();
  });
});
