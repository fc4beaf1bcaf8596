import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signingFlows } from '../../features/signing/index.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { takeEarlyCall } from '../../shared/early/early-calls.ts';
import { isPrerendered, replayClick } from '../../shared/early/prerendered-page.ts';
import { begin, start } from './begin.ts';

const { apiBase, contentBase, identityBase } = recordedConfig;
const MENU = `${contentBase}/dev-portal-menu`;
const SESSION = `${identityBase}/session`;
const HOMEPAGE = `${contentBase}/homepage.json`;
const specs = (rest: string) => `${apiBase}/specs/${rest}`;
const PARTS = ['sight', 'entry', 'portal', 'landing', 'operation'];
let asked: string[] = [];
let isWide = true;

beforeEach(() => {
  asked = [];
  isWide = true;
  globalThis.porticoFirst = undefined;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({});
  });
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  replayClick();
  document.body.replaceChildren();
  delete document.documentElement.dataset.elsewhere;
});

interface Written {
  readonly config?: string | undefined;
  readonly hasContent?: boolean;
  /** The page that the server has drawn; the other one starts its own script. */
  readonly isDrawn?: boolean;
}

function pageOf({ config = JSON.stringify(recordedConfig), hasContent = false, isDrawn = false }: Written = {}): Document {
  const page = document.implementation.createHTMLDocument();
  const data = (id: string, text: string) => Object.assign(page.createElement('script'), { type: 'application/json', id, textContent: text });
  page.head.append(data('runtime-config', config));
  if (hasContent) page.head.append(data('first-content', '{}'));
  for (const part of PARTS) {
    const link = Object.assign(page.createElement('link'), { href: `https://portal.example/${part}` });
    Object.assign(link.dataset, { for: part, rel: 'modulepreload' }, isDrawn && part === 'entry' ? { entry: '' } : {});
    page.head.append(link);
  }
  return page;
}

const placeOf = (address: string) => new URL(address, 'https://portal.example');
const fetchedBy = (page: Document) =>
  Array.from(page.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'), ({ dataset }) => dataset.for ?? '');

function open(address: string, written?: Written): { calls: string[]; parts: string[] } {
  const page = pageOf(written);
  begin(placeOf(address), page);
  return { calls: asked, parts: fetchedBy(page) };
}

describe('the theme that the visitor chose', () => {
  afterEach(() => window.localStorage.clear());
  it.each([
    ['/#/welcome', 'dark', 'dark'],
    ['/', 'light', 'light'],
    ['/#/welcome', 'red', undefined],
    ['/#/?m=signingPayment', 'dark', undefined],
    ['/?m=signingPayment&entry=x', 'dark', undefined],
  ])('at %s, stored as %s, is %s before the first paint', (address, stored, theme) => {
    window.localStorage.setItem('portico-theme', stored);
    const page = pageOf();
    begin(placeOf(address), page);
    expect(page.documentElement.dataset.theme).toBe(theme);
  });
});

describe('the first script requests', () => {
  it.each([
    ['/#/welcome', ['entry', 'portal'], [MENU, SESSION]],
    ['/#/?m=login', ['entry', 'portal', 'landing'], [MENU, HOMEPAGE, SESSION]],
    ['/', ['entry', 'portal', 'landing'], [MENU, HOMEPAGE, SESSION]],
    ['/#/api-explorer', ['entry', 'portal'], [MENU, SESSION]],
  ])('the scripts and data of %s', (address, parts, calls) => {
    expect(open(address)).toEqual({ parts, calls });
  });
  it.each([
    ['/#/api-explorer/payments/initiatePayment?x=1', 'payments', 'initiatePayment'],
    ['/#/api-explorer/own/repos%2Fget%20one', 'own', 'repos%2Fget+one'],
    ['/#/api-explorer/a%20b/100%', 'a%20b', '100%25'],
  ])('an operation and its neighbours: %s', (address, section, id) => {
    expect(open(address)).toEqual({
      parts: ['entry', 'portal', 'operation'],
      calls: [specs(`${section}/operation?id=${id}&brief=true`), MENU, SESSION, specs(`${section}/neighbours?id=${id}`)],
    });
  });
  it('no neighbours of an operation on a narrow screen', () => {
    isWide = false;
    expect(open('/#/api-explorer/payments/initiatePayment').calls.filter((url) => url.includes('neighbours'))).toEqual([]);
  });
  it.each(['/?m=signingPayment&entry=t', '/#/?m=signingPayment', '/#/?x=1&m=cancellingFuturePayment', '/#/maintenance?lang=et'])(
    'only the entry script at %s',
    (address) => {
      expect(open(address)).toEqual({ parts: ['entry'], calls: [] });
    },
  );
  it.each([...signingFlows.keys(), 'signingError'])('only the entry script for the customers’ page %s', (id) => {
    expect(open(`/#/?m=${id}`)).toEqual({ parts: ['entry'], calls: [] });
  });
  it('only the entry script when the page has no configuration', () => {
    expect(open('/#/welcome', { config: '' })).toEqual({ parts: ['entry'], calls: [] });
  });
  it('the largest script of each part, which is listed first, before the small ones', () => {
    const page = pageOf();
    for (const part of ['entry', 'portal']) {
      const small = Object.assign(page.createElement('link'), { href: `https://portal.example/${part}-small` });
      Object.assign(small.dataset, { for: part, rel: 'modulepreload' });
      page.head.append(small);
    }
    const order: string[] = [];
    for (const link of page.head.querySelectorAll('link')) Object.defineProperty(link, 'rel', { set: () => order.push(new URL(link.href).pathname) });
    begin(placeOf('/#/welcome'), page);
    expect(order).toEqual(['/entry', '/portal', '/entry-small', '/portal-small']);
  });
  it('no content that is embedded in the page', () => {
    expect(open('/', { hasContent: true }).calls).toEqual([SESSION]);
  });
});

describe('fonts', () => {
  const TEXT = ['1rem "Portico Text"', '500 1rem "Portico Display"'];
  it.each([
    ['/#/welcome', TEXT],
    ['/#/api-explorer/payments/initiatePayment', [...TEXT, '1rem "Portico Mono"']],
    ['/#/?m=signingPayment', []],
  ])('are loaded after the entry script has loaded, at %s', (address, expected) => {
    const page = pageOf();
    const load = vi.fn((_font: string) => Promise.reject(new Error('A font did not come.')));
    Object.defineProperty(page, 'fonts', { value: { load } });
    begin(placeOf(address), page);
    expect(load).not.toHaveBeenCalled();
    page.head.querySelector('link[data-for=entry]')?.dispatchEvent(new Event('load'));
    expect(load.mock.calls.flat()).toEqual(expected);
  });
});

describe('an early call', () => {
  it('is handed out once, to a request for the same URL, with its request id', async () => {
    open('/#/welcome');
    const call = takeEarlyCall(MENU);
    expect(call?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await (await call?.response)?.json()).toEqual({});
    expect(takeEarlyCall(MENU)).toBeUndefined();
  });
});

describe('the landing page rendered by the server', () => {
  /** While the head is being read; the rest of the page comes after it. */
  function startAt(address: string, written: Written = { isDrawn: true }): Document {
    const page = Object.defineProperty(pageOf(written), 'readyState', { value: 'loading' });
    void start(placeOf(address), page);
    const root = page.createElement('div');
    root.id = 'root';
    root.append('Landing page');
    page.body.append(root);
    return page;
  }

  it.each(['/', '/#', '/#/', '/#/?m=login', '/#?m=register', '/#/?x=1'])('stays visible at %s and loads only its styles and fonts', (address) => {
    const page = startAt(address);
    expect(fetchedBy(page)).toEqual(['sight']);
    expect(asked).toEqual([]);
    expect(isPrerendered(page)).toBe(true);
    expect(page.getElementById('root')?.textContent).toBe('Landing page');
  });
  it.each([
    ['/#/welcome', ['entry', 'portal']],
    ['/#/welcome?m=login', ['entry', 'portal']],
    ['/#/maintenance?lang=et', ['entry']],
    ['/#/?m=signingPayment', ['entry']],
    ['/#/?x=1&m=cancellingFuturePayment', ['entry']],
    ['/#?m=signingConsent', ['entry']],
    ['/#//', ['entry', 'portal']],
    ['/#/api-explorer/payments/initiatePayment', ['entry', 'portal', 'operation']],
    ['/#main', ['entry', 'portal']],
  ])('is removed at %s, and the scripts of that page are requested at once', (address, parts) => {
    const page = startAt(address);
    expect(fetchedBy(page)).toEqual(parts);
    expect(page.documentElement.dataset).toHaveProperty('elsewhere');
    expect(isPrerendered(page)).toBe(false);
    expect(page.getElementById('root')?.textContent).toBe('');
    expect(page.documentElement.dataset).not.toHaveProperty('elsewhere');
  });
  it('is not expected in an unrendered page, which requests its scripts at once', () => {
    const page = startAt('/', { isDrawn: false });
    expect(fetchedBy(page)).toEqual(['entry', 'portal', 'landing']);
    expect(page.documentElement.dataset).not.toHaveProperty('elsewhere');
  });
});

describe('the early call of an operation', () => {
  it('is stored with the decoded API and operation ids', () => {
    open('/#/api-explorer/own/repos%2Fget%20one');
    expect(globalThis.porticoFirst?.operation).toEqual({
      apiId: 'own',
      operationId: 'repos/get one',
      url: specs('own/operation?id=repos%2Fget+one&brief=true'),
    });
  });
  it('counts as arrived once its response headers arrive', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => promise);
    open('/#/api-explorer/payments/initiatePayment');
    const call = globalThis.porticoFirst?.calls.get(globalThis.porticoFirst.operation?.url ?? '');
    expect(call?.hasArrived).toBe(false);
    resolve(Response.json({}));
    await promise;
    expect(call?.hasArrived).toBe(true);
  });
  it.each(['/', '/#/welcome', '/#/api-explorer'])('does not exist at %s', (address) => {
    open(address);
    expect(globalThis.porticoFirst?.operation).toBeUndefined();
  });
});
