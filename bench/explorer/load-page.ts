/** One page in an empty browser on a slow machine: when something of it is seen, and what it cost until then. */
import type { Browser, CDPSession, Page } from '@playwright/test';

/** What is looked for: the first element that `selector` finds, inside the shadow roots of `within`, with this text where one is given. */
export interface Sight {
  readonly within: readonly string[];
  readonly selector: string;
  readonly text?: string;
}

export interface Load {
  /** From the request for the page until the element stands in the window. None: not within the time. */
  readonly readyMs: number | undefined;
  /** Sum of what tasks took beyond 50 ms, until a second after that. */
  readonly blockedMs: number;
  readonly heapBytes: number;
  /** Bodies as they came over the wire. */
  readonly bytes: Readonly<Record<'code' | 'data' | 'fonts', number>>;
  readonly requests: number;
  /** To other hosts than this machine. */
  readonly foreignRequests: number;
}

export interface Conditions {
  readonly cpuSlowDown: number;
  readonly isFast3g: boolean;
  readonly timeoutMs: number;
}

/** As Chromium's own preset: 1.6 Mbit/s down and 750 kbit/s up less a tenth, 562.5 ms a round trip. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 } as const;
const LOCAL = new Set(['127.0.0.1', 'localhost']);
const KINDS: Readonly<Record<string, 'code' | 'fonts'>> = { Script: 'code', Stylesheet: 'code', Font: 'fonts' };

/** @param then is done on the page when it is ready, before it is closed */
export async function loadPage(
  browser: Browser,
  url: string,
  sight: Sight,
  conditions: Conditions,
  then?: (page: Page) => Promise<void>,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  try {
    const protocol = await context.newCDPSession(page);
    const counted = await countRequests(protocol);
    await page.addInitScript(observeBlocking);
    if (conditions.isFast3g) await protocol.send('Network.emulateNetworkConditions', FAST_3G);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowDown });
    await page.goto(url, { waitUntil: 'commit', timeout: conditions.timeoutMs });
    const seen = await page.waitForFunction(findSight, sight, { timeout: conditions.timeoutMs, polling: 'raf' }).catch(() => undefined);
    const readyMs = await seen?.jsonValue();
    const code = counted.bytes.code;
    const data = counted.bytes.data;
    await page.waitForTimeout(1000);
    const blockedMs = await page.evaluate(() => Number(Reflect.get(window, 'blockedMs') ?? 0));
    await then?.(page);
    await protocol.send('HeapProfiler.collectGarbage');
    const { usedSize } = await protocol.send('Runtime.getHeapUsage');
    return {
      readyMs: typeof readyMs === 'number' ? readyMs : undefined,
      blockedMs,
      heapBytes: usedSize,
      bytes: { code, data, fonts: counted.bytes.fonts },
      requests: counted.requests,
      foreignRequests: counted.foreignRequests,
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page. */
function observeBlocking(): void {
  new PerformanceObserver((list) => {
    const blocked = list.getEntries().reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    Reflect.set(window, 'blockedMs', Number(Reflect.get(window, 'blockedMs') ?? 0) + blocked);
  }).observe({ type: 'longtask', buffered: true });
}

/** Runs in the page, once a frame: milliseconds since the page was asked for, when the element stands in the window. */
function findSight({ within, selector, text }: Sight): number | false {
  let root: ParentNode = document;
  for (const host of within) {
    const inner = root.querySelector(host)?.shadowRoot;
    if (!inner) return false;
    root = inner;
  }
  for (const element of root.querySelectorAll(selector)) {
    const { top, bottom, height } = element.getBoundingClientRect();
    const isSeen = height > 0 && bottom > 0 && top < window.innerHeight;
    if (isSeen && (text === undefined || element.textContent?.trim().startsWith(text) === true)) return performance.now();
  }
  return false;
}

async function countRequests(protocol: CDPSession) {
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, 'code' | 'data' | 'fonts'>();
  const counted = { bytes: { code: 0, data: 0, fonts: 0 }, requests: 0, foreignRequests: 0 };
  protocol.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('data:')) return;
    counted.requests += 1;
    if (!LOCAL.has(new URL(request.url).hostname)) counted.foreignRequests += 1;
    kinds.set(requestId, KINDS[type ?? ''] ?? 'data');
  });
  protocol.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind !== undefined) counted.bytes[kind] += encodedDataLength;
  });
  return counted;
}
