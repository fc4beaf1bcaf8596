/** Walks through the states of a flow in a browser of its own; at each state the clocks of the page stand still. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Flow } from '../flows.ts';
import type { Sandbox } from '../sandbox.ts';
import { IN_ESTONIA, playSite, viewSigning } from '../signing-view.ts';
import type { ReachedState, Walk } from './walks.ts';

/** The clock runs on until it is told to stand still, and cannot be turned back. */
const PAUSE_MS = 1500;

export interface Visit {
  readonly page: Page;
  readonly state: ReachedState;
}

export async function* walkStates(
  context: BrowserContext,
  { flow, sandbox, walk }: { flow: Flow; sandbox: Sandbox; walk: Walk },
): AsyncGenerator<Visit> {
  await playSite(context);
  const page = await context.newPage();
  await page.clock.install();
  const ask = async ({ type = 'person', changes = {} }: { type?: 'person' | 'company'; changes?: object } = {}) => {
    const asked = await sandbox.ask(flow, { ...IN_ESTONIA, type }, changes);
    await context.clearCookies();
    await asked.bring(context);
    return asked;
  };
  for await (const state of walk({ page, flow, sandbox, ask, view: viewSigning(page, flow, IN_ESTONIA) })) {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + PAUSE_MS);
    yield { page, state };
    await page.clock.resume();
  }
  await page.close();
}
