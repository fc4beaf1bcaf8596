/**
 * The `test` of all journeys. Every page of a journey is watched: a console error, an uncaught exception, a report of the content
 * policy or a 5xx answer fails the test, whatever else it asserts.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { default as axe, Result } from 'axe-core';
import { type BrandedBank, brandOf, consoleOf, portalOf, shopOf } from './brands.ts';

/** The smaller of axe's two builds, because every document loads it again. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** The smaller of the two windows. */
const PHONE = { width: 360, height: 740 };
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Watch {
  /** Declares a console message of this journey as expected, e.g. the browser's line about a refused request. */
  expectConsole(pattern: RegExp): void;
}

interface JourneyFixtures {
  /** Whose pages this project visits. */
  brand: BrandedBank;
  portalUrl: string;
  shopUrl: string;
  consoleUrl: string;
  watch: Watch;
}

export const test = base.extend<JourneyFixtures>({
  // biome reads the empty pattern as a mistake, Playwright demands it to see that nothing is used.
  brand: async ({ browserName: _ }, use, { project }) => use(brandOf(project.name)),
  portalUrl: async ({ browserName: _ }, use, { project }) => use(portalOf(project.name)),
  shopUrl: async ({ browserName: _ }, use, { project }) => use(shopOf(project.name)),
  consoleUrl: async ({ browserName: _ }, use, { project }) => use(consoleOf(project.name)),
  watch: [
    async ({ context }, use) => {
      const problems = watchContext(context);
      const expected: RegExp[] = [];
      await use({ expectConsole: (pattern) => void expected.push(pattern) });
      expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** No axe violation of WCAG 2.2 A and AA, and no horizontal scrolling. */
export async function expectGoodPage(page: Page): Promise<void> {
  // A colour on its way to another is no colour of the page.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    const second = new Promise((resolve) => setTimeout(resolve, 1000));
    return Promise.race([second, Promise.allSettled(transitions.map(({ finished }) => finished))]).then(() => undefined);
  });
  const violations: string[] = [];
  for (const { id, nodes } of await lookWithAxe(page)) {
    const wrong = id === 'target-size' ? await smallInTheMiddle(page, nodes) : nodes;
    if (wrong.length > 0) violations.push(`${id}: ${wrong.map(({ html }) => html).join(' ')}`);
  }
  expect(violations).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** {@link expectGoodPage} as wide as it is and as narrow as a phone: for journeys whose bank is too dear to be started for each window. */
export async function expectGoodInBothWindows(page: Page): Promise<void> {
  await expectGoodPage(page);
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expectGoodPage(page);
  if (before !== null) await page.setViewportSize(before);
}

/**
 * What axe finds against WCAG 2.2 A and AA. axe is read once by each document, and only what is wrong is described:
 * describing what is right, too, took as long as looking. Sees no frames; ours have none.
 */
export async function lookWithAxe(page: Page, without: readonly string[] = []): Promise<readonly Result[]> {
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  return page.evaluate(async (options) => (await (window as unknown as { readonly axe: typeof axe }).axe.run(options)).violations, {
    runOnly: WCAG_TAGS,
    resultTypes: ['violations' as const],
    rules,
  });
}

/**
 * As a script of the page. `page.evaluate` would hand the text to `eval`, which compiles it for each document; Chromium keeps a compiled script
 * for the next document of the same process.
 */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: AXE });
  expect(exceptionDetails, 'axe cannot be loaded').toBeUndefined();
  await session.detach();
}

/** Of targets that are too small those that are so in the middle of the window, too: at its edge a bar that stays there may cover a part of them. */
async function smallInTheMiddle(page: Page, nodes: Result['nodes']): Promise<Result['nodes']> {
  const small: Result['nodes'] = [];
  for (const node of nodes) {
    const count = await page.evaluate(async (selector) => {
      document.querySelector(selector)?.scrollIntoView({ block: 'center' });
      const options = { runOnly: { type: 'rule' as const, values: ['target-size'] } };
      return (await (window as unknown as { readonly axe: typeof axe }).axe.run(selector, options)).violations.length;
    }, node.target.join(' '));
    if (count > 0) small.push(node);
  }
  return small;
}

function watchContext(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => void problems.push(`exception: ${error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`answer: ${response.status()} ${response.url()}`);
  });
  return problems;
}
