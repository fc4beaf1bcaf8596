import type { ExplorerIndex, PortalUser } from '@portico/contract';
import homepage from '@portico/contract/recorded/content-homepage';
import contentMenu from '@portico/contract/recorded/content-menu';
import contentPage from '@portico/contract/recorded/content-page';
import missingPage from '@portico/contract/recorded/content-page-missing';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../shared/api/api-client.ts';
import { reply } from '../shared/api/fake-server.ts';
import { recordedConfig } from '../shared/api/recorded-config.ts';
import { authorized, signedOut, userFound } from '../shared/auth/auth-slice.ts';
import { goTo, hrefOf, usePlace } from '../shared/portal/router/place.ts';
import { createBrowserStorage } from '../shared/storage/browser-storage.ts';
import { createToastQueue } from '../shared/ui/toast-queue.ts';
import { Portal, portalSlices } from './portal.tsx';
import { createAppStore } from './store.ts';

const menu = contentMenu.body;
const MENU = {
  ...menu,
  main: [
    ...menu.main,
    { title: 'Missing', pageUrl: '/missing', component: 'ContentPage' },
    { title: 'Ask for a consent', pageUrl: '/api-explorer/consents/createConsent', component: 'OperationPage' },
    { title: 'No operation', pageUrl: '/operation', component: 'OperationPage' },
  ],
};
const pageOf = (title: string, url: string) => ({
  ...contentPage.body,
  title,
  url,
  field_paragraphs: [{ type: 'text', content: [{ text: `About ${title}.` }] }],
});
const ANSWERS: Readonly<Record<string, object>> = {
  '/content/dev-portal-menu': MENU,
  '/content/homepage.json': { ...homepage.body, field_paragraphs: pageOf('Home', '/').field_paragraphs },
  '/content/dev-portal-pages/welcome': pageOf('Welcome', '/welcome'),
  '/content/dev-portal-pages/cookie-policy': contentPage.body,
};

const INDEX: ExplorerIndex = {
  sections: [
    {
      apiId: 'consents',
      title: 'Consents',
      list: 'main',
      version: '1',
      description: '',
      isSendable: true,
      operations: [{ operationId: 'createConsentStatus', method: 'GET', path: '/v1/consents', summary: 'Status' }],
    },
  ],
  changes: [],
};

// Imported before the tests, because the time of the first import depends on the machine.
beforeAll(() => import('../features/explorer/index.ts'));
afterEach(cleanup);

function open(address: string, answers: Readonly<Record<string, object>> = ANSWERS, user: PortalUser | 'unknown' | null = null) {
  const fetch = async (url: string | URL | Request) => {
    const answer = answers[String(url)];
    return answer === undefined ? reply(missingPage.body, missingPage.status) : reply(answer);
  };
  const clientBases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const api = createApiClient({ bases: clientBases, subject: () => null, onLoggedOut: vi.fn(), onTerminated: vi.fn(), fetch });
  const initialQuery = { takeEntryTicket: () => undefined, takeVerification: () => undefined, code: undefined };
  const toasts = createToastQueue();
  const store = createAppStore({
    api,
    initialQuery,
    storage: createBrowserStorage(window),
    toasts,
    addSlices: (...slices) => store.addSlices(...slices),
  });
  store.addSlices(...portalSlices);
  if (user === null) store.dispatch(signedOut());
  else if (user !== 'unknown') {
    store.dispatch(userFound(user));
    store.dispatch(authorized());
  }
  window.history.replaceState(null, '', hrefOf(address));
  render(
    <Provider store={store}>
      <Portal config={recordedConfig} />
      <Address />
    </Provider>,
  );
  return { store, toasts, goOn: (path: string) => act(async () => goTo(path)) };
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
  it('draws every recorded paragraph of a page', async () => {
    open('/cookie-policy');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(contentPage.body.title);
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it('shows the landing page for an unknown path, and says why', async () => {
    const { toasts } = open('/nowhere');
    expect(await screen.findByText('About Home.')).toBeTruthy();
    expect(toasts.list()).toMatchObject([{ kind: 'error', text: 'There is no page at this address.' }]);
  });
  it.each([
    ['signed out', null, 'Create a free sandbox', '#/?m=register'],
    ['signed in', { userId: 'dev_mari', userName: 'mari@lumenbooks.example' }, 'Open your sandbox', '#/tokens'],
  ] as const)('the first action of the landing page leads a developer who is %s to a sandbox', async (_, user, label, href) => {
    const actions = [{ label: 'Create a free sandbox', href: '#/?m=register', primary: true }];
    const field_paragraphs = [{ type: 'hero', title: 'Home', lead: 'Lead', actions }];
    open('/', { ...ANSWERS, '/content/homepage.json': { ...homepage.body, field_paragraphs } }, user);
    expect((await screen.findByText(label)).closest('a')?.getAttribute('href')).toBe(href);
  });
  it.each(['/Welcome', '/WELCOME/'])('shows the page of the menu at %s, without a message', async (address) => {
    const { toasts } = open(address);
    expect(await screen.findByText('About Welcome.')).toBeTruthy();
    expect(toasts.list()).toEqual([]);
  });
  it.each(['/api-status/subscription', '/API-STATUS/Subscription'])('shows the updates by mail below the status at %s', async (path) => {
    open(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Updates by mail' })).toBeTruthy();
    expect(document.title).toBe('Updates by mail · Portico');
  });
  it.each(['/api-status/subscriptions', '/api-status/subscription/more'])('has no page at %s', async (path) => {
    open(path);
    expect(await screen.findByText('About Home.')).toBeTruthy();
  });
  it('opens the operation page for an id with encoded characters', async () => {
    open('/api-explorer/own/repos%2Fget%20one');
    expect(await screen.findByText('There is no such operation.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('repos/get one');
    expect(screen.getByRole('link', { name: 'See all operations' }).getAttribute('href')).toBe('#/api-explorer');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
    expect(crumbs.getByRole('link', { name: 'API Explorer' })).toBeTruthy();
    expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Home', 'API Explorer', 'repos/get one']);
  });
  it('leads to an operation whose address has another letter case', async () => {
    open('/Api-Explorer/Consents/createconsentstatus/', { ...ANSWERS, '/api/specs/index?list=main': INDEX });
    await waitFor(() => expect(window.location.hash).toBe('#/api-explorer/consents/createConsentStatus'));
  });
  it.each([
    ['/api-explorer/consents/createConsent', 'createConsent', 'Ask for a consent'],
    ['/operation', 'operation', 'No operation'],
  ])('opens the operation page for a menu entry: %s', async (address, name, title) => {
    open(address);
    expect(await screen.findByText('There is no such operation.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name);
    expect(screen.getByRole('link', { name: 'See all operations' }).getAttribute('href')).toBe('#/api-explorer');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
    expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Home', title]);
  });
  it('says Page not found where the content is missing', async () => {
    open('/missing');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found'));
  });
  it('moves the focus to the title after a navigation, not when the first page opens', async () => {
    const { goOn } = open('/');
    await screen.findByText('About Home.');
    expect(document.activeElement).toBe(document.body);
    await goOn('/welcome');
    await screen.findByText('About Welcome.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
  it('offers the hidden pages and the support contact in the footer', async () => {
    open('/');
    await screen.findByText('About Home.');
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'Cookie policy' }).getAttribute('href')).toBe('#/cookie-policy');
    expect(footer.getByRole('link', { name: recordedConfig.supportContact }).getAttribute('href')).toBe(`mailto:${recordedConfig.supportContact}`);
  });
  it('shows the error and Try again when the menu cannot be loaded', async () => {
    open('/', {});
    expect((await screen.findByRole('alert')).textContent).toContain('Page not found');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
  it('refuses a menu with an unsafe address', async () => {
    open('/', {
      ...ANSWERS,
      '/content/dev-portal-menu': { main: [{ title: 'x', pageUrl: 'javascript:1', component: 'ContentPage' }], hidden: [], user: [] },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('unexpected answer');
  });
});

const MARI: PortalUser = { userId: 'subject-1', userName: 'mari@lumen.example' };

describe('the header', () => {
  it('offers LOG IN and SIGN UP over the current page, and an avatar that opens the login', async () => {
    open('/welcome');
    await screen.findByText('About Welcome.');
    expect(screen.getAllByRole('link', { name: 'LOG IN' }).map((link) => link.getAttribute('href'))).toEqual([
      '#/welcome?m=login',
      '#/welcome?m=login',
    ]);
    expect(screen.getAllByRole('link', { name: 'SIGN UP' }).map((link) => link.getAttribute('href'))).toEqual([
      '#/welcome?m=register',
      '#/welcome?m=register',
    ]);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('#/welcome?m=login');
    expect(screen.queryByText('LOGOUT')).toBeNull();
  });
  it('shows the first 2 characters of the username and the user menu after the login', async () => {
    open('/welcome', ANSWERS, MARI);
    await screen.findByText('About Welcome.');
    expect(screen.getByRole('button', { name: 'ma, User menu, mari@lumen.example' }).textContent).toBe('ma');
    const userMenu = within(document.getElementById('user-menu') ?? document.body);
    expect(userMenu.getByText('Developer')).toBeTruthy();
    expect(userMenu.getAllByRole('link', { hidden: true }).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Tokens', '#/tokens'],
      ['Application identity', '#/tpp'],
      ['Certificates', '#/tpp/certificates'],
      ['Request log', '#/tpp/requests'],
      ['Notifications', '#/tpp/notifications'],
      ['Sessions', '#/tpp/sessions'],
      ['Security', '#/tpp/security'],
      ['LOGOUT', '#/logout'],
      ['Delete profile', '#/welcome?m=confirmDelete'],
    ]);
    expect(screen.queryByText('LOG IN')).toBeNull();
    expect(screen.queryByText('SIGN UP')).toBeNull();
  });
  it('offers neither login nor user menu until the session is known', async () => {
    open('/welcome', ANSWERS, 'unknown');
    await screen.findByText('About Welcome.');
    expect(screen.queryByText('LOG IN')).toBeNull();
    expect(screen.queryByRole('button', { name: /User menu/ })).toBeNull();
  });
});

describe('a page that requires a login', () => {
  it.each(['/tokens', '/tpp'])('%s redirects a signed-out visitor to /?m=login and remembers the requested page', async (path) => {
    open(path);
    await screen.findByText('About Home.');
    expect(screen.getByTestId('address').textContent).toBe('/?m=login');
    expect(screen.getByTestId('state').textContent).toBe(JSON.stringify({ returnTo: path }));
  });
  it('waits until the session is known', async () => {
    const { store } = open('/tpp', ANSWERS, 'unknown');
    await waitFor(() => expect(screen.getAllByRole('status').length).toBeGreaterThan(0));
    expect(screen.getByTestId('address').textContent).toBe('/tpp');
    act(() => {
      store.dispatch(userFound(MARI));
      store.dispatch(authorized());
    });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Application identity');
    expect(screen.getByTestId('address').textContent).toBe('/tpp');
  });
});

function Address() {
  const { pathname, search, state } = usePlace();
  return (
    <>
      <p data-testid="address">{`${pathname}${search}`}</p>
      <p data-testid="state">{JSON.stringify(state)}</p>
    </>
  );
}
