/**
 * The ways through a signing page that together lead through every state it has. A walk stops at each state by yielding it; the page
 * stays as it is until the walk goes on. Answers are the server's own, by scenario, device and clock; the few that are not say so.
 */
import { expect, type Page } from '@playwright/test';
import type { Flow } from '../flows.ts';
import { KINDS } from '../flows.ts';
import type { Asked, Sandbox } from '../sandbox.ts';
import { press, type SigningView } from '../signing-view.ts';

export interface Walker {
  readonly page: Page;
  readonly flow: Flow;
  readonly sandbox: Sandbox;
  /** Asked for by an application; the customer is signed in at the bank. */
  readonly ask: (options?: { readonly type?: 'company'; readonly changes?: object }) => Promise<Asked>;
  readonly view: SigningView;
}

export interface ReachedState {
  readonly name: string;
  /** What was put in the place of the server's own answer. */
  readonly standIn?: string;
}

export type Walk = (walker: Walker) => AsyncGenerator<ReachedState>;

const SESSION_MINUTES = 16;
/** The page says that the bank takes longer after three seconds. */

export const WALKS = [signing, failing, ending, timeShort, opening, needingMore, empty] as const satisfies readonly Walk[];

/** From the open page through the wait to the success. */
export async function* signing({ page, flow, ask, view }: Walker): AsyncGenerator<ReachedState> {
  const asked = await ask();
  await asked.holdDevice();
  const details = hold(page, `**/api/ui${KINDS[flow].details}`);
  await details.start();
  await page.goto(asked.address);
  // Grey lines appear when the answer takes its time.
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: view.text('signing.loading') })
      .locator('i')
      .first(),
  ).toBeVisible();
  yield { name: 'loading', standIn: 'the first answer is held back' };
  details.release();
  if (KINDS[flow].texts.question !== undefined) {
    await expect(view.button('signing.yes')).toBeVisible();
    yield { name: 'question' };
  }
  await view.goOn();
  yield { name: 'ready' };
  const challenge = hold(page, '**/api/ui/challenge');
  await challenge.start();
  await press(view.sign);
  await expect(view.heading('signing.progress.starting')).toBeVisible();
  yield { name: 'calling the device', standIn: 'the challenge is held back' };
  await expect(page.getByText(view.text('signing.progress.slow'))).toBeVisible();
  yield { name: 'slow bank', standIn: 'the challenge is held back' };
  challenge.release();
  await expect(view.heading('signing.progress.compare')).toBeVisible();
  yield { name: 'waiting' };
  await asked.answerDevice('approve');
  await view.expectDone();
  yield { name: 'success' };
  await press(view.button('signing.success.stay'));
  yield { name: 'staying' };
}

/** What the customer's device or the bank may say instead. */
async function* failing({ ask, view }: Walker): AsyncGenerator<ReachedState> {
  const asked = await ask();
  await asked.holdDevice();
  await view.arrive(asked);
  for (const [name, answer] of [
    ['refused', 'refuse'],
    ['wrong code', 'wrongCode'],
    ['timed out', 'timeOut'],
  ] as const) {
    await press(view.sign);
    await asked.answerDevice(answer);
    await expect(view.heading('refusal.title.notSigned')).toBeVisible();
    yield { name };
    await press(view.button('signing.error.tryAgain'));
    await expect(view.sign).toBeEnabled();
  }
  await asked.playAs('bankDown');
  await press(view.sign);
  await expect(view.heading('signing.pause.title')).toBeVisible();
  yield { name: 'bank down' };
}

async function* ending({ page, sandbox, ask, view }: Walker): AsyncGenerator<ReachedState> {
  const asked = await ask();
  await view.arrive(asked);
  await sandbox.advance({ minutes: SESSION_MINUTES });
  await press(view.sign);
  await view.expectTerminated();
  yield { name: 'terminated' };
  await page.goto('about:blank');
  await page.goto(asked.address);
  await expect(view.heading('signing.link.title')).toBeVisible();
  yield { name: 'expired before sign-in' };
}

async function* timeShort({ page, flow, ask, view }: Walker): AsyncGenerator<ReachedState> {
  for (const [name, idleSeconds, totalSeconds] of [
    ['time short', 55, 600],
    ['time short for good', 300, 50],
  ] as const) {
    const asked = await ask();
    await replace(page, `**/api/ui${KINDS[flow].details}`, (body) => ({ ...body, timeLeft: { idleSeconds, totalSeconds } }));
    await view.arrive(asked);
    yield { name, standIn: 'the time left is written into the answer' };
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

async function* opening({ page, flow, ask, view }: Walker): AsyncGenerator<ReachedState> {
  const asked = await ask();
  await page.route(`**/api/ui${KINDS[flow].details}`, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await page.goto(asked.address);
  await expect(view.heading('signing.error.title')).toBeVisible();
  yield { name: 'error', standIn: 'the first call is answered 500' };
}

async function* needingMore({ page, flow, ask, view }: Walker): AsyncGenerator<ReachedState> {
  if (!isPaid(flow)) return;
  const asked = await ask({ type: 'company' });
  await asked.playAs('needsSecondSignature');
  await view.arrive(asked);
  await press(view.sign);
  await view.expectDone();
  await press(view.button('signing.success.stay'));
  yield { name: 'second signature' };
  if (flow === 'periodic-payment') return;
  const poor = await ask();
  await poor.playAs('notEnoughMoney');
  await page.goto(poor.address);
  await expect(view.sign).toBeVisible();
  await expect(page.getByText(view.text('payment.shortfall').trim(), { exact: false }).first()).toBeVisible();
  yield { name: 'not enough money' };
}

async function* empty({ page, flow, ask, view }: Walker): AsyncGenerator<ReachedState> {
  if (!isPaid(flow)) return;
  const asked = await ask();
  await page.route('**/api/ui/account/list', (route) => route.fulfill({ json: [] }));
  await page.goto(asked.address);
  await expect(page.getByText(view.text('payment.noAccounts'))).toBeVisible();
  yield { name: 'no account', standIn: 'the list of accounts is empty' };
}

const isPaid = (flow: Flow): boolean => flow === 'payment' || flow === 'periodic-payment' || flow === 'bulk-payment';

/** Answers to this address wait until they are released. */
function hold(page: Page, address: string) {
  let open: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    start: () =>
      page.route(address, async (route) => {
        await released;
        await route.continue();
      }),
    release: () => open(),
  };
}

async function replace(page: Page, address: string, change: (body: Readonly<Record<string, unknown>>) => object): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}
