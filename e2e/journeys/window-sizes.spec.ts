// Review of 25 November 2026, C6: at every size of a window everything that the customer decides with can be seen and pressed.
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import type { Flow } from '../support/flows.ts';
import { test } from '../support/sandbox-fixture.ts';
import { playSite, viewSigning } from '../support/signing-view.ts';

const WIDTHS = [769, 800, 820, 900, 1000, 1023, 1024, 1280] as const;
const HEIGHTS = [480, 540, 600, 660, 720, 768, 840, 900, 1000] as const;
/** What is paid from an account, and a consent whose accounts the customer chooses. */
const PAGES: readonly [Flow, object][] = [
  ['payment', {}],
  ['bulk-payment', {}],
  ['consent', { access: { accounts: [], balances: [], transactions: [] } }],
];

/** One line for each control of the pane that another part of the page covers once it was scrolled to, or that cannot be scrolled to. */
function findCovered(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const pane = document.querySelector('main button')?.closest('main');
    const controls = Array.from(pane?.querySelectorAll('select, input, button, summary') ?? []);
    const faults: string[] = [];
    for (const place of [0, document.documentElement.scrollHeight]) {
      window.scrollTo({ top: place, behavior: 'instant' });
      for (const control of controls) {
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const isInSight = width > 1 && y > 0 && y < window.innerHeight;
        const found = isInSight ? document.elementFromPoint(x, y) : null;
        const isItself = found === null || control.contains(found) || found.contains(control);
        if (!isItself)
          faults.push(
            `${control.tagName} “${control.textContent?.trim().slice(0, 40)}” lies below ${found.tagName} “${found.textContent?.slice(0, 40)}”`,
          );
        if (left < 0 || left + width > document.documentElement.clientWidth) faults.push(`${control.tagName} is cut off`);
      }
    }
    return faults;
  });
}

for (const [flow, changes] of PAGES) {
  test(`the page of a ${flow} covers no control at ${WIDTHS.length * HEIGHTS.length} window sizes`, { tag: '@desktop' }, async ({
    page,
    context,
    sandbox,
  }) => {
    await playSite(context);
    const asked = await sandbox.ask(flow, { country: 'ee' }, changes);
    await asked.bring(context);
    await viewSigning(page, flow, { country: 'ee', locale: 'en' }).arrive(asked);
    const faults: string[] = [];
    for (const width of WIDTHS) {
      for (const height of HEIGHTS) {
        await page.setViewportSize({ width, height });
        faults.push(...(await findCovered(page)).map((fault) => `${width}×${height}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });
}
