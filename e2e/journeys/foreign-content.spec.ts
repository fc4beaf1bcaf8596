/** Somebody else's content system behind the portal: another port, other HTML, hostile texts (T2), and all that can go wrong with it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sanitiseHtml } from '@portico/contract/html';
import {
  createBankFolder,
  createTpp,
  demoClient,
  freePort,
  htmlPayloads,
  obtainToken,
  openBrowser,
  overHttp,
  type PorticoProcess,
  SITE,
  startPortico,
} from '@portico/testkit';
import { becomeDeveloper, dialog } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { type ForeignAnswer, type ForeignContent, startForeignContent, WRONG } from '../support/foreign-content.ts';
import { arriveAtSigningPage, CUSTOMERS, signButton } from '../support/journey.ts';

const CANARY = 'https://canary.example';
const PAYLOADS = htmlPayloads(CANARY);
const html = (body: string) => ({ type: 'html', body });
const text = (words: string) => ({ type: 'text', content: [{ text: words }] });
const page_ = (title: string, url: string, ...paragraphs: object[]) => ({ title, url, field_paragraphs: paragraphs });

/** As an editor of such a system writes it. */
const EDITORS_HTML = `<div class="node__content clearfix"><h2 style="color:red">Getting started</h2>
<p class="MsoNormal">Read <a href="#/guides" target="_blank" class="btn">the guides</a>, then <b>call us</b>.&nbsp;</p>
<ul class="menu"><li>One<li>Two</ul><!-- /block --><figure><img src="/sites/default/files/team.jpg" alt="Our team"></figure></div>`;
const GOOD: Readonly<Record<string, ForeignAnswer>> = {
  '/dev-portal-menu': {
    main: [
      { title: 'Welcome', pageUrl: '/welcome', component: 'ContentPage' },
      { title: 'Guides', pageUrl: '/guides', component: 'ContentPage' },
      { title: 'News', pageUrl: '/news', component: 'NewsPage' },
    ],
    hidden: [{ title: 'Home', pageUrl: '/', component: 'LandingPage' }],
    user: [{ title: 'Tokens', pageUrl: '/tokens', component: 'TokensPage' }],
  },
  '/homepage.json': page_('Home', '/', html('<h1>Open banking of another kind</h1>'), text('From another system.')),
  '/dev-portal-pages/welcome': page_('Welcome', '/welcome', html(EDITORS_HTML)),
  '/dev-portal-pages/guides': page_('Guides', '/guides', text('Guides.')),
  '/dev-portal-news': [],
};

// One server for all of them, which shows what one content system answers.
test.describe.configure({ mode: 'default' });

let folder: string;
let portico: PorticoProcess;
let cms: ForeignContent;
test.beforeAll(async () => {
  folder = await createBankFolder('foreign-content');
  const port = await freePort();
  cms = await startForeignContent(`http://localhost:${port}`);
  portico = await startPortico({
    port,
    dataDir: join(folder, 'data'),
    publicUrl: `http://localhost:${port}`,
    isBrief: true,
    env: { PORTICO_CONTENT_BASE: cms.base, PORTICO_DEVICE_ANSWER_SECONDS: '0' },
  });
});
test.beforeEach(() => {
  cms.answers = GOOD;
});
test.afterAll(async () => {
  await portico.stop();
  await cms.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a foreign content system provides menu, landing page, pages and news in its own HTML', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(portico.origin);
  await expect(page.getByText('From another system.')).toBeVisible();
  await page.goto(`${portico.origin}/#/welcome`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Getting started' })).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: /^(One|Two)$/ })).toHaveCount(2);
  await expect(main.getByText('Our team')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View as Markdown' })).toHaveCount(0);
  await expectGoodPage(page);
  await main.getByRole('link', { name: 'the guides' }).click();
  await expect(main.getByText('Guides.')).toBeVisible();
  await page.goto(`${portico.origin}/#/news`);
  await expect(page.getByText(/^There is no news yet/)).toBeVisible();
  await expectGoodPage(page);
});

const FAILURES: Readonly<Record<string, { readonly answers: Readonly<Record<string, ForeignAnswer>>; readonly says: RegExp }>> = {
  'that has nothing': { answers: {}, says: /unexpected answer/ },
  ...Object.fromEntries(
    Object.entries(WRONG).map(([what, answer]) => {
      const says = what === '50 MB' ? /more than this page can show/ : what === 'half an answer' ? /connection was lost/ : /unexpected answer/;
      return [`that answers ${what}`, { answers: Object.fromEntries(Object.keys(GOOD).map((path) => [path, answer])), says }];
    }),
  ),
  'that never answers': { answers: Object.fromEntries(Object.keys(GOOD).map((path) => [path, () => undefined])), says: /takes too long to answer/ },
};

for (const [what, { answers, says }] of Object.entries(FAILURES)) {
  test(`a content system ${what} leaves the header and the login working; the page shows the error and can try again`, { tag: '@desktop' }, async ({
    page,
    watch,
  }) => {
    watch.expectConsole(/Failed to load resource|answer: 5\d\d http:\/\/127\.0\.0\.1/);
    cms.answers = answers;
    await page.goto(portico.origin);
    await expect(page.getByRole('main').getByRole('alert')).toContainText(says);
    await expect(page.getByRole('banner')).toBeVisible();
    await expectGoodPage(page);
    await page
      .getByRole('button', { name: 'LOG IN' })
      .or(page.getByRole('link', { name: 'LOG IN' }))
      .first()
      .click();
    await expect(dialog(page).getByLabel('EMAIL')).toBeVisible();
    await page.keyboard.press('Escape');
    cms.answers = GOOD;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('From another system.')).toBeVisible();
  });
}

test('a page that fails to load shows the error inside the layout, and the developer stays logged in', { tag: '@desktop' }, async ({
  page,
  watch,
}) => {
  watch.expectConsole(/Failed to load resource/);
  await becomeDeveloper(page, portico.origin);
  cms.answers = { ...GOOD, '/dev-portal-pages/welcome': (response) => response.end('<html>'), '/dev-portal-news': { items: [] } };
  for (const path of ['/welcome', '/news']) {
    await page.goto(`${portico.origin}/#${path}`);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('unexpected answer');
    await expect(page.getByRole('button', { name: /, User menu, / })).toBeVisible();
  }
  await page.goto(`${portico.origin}/#/tokens`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tokens');
});

test('a customer signs while the content system does not respond: the signing pages never call it', { tag: '@desktop' }, async ({ page }) => {
  cms.answers = Object.fromEntries(Object.keys(GOOD).map((path) => [path, () => undefined]));
  const before = cms.asked.length;
  const transport = overHttp(portico.origin);
  const tpp = createTpp({ transport, publicUrl: portico.origin, site: SITE, ...(await demoClient(join(folder, 'data'))) });
  const token = await obtainToken(openBrowser(transport, portico.origin), tpp, {
    country: 'ee',
    nationalIdentityNumber: CUSTOMERS.ee,
    method: 'SMART_ID',
  });
  const order = {
    product: 'instant-sepa-credit-transfers',
    amount: '2.00',
    creditorName: 'Lumen Books OÜ',
    creditorIban: 'EE869800100045081764',
  } as const;
  const { scaRedirect } = await tpp.createPayment(token, order);
  await page.goto(scaRedirect);
  await arriveAtSigningPage(page);
  await signButton(page).click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByText('Payment signed')).toBeVisible();
  expect(cms.asked.slice(before)).toEqual([]);
});

interface Harm {
  readonly dialogs: string[];
  readonly requests: string[];
}

/** Watches for what only a payload would do. */
function watchForHarm(page: Page): Harm {
  const harm: Harm = { dialogs: [], requests: [] };
  page.on('dialog', (opened) => {
    harm.dialogs.push(opened.message());
    void opened.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().startsWith(CANARY)) harm.requests.push(request.url());
  });
  return harm;
}

/** Reports of the content policy, and what a payload would have left in the page. */
async function findTraces(page: Page): Promise<readonly string[]> {
  // Handlers that wait for a turn, an animation or a failed load.
  await page.waitForTimeout(500);
  return page.evaluate(() => {
    const main = document.querySelector('main');
    const bad =
      'script, style, form, input, button[formaction], iframe, frame, object, embed, svg:not([aria-hidden]), math, template, meta, base, link, [style], [srcdoc], [name], slot';
    const elements = [...(main?.querySelectorAll(bad) ?? [])].map((element) => element.outerHTML.slice(0, 120));
    const handlers = [...(main?.querySelectorAll('*') ?? [])].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'target' || name === 'ping'),
    );
    const links = [...(main?.querySelectorAll('a') ?? [])]
      .map((link) => link.href)
      .filter((href) => !/^(https:\/\/bank\.example|http:\/\/(localhost|127\.0\.0\.1):|mailto:)/.test(href));
    const metas = document.querySelectorAll('meta[http-equiv], base').length > 0 ? ['meta or base in the head'] : [];
    const named = ['canaryName', 'root', 'main-menu', 'user-menu'].filter((id) => main?.querySelector(`[id="${id}"]`));
    const mains = document.querySelectorAll('main').length === 1 ? [] : ['another main'];
    const reports: unknown = Reflect.get(window, 'policyReports');
    return [...elements, ...handlers, ...links, ...metas, ...named, ...mains, ...(Array.isArray(reports) ? reports.map(String) : ['no watch'])];
  });
}

async function collectReports(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const reports: string[] = [];
    Object.assign(window, { policyReports: reports });
    document.addEventListener('securitypolicyviolation', (report) => reports.push(`${report.violatedDirective}: ${report.blockedURI}`));
  });
}

const everywhere = (payload: string) => [
  html(payload),
  text(payload),
  { type: 'heading', level: 2, id: payload, text: payload },
  { type: 'code', language: payload, code: payload },
  { type: 'list', ordered: false, items: [[{ text: payload, strong: true }]] },
  { type: 'table', head: [payload], rows: [[[{ text: payload, code: true }]]] },
];

test('no payload in a page, a news item or the maintenance page is executed', { tag: '@desktop' }, async ({ page }) => {
  expect(PAYLOADS.length).toBeGreaterThan(200);
  const item = {
    ...page_('News', '/news/payloads', ...PAYLOADS.flatMap(everywhere)),
    date: '2026-11-20T10:00:00Z',
    summary: PAYLOADS[0],
    tags: [PAYLOADS[1]],
  };
  cms.answers = {
    ...GOOD,
    '/dev-portal-pages/welcome': page_(PAYLOADS[0] ?? '', '/welcome', ...PAYLOADS.flatMap(everywhere)),
    '/dev-portal-news': [item],
  };
  await collectReports(page);
  const harm = watchForHarm(page);
  for (const path of ['/welcome', '/news', '/news/payloads']) {
    await page.goto(`${portico.origin}/#${path}`);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    expect(await findTraces(page), path).toEqual([]);
    await page.reload();
  }
  const running = { maintenanceId: 'mnt_1', state: 'running', startsAt: '2026-11-20T10:00:00Z', texts: {} };
  await page.route('**/api/maintenance', (route) => route.fulfill({ json: { running, planned: [] } }));
  const bodies = [...PAYLOADS, PAYLOADS.map(sanitiseHtml).join('')];
  // Many in one body, as far apart as an element that drops the rest allows.
  for (const body of [PAYLOADS.join('<p>'), ...bodies.slice(-1), ...bodies.filter((_body, index) => index % 12 === 0)]) {
    cms.answers = { ...GOOD, '/ob-maintenance': { title: 'Maintenance', body, lang: 'en' } };
    await page.goto('about:blank');
    await page.goto(`${portico.origin}/#/maintenance`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maintenance');
    const traces = await findTraces(page);
    expect(
      traces.filter((trace) => !/road|<button|<select|<svg/i.test(trace)),
      body.slice(0, 200),
    ).toEqual([]);
  }
  expect(harm).toEqual({ dialogs: [], requests: [] });
});

/** A page without any policy: what is harmless here is harmless anywhere. */
async function showAlone(page: Page, bodies: readonly string[]): Promise<Harm> {
  const harm = watchForHarm(page);
  await page.route(`${CANARY}/**`, (route) => route.abort());
  await page.route('http://alone.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><div id=place></div>' }));
  await page.goto('http://alone.example/');
  for (const body of bodies) {
    await page
      .evaluate((markup) => {
        const place = document.getElementById('place') ?? document.body;
        place.innerHTML = markup;
      }, body)
      .catch(() => page.goto('http://alone.example/').catch(() => undefined));
  }
  await page.waitForTimeout(500);
  return harm;
}

test('sanitised payloads do nothing on a page without a content security policy', { tag: '@desktop' }, async ({ page, watch }) => {
  watch.expectConsole(/^$/);
  expect(await showAlone(page, PAYLOADS.map(sanitiseHtml))).toEqual({ dialogs: [], requests: [] });
});

test('the same payloads run there without sanitising, so the tests above can fail', { tag: '@desktop' }, async ({ page, watch }) => {
  watch.expectConsole(/./);
  const { dialogs, requests } = await showAlone(page, PAYLOADS);
  expect(dialogs.length).toBeGreaterThan(20);
  expect(requests.length).toBeGreaterThan(20);
});
