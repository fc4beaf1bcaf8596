/**
 * What the signing page costs until it is usable: compressed bytes of script and style (bodies, without headers) between the customer's
 * arrival and the enabled sign button, in a browser with an empty cache, and the time that takes on loopback.
 */
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../e2e/playwright.config.ts';
import { arriveAtSigningPage, startPayment } from '../e2e/support/journey.ts';

export interface PageCost {
  readonly scriptBytes: number;
  readonly styleBytes: number;
  readonly fontBytes: number;
  readonly requests: number;
  readonly milliseconds: number;
}

export async function measureSigningPage(shopUrl: string): Promise<PageCost> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
  try {
    return await measureIn(browser, shopUrl);
  } finally {
    await browser.close();
  }
}

async function measureIn(browser: Browser, shopUrl: string): Promise<PageCost> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await startPayment(page, { shopUrl });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  const types = new Map<string, string>();
  const bytes = { Script: 0, Stylesheet: 0, Font: 0 };
  let requests = 0;
  let startedAt = 0;
  protocol.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    // Everything before the signing page belongs to the sign-in.
    if (type === 'Document' && request.url.includes('m=signingPayment')) {
      startedAt = performance.now();
      requests = 0;
      types.clear();
      Object.assign(bytes, { Script: 0, Stylesheet: 0, Font: 0 });
    }
    requests += 1;
    types.set(requestId, type ?? 'Other');
  });
  protocol.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type === 'Script' || type === 'Stylesheet' || type === 'Font') bytes[type] += encodedDataLength;
  });
  await arriveAtSigningPage(page);
  const milliseconds = performance.now() - startedAt;
  return { scriptBytes: bytes.Script, styleBytes: bytes.Stylesheet, fontBytes: bytes.Font, requests, milliseconds };
}
