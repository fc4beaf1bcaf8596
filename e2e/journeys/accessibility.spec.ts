/** What a customer may set in the browser or the system, and each signing page follows; `docs/evidence/accessibility.md` names these tests. */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage, lookWithAxe } from '../support/fixtures.ts';
import { FLOWS, type Flow } from '../support/flows.ts';
import { choose } from '../support/keyboard.ts';
import { findLayoutFaults } from '../support/layout.ts';
import type { Asked, Sandbox } from '../support/sandbox.ts';
import { test } from '../support/sandbox-fixture.ts';
import { IN_ESTONIA, playSite, press, type SigningView, viewSigning } from '../support/signing-view.ts';

/** 1280 × 1024 at 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 };
const LANDSCAPE = { width: 740, height: 360 };
/** WCAG 1.4.12; set as the browser's own extension would, past the page's content policy. */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';
const LARGE = 'html { font-size: 200% !important }';
const TARGET_PX_MIN = 24;
const WATCHED_MS = 2500;

interface Opened {
  readonly asked: Asked;
  readonly view: SigningView;
}

async function open(page: Page, sandbox: Sandbox, flow: Flow): Promise<Opened> {
  const asked = await sandbox.ask(flow, IN_ESTONIA);
  await asked.bring(page.context());
  await playSite(page.context());
  return { asked, view: viewSigning(page, flow, IN_ESTONIA) };
}

/** The page as it comes, while the device is asked, and once it is signed. */
async function visitSteps({ asked, view }: Opened, look: (step: string) => Promise<void>): Promise<void> {
  await asked.holdDevice();
  await view.arrive(asked, () => look('question'));
  await look('info');
  await press(view.sign);
  await expect(view.heading('signing.progress.compare')).toBeVisible();
  await look('signing');
  await asked.answerDevice('approve');
  await view.expectDone();
  await press(view.button('signing.success.stay'));
  await look('success');
}

async function expectNoLayoutFaults(page: Page, step: string): Promise<void> {
  expect(await findLayoutFaults(page), step).toEqual([]);
}

function addStyle(page: Page, css: string): Promise<void> {
  return page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [await sheet.replace(text)];
  }, css);
}

test.describe('every signing flow', { tag: '@desktop' }, () => {
  for (const flow of FLOWS) {
    test(`${flow}: no content is cut off at 400 % zoom, in landscape, with doubled text or with wide text spacing`, async ({ page, sandbox }) => {
      await visitSteps(await open(page, sandbox, flow), async (step) => {
        for (const viewport of [ZOOMED, LANDSCAPE]) {
          await page.setViewportSize(viewport);
          await expectNoLayoutFaults(page, `${step} at ${viewport.width} px`);
        }
        for (const [name, css] of Object.entries({ SPACED, LARGE })) {
          await addStyle(page, css);
          for (const width of [ZOOMED.width, 1280]) {
            await page.setViewportSize({ width, height: 800 });
            await expectNoLayoutFaults(page, `${step}, ${name} at ${width} px`);
          }
        }
        await addStyle(page, '');
      });
    });
  }
});

test.describe('system settings', { tag: '@desktop' }, () => {
  test('with forced colours, buttons keep their borders and axe finds no violations', async ({ page, sandbox }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const opened = await open(page, sandbox, 'payment');
    await visitSteps(opened, async () => {
      // The colours are the system's, and so is their contrast.
      const violations = await lookWithAxe(page, ['color-contrast']);
      expect(violations.map(({ id }) => id)).toEqual([]);
      const borders = await page
        // What opens and closes is a line of text with an icon.
        .locator('button:not([aria-expanded])')
        .evaluateAll((buttons) => buttons.map((button) => [button.textContent, Number.parseFloat(getComputedStyle(button).borderTopWidth)] as const));
      expect(borders.filter(([, px]) => px < 1)).toEqual([]);
    });
    await expect(opened.view.button('signing.success.back')).toBeVisible();
  });

  test('with more contrast, secondary text has the same colour as the rest', async ({ page, sandbox }) => {
    await page.emulateMedia({ contrast: 'more' });
    await visitSteps(await open(page, sandbox, 'payment'), async () => {
      await expectGoodPage(page);
      const inks = await page
        .locator('.second, .muted, dt')
        .evaluateAll((all) => Array.from(new Set([document.body, ...all].map((element) => getComputedStyle(element).color))));
      expect(inks).toHaveLength(1);
    });
  });

  test('with reduced motion, only the slow waiting indicator is animated', async ({ page, sandbox }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const SLOWEST_TURN_MS = 3000;
    await visitSteps(await open(page, sandbox, 'payment'), async () => {
      const quick = await page.evaluate(
        (slow) =>
          document
            .getAnimations()
            .map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0))
            .filter((durationMs) => durationMs > 1 && durationMs < slow),
        SLOWEST_TURN_MS,
      );
      expect(quick).toEqual([]);
    });
  });
});

test.describe('targets, live regions and time limits', { tag: '@desktop' }, () => {
  for (const flow of FLOWS) {
    test(`${flow}: every target is at least ${TARGET_PX_MIN} px, and the page has one title, one h1 and its language`, async ({ page, sandbox }) => {
      await visitSteps(await open(page, sandbox, flow), async (step) => {
        const targets = await page.locator('button, a[href], select, input:not([type=hidden]), summary').evaluateAll((all) =>
          all.map((element) => {
            const label = element instanceof HTMLInputElement ? element.closest('label') : null;
            const { width, height } = (label ?? element).getBoundingClientRect();
            return {
              name: (element.textContent ?? '').trim() || element.getAttribute('aria-label') || element.tagName,
              side: Math.min(width, height),
            };
          }),
        );
        expect(
          targets.filter(({ side }) => side > 0 && side < TARGET_PX_MIN),
          step,
        ).toEqual([]);
        expect(await page.locator('h1').count(), step).toBe(1);
        expect(await page.title(), step).toMatch(/ · /);
        expect(await page.locator('html').getAttribute('lang'), step).toBe('en');
        expect(await page.getByRole('main').count(), step).toBe(1);
      });
    });
  }

  test('live regions do not change while the countdowns run', async ({ page, sandbox }) => {
    const { asked, view } = await open(page, sandbox, 'payment');
    const spoken = () => page.locator('[role=status], [role=alert], [aria-live]').allTextContents();
    await asked.holdDevice();
    await view.arrive(asked);
    await press(view.sign);
    await expect(view.heading('signing.progress.compare')).toBeVisible();
    const before = await spoken();
    await page.waitForTimeout(WATCHED_MS);
    expect(await spoken()).toEqual(before);
    await asked.answerDevice('approve');
    await view.expectDone();
    const atFirst = await spoken();
    await page.waitForTimeout(WATCHED_MS);
    expect(await spoken()).toEqual(atFirst);
  });

  test('the page does not redirect to the shop after the customer stops the countdown', async ({ page, sandbox }) => {
    await page.clock.install();
    const { asked, view } = await open(page, sandbox, 'payment');
    await view.arrive(asked);
    await press(view.sign);
    await view.expectDone();
    await choose(page, view.button('signing.success.stay'));
    await page.clock.fastForward(60_000);
    await view.expectDone();
  });

  test('the page warns a minute before the session expires, and one press extends the session', async ({ page, sandbox }) => {
    const { asked, view } = await open(page, sandbox, 'payment');
    await page.clock.install();
    await view.arrive(asked);
    await page.clock.fastForward('04:10');
    const warning = page.getByRole('alert').filter({ hasText: view.text('payment.timeShort') });
    await expect(warning).toBeVisible();
    await expectGoodPage(page);
    await view.button('signing.giveMoreTime').click();
    await expect(warning).toHaveCount(0);
  });
});

test('axe reports every violation, also after the same document changed, and skips a rule that the test excludes', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.setContent(
    '<html lang="en"><title>Wrong</title><main><img src="data:,"><p style="color:#ccc;background:#fff">Pale</p><a href="/">Back</a></main>',
  );
  const found = async (...without: readonly string[]) => (await lookWithAxe(page, without)).map(({ id }) => id).sort();
  expect(await found()).toEqual(['color-contrast', 'image-alt']);
  expect(await found('color-contrast')).toEqual(['image-alt']);
  await page.locator('img').evaluate((image) => image.remove());
  await page.locator('main').evaluate((main) => main.append(document.createElement('button')));
  expect(await found()).toEqual(['button-name', 'color-contrast', 'target-size']);
});
