// Review of 25 November 2026, C6 and C7: at every size of a window everything that the customer decides with can be read and pressed.
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { FLOWS, type Flow } from '../support/flows.ts';
import { findLayoutFaults } from '../support/layout.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { test } from '../support/sandbox-fixture.ts';
import { IN_ESTONIA, playSite, press, viewSigning } from '../support/signing-view.ts';

type Size = readonly [width: number, height: number];

/** Phones upright and on their side, tablets, the sizes around each breakpoint, notebooks and large screens. */
const DEVICES: readonly Size[] = [
  ...([568, 640, 720] as const).map((height): Size => [320, height]),
  ...([640, 740, 800] as const).map((height): Size => [360, height]),
  ...([667, 812] as const).map((height): Size => [375, height]),
  ...([844, 915] as const).map((height): Size => [412, height]),
  ...([320, 412, 540] as const).map((height): Size => [568, height]),
  ...([360, 540, 960] as const).map((height): Size => [640, height]),
  ...([600, 800, 1024] as const).map((height): Size => [768, height]),
  ...[769, 800, 820, 900, 1000, 1023, 1024].flatMap((width) => [480, 600, 720, 840, 1000].map((height): Size => [width, height])),
  ...([600, 720, 800, 1024] as const).map((height): Size => [1280, height]),
  ...([768, 900] as const).map((height): Size => [1440, height]),
  [1920, 1080],
  [2560, 1440],
];
/** Browsers show text at 200 % and 400 % in a window of a half and a quarter of the size (WCAG 2.2, 1.4.10). */
const ENLARGED: readonly Size[] = [
  [1280, 1024],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
].flatMap(([width = 0, height = 0]) => [2, 4].map((zoom): Size => [Math.round(width / zoom), Math.round(height / zoom)]));
const SIZES: readonly Size[] = [...DEVICES, ...ENLARGED];
/** For states with few controls: the smallest, the breakpoints, and the largest. */
const FEW: readonly Size[] = [
  [320, 568],
  [320, 256],
  [360, 740],
  [568, 320],
  [768, 1024],
  [769, 600],
  [820, 1180],
  [1023, 768],
  [1024, 600],
  [1280, 800],
  [2560, 1440],
];
const LARGE_TEXT = '200%';
/** The first view of a small phone. */
const RESULT_PX_MAX = 600;

/**
 * One line for each control that another part of the page covers. The bar that sticks to the bottom of a phone may cover a control until the
 * customer scrolls to it. On wider windows nothing is covered where the page begins and where it ends.
 */
function findCovered(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const PHONE_PX = 768;
    const pane = document.querySelector('main button')?.closest('main');
    const controls = Array.from(pane?.querySelectorAll('select, input, button, summary') ?? []);
    const faults: string[] = [];
    const look = (control: Element, isScrolledTo: boolean) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width <= 1) return;
      const isInSight = y > 0 && y < window.innerHeight;
      const found = isInSight ? document.elementFromPoint(x, y) : null;
      const isItself = found === null ? !isScrolledTo : control.contains(found) || found.contains(control);
      if (!isItself)
        faults.push(
          `${control.tagName} “${control.textContent?.trim().slice(0, 40)}” lies below ${found?.tagName} “${found?.textContent?.slice(0, 40)}”`,
        );
      if (left < 0 || left + width > document.documentElement.clientWidth) faults.push(`${control.tagName} is cut off`);
    };
    for (const control of controls) {
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      look(control, true);
    }
    if (window.innerWidth <= PHONE_PX) return faults;
    for (const place of [0, document.documentElement.scrollHeight]) {
      window.scrollTo({ top: place, behavior: 'instant' });
      for (const control of controls) look(control, false);
    }
    return faults;
  });
}

async function findFaults(page: Page, state: string, sizes: readonly Size[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const found = [...(await findCovered(page)), ...(await findLayoutFaults(page))];
    faults.push(...found.map((fault) => `${state} at ${width}×${height}: ${fault}`));
  }
  return faults;
}

/**
 * Text alone is twice as large, as in the settings of a browser or a phone. The bar of a phone sticks to the bottom from 40em of height on, the buttons
 * of a wide window from 50em on, and em is the size of the browser's settings, which this step cannot change: sizes at which they stick are left out.
 */
async function findFaultsOfLargeText(page: Page, state: string): Promise<readonly string[]> {
  const setText = (size: string) => page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
  await setText(LARGE_TEXT);
  const faults = await findFaults(
    page,
    `${state}, text ${LARGE_TEXT},`,
    FEW.filter(([width, height]) => (width <= 768 ? height < 640 : width < 1024 || height < 800)),
  );
  await setText('');
  return faults;
}

interface Stage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly sandbox: Sandbox;
}

test.describe('at every window size nothing is covered, cut off or wider than the window', { tag: '@desktop' }, () => {
  for (const [flow, changes] of [
    ['payment', {}],
    ['periodic-payment', {}],
    ['bulk-payment', {}],
    ['consent', { access: { accounts: [], balances: [], transactions: [] } }],
  ] satisfies readonly [Flow, object][]) {
    test(`on the page of a ${flow}, from the details to the receipt`, async ({ page, context, sandbox }) => {
      expect(await walk({ page, context, sandbox }, flow, changes)).toEqual([]);
    });
  }
});

test.describe('on a phone', { tag: '@desktop' }, () => {
  for (const flow of FLOWS) {
    test(`the result of a ${flow} has “Stay on this page” and the receipt within the first ${RESULT_PX_MAX} px`, async ({
      page,
      context,
      sandbox,
    }) => {
      await playSite(context);
      const asked = await sandbox.ask(flow, IN_ESTONIA);
      await asked.bring(context);
      const view = viewSigning(page, flow, IN_ESTONIA);
      await view.arrive(asked);
      await press(view.sign);
      await view.expectDone();
      await press(view.button('signing.success.stay'));
      // The result appears again, and its countdown stands still.
      await page.setViewportSize({ width: 360, height: 740 });
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.reload();
      await view.expectDone();
      const controls = [view.button('signing.success.stay'), page.getByRole('link', { name: view.text('signing.success.receipt') })];
      for (const control of controls) {
        const box = await control.boundingBox();
        expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(RESULT_PX_MAX);
      }
    });
  }
});

async function walk({ page, context, sandbox }: Stage, flow: Flow, changes: object): Promise<readonly string[]> {
  await playSite(context);
  const asked = await sandbox.ask(flow, IN_ESTONIA, changes);
  await asked.bring(context);
  await asked.holdDevice();
  const view = viewSigning(page, flow, IN_ESTONIA);
  const faults: string[] = [];
  await view.arrive(asked);
  const more = view.button('payment.showMore');
  if (await more.isVisible()) await more.click();
  // A choice that the provider leaves open begins with every account.
  await expect(view.sign).toBeEnabled();
  faults.push(...(await findFaults(page, 'details', SIZES)), ...(await findFaultsOfLargeText(page, 'details')));
  await press(view.sign);
  await expect(view.heading('signing.progress.compare')).toBeVisible();
  faults.push(...(await findFaults(page, 'control code', FEW)));
  await asked.answerDevice('approve');
  await view.expectDone();
  await press(view.button('signing.success.stay'));
  faults.push(...(await findFaults(page, 'result', FEW)));
  const [receipt] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: view.text('signing.success.receipt') }).click()]);
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeVisible();
  faults.push(...(await findFaults(receipt, 'receipt', FEW)), ...(await findFaultsOfLargeText(receipt, 'receipt')));
  return faults;
}
