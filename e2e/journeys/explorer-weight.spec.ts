/** What the page of an operation loads before the visitor has done anything. Milliseconds are for `bench/`; bytes are the same on every machine. */
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

/** Script, style and the data of the operation, compressed as on the wire. */
const BUDGET_KB = 135;
/** What all pages share, the portal, the operation and the bundler's helpers: each further file is work and a place in the browser's queue. */
const SCRIPTS = 4;
const WEIGHED = /\.(?:js|css)$|\/specs\//;
const OPERATIONS = ['payments/initiatePayment', 'consents/createConsent', 'bulk-payments/initiateBulkPayment', 'accounts/getTransactionList'];
/** Come for whoever sends, opens a schema, changes a body or chooses another language, and not before. */
const LATER = /\/(?:sending|reading|check-schema|code-editor|sample-writers|sample-colours|coloured-code|word-search)-[^/]+\.js$/;

/** The script that stands in the page itself, compressed as if it came alone. */
const FIRST_SCRIPT = 'the first script';

interface Loaded {
  /** Bodies as they came over the wire, by path. */
  readonly bytes: ReadonlyMap<string, number>;
}

async function watchLoaded(page: Page): Promise<Loaded> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  const paths = new Map<string, string>();
  const bytes = new Map<string, number>();
  protocol.on('Network.requestWillBeSent', ({ requestId, request }) => void paths.set(requestId, new URL(request.url).pathname));
  protocol.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId) ?? '';
    bytes.set(path, (bytes.get(path) ?? 0) + encodedDataLength);
  });
  return { bytes };
}

for (const operation of OPERATIONS) {
  test(`the page of ${operation} loads within its budget of bytes and scripts`, { tag: '@desktop' }, async ({ page, portalUrl }) => {
    const { bytes } = await watchLoaded(page);
    await page.goto(`${portalUrl}/#/api-explorer/${operation}`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Send request' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const firstScript = await page.evaluate(() => document.head.querySelector('script:not([src], [type])')?.textContent ?? '');
    expect(firstScript).not.toBe('');
    const counted = [...[...bytes].filter(([path]) => WEIGHED.test(path)), [FIRST_SCRIPT, brotliCompressSync(firstScript).length] as const];
    const kilobytes = counted.reduce((sum, [, count]) => sum + count, 0) / 1000;
    console.log(`${operation}: ${kilobytes.toFixed(1)} kB`);
    expect(counted.map(([path]) => path).filter((path) => LATER.test(path))).toEqual([]);
    expect(counted.map(([path]) => path).filter((path) => path.endsWith('.js'))).toHaveLength(SCRIPTS);
    expect(kilobytes, JSON.stringify(Object.fromEntries(counted))).toBeLessThanOrEqual(BUDGET_KB);
  });
}
