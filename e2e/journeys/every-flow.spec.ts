/**
 * Every flow in every state, as the table says: `support/flows.ts`. Signatures are asked for over HTTP in a sandbox of the worker's
 * own; the page, and what the application is told afterwards, are real.
 */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage } from '../support/fixtures.ts';
import { type Played, STATES, type State } from '../support/flow-states.ts';
import { FLOWS, type Flow, KINDS } from '../support/flows.ts';
import { CUT } from '../support/money.ts';
import type { Asked, Sandbox } from '../support/sandbox.ts';
import { test } from '../support/sandbox-fixture.ts';
import { playSite, press, type SigningView, viewSigning } from '../support/signing-view.ts';

/** The browser's own line about a refused request; the page itself handles it. */
const REFUSED_REQUEST = /status of 4\d\d/;
const SESSION_MINUTES = 16;

interface Stage {
  readonly page: Page;
  readonly flow: Flow;
  readonly cell: Played;
  readonly sandbox: Sandbox;
  readonly asked: Asked;
  readonly view: SigningView;
}

const PLAYS: Readonly<Record<State, (stage: Stage) => Promise<void>>> = { success, refuse, error, terminated, reload, twoTabs };

const TITLES: Readonly<Record<State, string>> = {
  success: 'is signed, and the way back leads to the provider, who is told',
  refuse: 'is refused, and the way back leads to the provider, who is told',
  error: 'fails, says so, and is signed at the next try',
  terminated: 'is terminated, stays so after a reload, and still knows the way back',
  reload: 'outlives a reload before, during and after its signature',
  twoTabs: 'goes on in the second tab, and the first one says that it is terminated',
};

for (const flow of FLOWS) {
  for (const state of STATES) {
    const cell = KINDS[flow].states[state];
    if (!('country' in cell)) continue;
    const { country, locale, window, mishap, end } = cell;
    const how = [country, locale, mishap ?? end].filter((word) => word !== undefined).join(', ');
    test(`${flow} ${TITLES[state]} (${how})`, { tag: `@${window}` }, async ({ page, sandbox, watch }) => {
      watch.expectConsole(REFUSED_REQUEST);
      if (mishap === 'cut') watch.expectConsole(CUT);
      const asked = await sandbox.ask(flow, cell);
      await asked.bring(page.context());
      await playSite(page.context());
      await PLAYS[state]({ page, flow, cell, sandbox, asked, view: viewSigning(page, flow, cell) });
    });
  }
}

async function success({ page, flow, asked, view }: Stage): Promise<void> {
  await view.arrive(asked, () => expectGoodPage(page));
  await expectGoodPage(page);
  await press(view.sign);
  await view.expectDone();
  await press(view.button('signing.success.stay'));
  await expectGoodPage(page);
  await view.button('signing.success.back').click();
  await view.expectSiteReached('signed');
  expect(await asked.status()).toMatch(KINDS[flow].signed);
}

async function refuse({ page, flow, asked, view }: Stage): Promise<void> {
  await view.arrive(asked);
  await expectGoodPage(page);
  await press(view.refuse);
  await view.expectSiteReached('refused');
  expect(await asked.status()).toMatch(KINDS[flow].refused);
}

async function error(stage: Stage): Promise<void> {
  const { page, flow, cell, asked, view } = stage;
  await (cell.mishap === 'cut' ? failToOpen(stage) : failToSign(stage));
  const title = view.heading(cell.mishap === 'cut' ? 'refusal.title.lost' : 'refusal.title.notSigned');
  await expect(title).toBeFocused();
  await expect(page.getByRole('alert').filter({ has: title })).toBeVisible();
  await expectGoodPage(page);
  if (cell.mishap !== 'cut') await expect(view.button('signing.error.back')).toBeVisible();
  await press(view.button('signing.error.tryAgain'));
  await (cell.mishap === 'cut' ? view.goOn() : expect(view.sign).toBeEnabled());
  await press(view.sign);
  if (cell.mishap !== 'cut') await asked.answerDevice('approve');
  await view.expectDone();
  expect(await asked.status()).toMatch(KINDS[flow].signed);
}

/** Nothing has told the page yet who sent the customer: it speaks the browser's language. */
async function failToOpen({ page, flow, cell, asked }: Stage): Promise<void> {
  await page.addInitScript((locale) => Object.defineProperty(navigator, 'languages', { value: [locale] }), cell.locale);
  await page.route(`**/api/ui${KINDS[flow].details}`, (route) => route.abort(), { times: 1 });
  await page.goto(asked.address);
}

async function failToSign({ page, cell, asked, view }: Stage): Promise<void> {
  await asked.holdDevice();
  await view.arrive(asked);
  await press(view.sign);
  await expect(view.heading('signing.progress.compare')).toBeFocused();
  await expectGoodPage(page);
  await asked.answerDevice(cell.mishap === 'cut' ? 'refuse' : (cell.mishap ?? 'refuse'));
}

async function terminated({ page, flow, cell, sandbox, asked, view }: Stage): Promise<void> {
  await view.arrive(asked);
  if (cell.end === 'scenario') await asked.playAs('sessionExpires');
  if (cell.end === 'clock') await sandbox.advance({ minutes: SESSION_MINUTES });
  if (cell.end === 'elsewhere') await refuseElsewhere(page, flow, cell, asked);
  // The page may have learned it by itself; else the signature learns it.
  await view.sign.click().catch(() => undefined);
  await view.expectTerminated();
  await expectGoodPage(page);
  await page.reload();
  await view.expectTerminated();
  await view.button('signing.terminated.back').click();
  await view.expectSiteReached('refused');
  expect(await asked.status()).toMatch(KINDS[flow].refused);
}

async function refuseElsewhere(page: Page, flow: Flow, cell: Played, asked: Asked): Promise<void> {
  const other = await page.context().newPage();
  const view = viewSigning(other, flow, cell);
  await view.arrive(asked);
  await press(view.refuse);
  await view.expectSiteReached('refused');
  await other.close();
}

async function reload({ page, flow, cell, asked, view }: Stage): Promise<void> {
  await asked.holdDevice();
  await view.arrive(asked);
  await page.reload();
  await view.goOn();
  await press(view.sign);
  if (flow !== 'consent' || cell.country === 'ee') {
    await expect(view.heading('signing.progress.compare')).toBeVisible();
    const code = page.getByRole('img', { name: /\d \d \d \d/ });
    const shown = await code.getAttribute('aria-label');
    await page.reload();
    await expect(view.heading('signing.progress.compare')).toBeVisible();
    expect(await code.getAttribute('aria-label')).toBe(shown);
    await expectGoodPage(page);
    await asked.answerDevice('approve');
  }
  await view.expectDone();
  await page.reload();
  await view.expectDone();
  await press(view.button('signing.success.stay'));
  expect(await asked.status()).toMatch(KINDS[flow].signed);
}

async function twoTabs({ page, flow, cell, asked, view }: Stage): Promise<void> {
  await view.arrive(asked);
  const second = await page.context().newPage();
  const secondView = viewSigning(second, flow, cell);
  await secondView.arrive(asked);
  await page.bringToFront();
  await press(view.sign);
  await view.expectTerminated();
  await expectGoodPage(page);
  await second.bringToFront();
  await press(secondView.sign);
  await secondView.expectDone();
  expect(await asked.status()).toMatch(KINDS[flow].signed);
}
