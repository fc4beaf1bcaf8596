/**
 * Every state of every flow in pictures: `npm run states`. Writes one contact sheet for each flow and group of widths to `docs/evidence/states`,
 * and their index. Ends with 1 when text is cut or a page is wider than its window. `-- --flow payment,consent` takes those alone and writes
 * no index; `--close-up <folder>` writes large sheets there, too.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import { FLOWS, type Flow } from '../flows.ts';
import { findLayoutFaults } from '../layout.ts';
import { openSandbox, type Sandbox } from '../sandbox.ts';
import { startServers } from '../servers.ts';
import { makeSheet, type Shot } from './contact-sheet.ts';
import { describeSheets, type SheetOfFlow } from './describe-sheets.ts';
import { walkStates } from './walk-states.ts';
import { type ReachedState, WALKS, type Walk } from './walks.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'evidence', 'states');
const HEIGHT_MAX = 1400;
const SCALE = 0.18;
const CLOSE_UP_SCALE = 0.5;
/** Flows at a time: most of a walk is waiting. */
const LANES = 3;
/** One picture of each state at each of them; at 1280 px the schemes take turns. */
const LOOKS = {
  narrow: [
    { width: 320, height: 640, scheme: 'light' },
    { width: 360, height: 740, scheme: 'dark' },
  ],
  wide: [
    { width: 768, height: 900, scheme: 'dark' },
    { width: 769, height: 900, scheme: 'light' },
    { width: 1280, height: 800, scheme: 'light' },
  ],
} as const;
type Group = keyof typeof LOOKS;

interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
}

const { values } = parseArgs({
  options: {
    flow: { type: 'string' },
    'close-up': { type: 'string' },
  },
});
const wanted = values.flow?.split(',');
const waiting = FLOWS.filter((flow) => wanted?.includes(flow) ?? true);
const faults: string[] = [];
const sheets: SheetOfFlow[] = [];

const closeUpFolder = values['close-up'];
for (const folder of [FOLDER, closeUpFolder]) if (folder !== undefined) await mkdir(folder, { recursive: true });
// Phones answer at once, unless a walk holds its own.
const servers = await startServers({ env: { PORTICO_DEVICE_ANSWER_SECONDS: '0' } });
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
try {
  await Promise.all(Array.from({ length: LANES }, takeFlows));
} finally {
  await browser.close();
  await servers.stop();
}
if (wanted === undefined)
  await writeFile(join(FOLDER, '..', 'states.md'), describeSheets(FLOWS.flatMap((flow) => sheets.filter((sheet) => sheet.flow === flow))));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

/** One after the other, in a sandbox whose clock nobody else turns. */
async function takeFlows(): Promise<void> {
  const sandbox = await openSandbox(servers.portalUrl);
  for (let flow = waiting.shift(); flow !== undefined; flow = waiting.shift()) await takeFlow(flow, sandbox);
}

async function takeFlow(flow: Flow, sandbox: Sandbox): Promise<void> {
  const shots: Record<Group, Shot[]> = { narrow: [], wide: [] };
  const states: ReachedState[] = [];
  for (const walk of WALKS) {
    try {
      for await (const { state, look, group, picture } of takeWalk(browser, flow, sandbox, walk)) {
        if (states.at(-1) !== state) states.push(state);
        shots[group].push({ state: state.name, label: `${look.width} ${look.scheme}`, width: look.width, picture });
      }
    } catch (error) {
      // The other walks are worth looking at all the same.
      faults.push(`${flow}, after ${states.at(-1)?.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const group of ['narrow', 'wide'] as const) {
    const name = `${flow}-${group}.webp`;
    const bytes = await makeSheet(browser, shots[group], SCALE);
    await writeFile(join(FOLDER, name), bytes);
    if (closeUpFolder !== undefined) await writeFile(join(closeUpFolder, name), await makeSheet(browser, shots[group], CLOSE_UP_SCALE));
    console.log(`${name}: ${states.length} states, ${Math.round(bytes.length / 1000)} kB`);
  }
  sheets.push({ flow, states });
}

interface Taken {
  readonly state: ReachedState;
  readonly look: Look;
  readonly group: Group;
  readonly picture: Buffer;
}

async function* takeWalk(inBrowser: Browser, flow: Flow, sandbox: Sandbox, walk: Walk): AsyncGenerator<Taken> {
  const context = await inBrowser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'Europe/Tallinn' });
  try {
    let turn = 0;
    for await (const { page, state } of walkStates(context, { flow, sandbox, walk })) {
      turn += 1;
      for (const group of ['narrow', 'wide'] as const) {
        for (const look of looksOf(group, turn)) yield { state, look, group, picture: await takePicture(page, flow, state, look) };
      }
    }
  } finally {
    await context.close();
  }
}

function looksOf(group: Group, turn: number): readonly Look[] {
  return LOOKS[group].map((look) => (look.width === 1280 && turn % 2 === 0 ? { ...look, scheme: 'dark' } : look));
}

async function takePicture(page: Page, flow: Flow, state: ReachedState, { width, height, scheme }: Look): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  faults.push(...(await findLayoutFaults(page)).map((fault) => `${flow}, ${state.name}, ${width} px: ${fault}`));
  // As high as the page: what sticks to the bottom stands at its end.
  const full = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(Math.max(full, height), HEIGHT_MAX) });
  return page.screenshot({ type: 'jpeg', quality: 85 });
}
