/**
 * Measures each signing page until it is usable, beside a minimal React page with the same responses: compressed bytes (bodies without headers), and
 * the time until the first step's button is enabled. The browser has an empty cache, is slowed down four times and uses a fast 3G network. Both pages
 * alternate; the redirects before the page are not counted.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../e2e/playwright.config.ts';
import { FLOWS, type Flow, KINDS } from '../e2e/support/flows.ts';
import { openSandbox, type Sandbox } from '../e2e/support/sandbox.ts';
import { viewSigning } from '../e2e/support/signing-view.ts';
import { type BarePage, startBarePage } from './bare/serve-bare-page.ts';
import { percentile } from './statistics.ts';

export interface PageCost {
  readonly flow: Flow;
  readonly scriptBytes: number;
  readonly styleBytes: number;
  readonly fontBytes: number;
  readonly requests: number;
  /** Medians. */
  readonly milliseconds: number;
  readonly bareMilliseconds: number;
  readonly bareScriptBytes: number;
}

const CPU_SLOW_DOWN = 4;
/** Chromium's preset: 1.6 Mbit/s down and 750 kbit/s up less a tenth, 562.5 ms round trip. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 } as const;
const EVERYBODY = { country: 'ee', locale: 'en' } as const;
/** Calls that the minimal page makes too, by its name for them. */
const ANSWERS = [
  ['details', /\/api\/ui\/[\w-]+\/details$/],
  ['list', /\/account\/list$/],
  ['balance', /\/account\/balance/],
  ['fee', /\/payment\/fee/],
] as const;

export async function measureSigningPages(portalUrl: string, rounds: number): Promise<readonly PageCost[]> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
  const bare = await startBarePage();
  try {
    const sandbox = await openSandbox(portalUrl);
    const costs: PageCost[] = [];
    for (const flow of FLOWS) costs.push(await measureFlow({ browser, bare, sandbox, rounds }, flow));
    return costs;
  } finally {
    await browser.close();
    await bare.stop();
  }
}

interface Bench {
  readonly browser: Browser;
  readonly bare: BarePage;
  readonly sandbox: Sandbox;
  readonly rounds: number;
}

async function measureFlow({ browser, bare, sandbox, rounds }: Bench, flow: Flow): Promise<PageCost> {
  const ours: Load[] = [];
  const theirs: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers = new Map<string, string>();
    ours.push(await loadSigningPage(browser, sandbox, flow, answers));
    bare.answers = answers;
    theirs.push(await loadBarePage(browser, bare.url));
  }
  const [last] = ours.slice(-1);
  const [lastBare] = theirs.slice(-1);
  if (last === undefined || lastBare === undefined) throw new RangeError('There is nothing to measure in no rounds.');
  const medianOf = (loads: readonly Load[]) =>
    percentile(
      loads.map(({ milliseconds }) => milliseconds),
      0.5,
    );
  const { Script: scriptBytes, Stylesheet: styleBytes, Font: fontBytes } = last.bytes;
  const bytes = { scriptBytes, styleBytes, fontBytes, bareScriptBytes: lastBare.bytes.Script };
  return { flow, ...bytes, requests: last.requests, milliseconds: medianOf(ours), bareMilliseconds: medianOf(theirs) };
}

interface Load {
  readonly milliseconds: number;
  readonly bytes: Readonly<Record<'Script' | 'Stylesheet' | 'Font', number>>;
  readonly requests: number;
}

async function loadSigningPage(browser: Browser, sandbox: Sandbox, flow: Flow, answers: Map<string, string>): Promise<Load> {
  const asked = await sandbox.ask(flow, EVERYBODY);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await asked.bring(page.context());
    page.on('response', async (response) => {
      const [name] = ANSWERS.find(([, address]) => address.test(response.url())) ?? [];
      if (name !== undefined) answers.set(name, await response.text().catch(() => '{}'));
    });
    const view = viewSigning(page, flow, EVERYBODY);
    const { question } = KINDS[flow].texts;
    const label = view.text(question === undefined ? 'signing.signWith' : 'signing.yes', { method: view.text('signing.method.smartId') });
    return await load(page, asked.address, label);
  } finally {
    await page.close();
  }
}

async function loadBarePage(browser: Browser, url: string): Promise<Load> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    return await load(page, url, 'Sign');
  } finally {
    await page.close();
  }
}

/** @param label of the button that makes the page usable when it is enabled. */
async function load(page: Page, address: string, label: string): Promise<Load> {
  const protocol = await page.context().newCDPSession(page);
  const counted = await countBytes(protocol);
  await protocol.send('Network.emulateNetworkConditions', FAST_3G);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOW_DOWN });
  await page.goto(address, { waitUntil: 'commit', timeout: 120_000 });
  const usable = await page.waitForFunction(
    (wanted) => {
      const button = Array.from(document.querySelectorAll('button')).find(({ textContent }) => textContent?.trim() === wanted);
      const [navigation] = performance.getEntriesByType('navigation');
      if (button === undefined || button.disabled || !(navigation instanceof PerformanceNavigationTiming)) return undefined;
      return performance.now() - navigation.fetchStart;
    },
    label,
    { timeout: 120_000 },
  );
  const milliseconds = await usable.jsonValue();
  return { milliseconds: milliseconds ?? Number.NaN, ...counted };
}

async function countBytes(protocol: CDPSession): Promise<{ bytes: { Script: number; Stylesheet: number; Font: number }; requests: number }> {
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  const types = new Map<string, string>();
  const counted = { bytes: { Script: 0, Stylesheet: 0, Font: 0 }, requests: 0 };
  protocol.on('Network.requestWillBeSent', ({ requestId, type }) => {
    counted.requests += 1;
    types.set(requestId, type ?? 'Other');
  });
  protocol.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type === 'Script' || type === 'Stylesheet' || type === 'Font') counted.bytes[type] += encodedDataLength;
  });
  return counted;
}
