import homepage from '@portico/contract/recorded/content-homepage';
import contentMenu from '@portico/contract/recorded/content-menu';
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordedConfig } from '../shared/api/recorded-config.ts';
import { signedOut } from '../shared/auth/auth-slice.ts';
import { createI18n } from '../shared/i18n/catalogues.ts';
import { createToastQueue } from '../shared/ui/toast-queue.ts';
import { Toasts } from '../shared/ui/toasts.tsx';
import { Frame } from './frame.tsx';
import { PortalApp, preloadContent } from './portal-app.tsx';
import { drawFirstSight } from './prerender-landing-page.tsx';
import { startPage } from './start.ts';

const MENU = '/dev-portal-menu';
const HOME = '/homepage.json';
const content = { [MENU]: contentMenu.body, [HOME]: homepage.body };
const withParagraphs = (...paragraphs: object[]) => ({ ...content, [HOME]: { ...homepage.body, field_paragraphs: paragraphs } });
const hero = (title: string, href = '#/welcome') => ({ type: 'hero', title, lead: title, actions: [{ label: title, href, primary: true }] });

function parsed(html: string | undefined): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = html ?? '';
  return element;
}

afterEach(() => vi.restoreAllMocks());

describe('the prerendered landing page', () => {
  it('shows the menu and the page, without a login state', async () => {
    const seen = parsed(await drawFirstSight(recordedConfig, content));
    expect(seen.querySelector('h1')?.textContent).toContain('accounts and payments');
    expect(Array.from(seen.querySelectorAll('#main-menu a'), (link) => link.textContent)).toEqual(contentMenu.body.main.map(({ title }) => title));
    expect(seen.textContent).toContain(recordedConfig.bankLegalName);
    expect(seen.textContent).not.toContain('LOG IN');
  });

  it.each([
    ['<script>alert(1)</script>', 'script'],
    ['</h1></div><img src=x onerror=alert(1)>', 'img'],
    ['"><svg onload=alert(1)>', 'h1 svg, p svg'],
    ["' onmouseover='alert(1)", '[onmouseover]'],
    ['</template></noscript><iframe srcdoc="<script>alert(1)</script>">', 'iframe'],
    ['<!--><form action=//evil.example>', 'form'],
    ['&lt;b&gt; &#60;b&#62;', 'h1 b'],
    ['$& $1 $`', 'b'],
  ])('shows %j as text in every place', async (text, element) => {
    const menu = { ...contentMenu.body, main: [{ title: text, pageUrl: '/x', component: 'ContentPage', isShortcut: true }] };
    const steps = { type: 'steps', title: text, items: [{ who: text, atBank: true, title: text, text, code: text }] };
    const links = { type: 'links', title: text, items: [{ label: text, href: '#/x', text, note: text }] };
    const config = { ...recordedConfig, productName: text, bankLegalName: text, supportContact: text };
    const seen = parsed(await drawFirstSight(config, { ...withParagraphs(hero(text), steps, links), [MENU]: menu }));
    expect(seen.querySelectorAll(element)).toHaveLength(0);
    expect(seen.querySelector('h1')?.textContent).toBe(text);
    expect(seen.textContent.split(text).length).toBeGreaterThan(15);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example',
    ' javascript:x',
  ])('is not rendered with a link to %j, which a browser would refuse', async (href) => {
    expect(await drawFirstSight(recordedConfig, withParagraphs(hero('Home', href)))).toBeUndefined();
  });

  it.each([
    ['no menu', { [HOME]: homepage.body }],
    ['a broken menu', { ...content, [MENU]: { main: 'none' } }],
    ['no landing page', { [MENU]: contentMenu.body }],
    ['an unknown paragraph', withParagraphs({ type: 'script', text: 'x' })],
    ['a menu without the landing page', { ...content, [MENU]: { ...contentMenu.body, hidden: [] } }],
    [
      'a menu with another page in its place',
      { ...content, [MENU]: { ...contentMenu.body, hidden: [{ title: 'Home', pageUrl: '/', component: 'NewsPage' }] } },
    ],
  ])('is not rendered when the content has %s', async (_name, broken) => {
    expect(await drawFirstSight(recordedConfig, broken)).toBeUndefined();
  });
});

describe('hydration of the landing page', () => {
  let root: Root | undefined;
  beforeEach(() => {
    vi.stubGlobal('fetch', () => new Promise<Response>(() => {}));
  });
  afterEach(() => {
    act(() => root?.unmount());
    document.body.replaceChildren();
    window.history.replaceState(null, '', '/');
    vi.unstubAllGlobals();
  });

  async function goOn(given: Record<string, object>) {
    const element = parsed(await drawFirstSight(recordedConfig, content));
    document.body.append(element);
    const heading = element.querySelector('h1');
    const page = startPage(recordedConfig, createI18n());
    const drawnFrom = preloadContent(page.store, given);
    page.store.dispatch(signedOut());
    const mismatches: unknown[] = [];
    vi.spyOn(console, 'error').mockImplementation((...said) => void mismatches.push(said));
    await act(async () => {
      root = hydrateRoot(
        element,
        <Frame page={page} drawnFrom={drawnFrom} toasts={<Toasts queue={createToastQueue()} />}>
          <PortalApp config={recordedConfig} />
        </Frame>,
        { onRecoverableError: (error) => mismatches.push(error) },
      );
    });
    return { element, heading, mismatches };
  }

  it('keeps its elements and adds the login state', async () => {
    const { element, heading, mismatches } = await goOn(content);
    expect(mismatches).toEqual([]);
    expect(heading).not.toBeNull();
    expect(element.querySelector('h1')).toBe(heading);
    expect(element.textContent).toContain('LOG IN');
  });

  it('shows the page of the current address', async () => {
    window.history.replaceState(null, '', '/#/cookie-policy');
    const { element, mismatches } = await goOn(content);
    expect(mismatches).toEqual([]);
    expect(element.querySelector('nav[aria-label="Breadcrumbs"]')?.textContent).toContain('Cookie policy');
  });

  it('reports a mismatch when the content differs', async () => {
    const { mismatches } = await goOn(withParagraphs(hero('Another')));
    expect(mismatches).not.toEqual([]);
  });
});
