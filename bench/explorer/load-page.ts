/** Loads one page in an empty browser on a slow machine, and measures the time and the cost until an element is visible. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Chromium, Tab } from './tab.ts';

/** The element to wait for: the first match of `selector` inside the shadow roots of `within`, with this text where one is given. */
export interface Sight {
  readonly within: readonly string[];
  readonly selector: string;
  readonly text?: string;
}

export interface Load {
  /** From the request for the page until the element is in the viewport. Undefined: not within the limit. */
  readonly readyMs: number | undefined;
  /** Sum of the time of tasks above 50 ms, until a second after that. */
  readonly blockedMs: number;
  readonly heapBytes: number;
  /** Bytes of the bodies as transferred. */
  readonly bytes: Readonly<Record<'code' | 'data' | 'fonts', number>>;
  readonly requests: number;
  /** Requests to hosts other than this machine. */
  readonly foreignRequests: number;
}

export interface Conditions {
  readonly cpuSlowDown: number;
  readonly isFast3g: boolean;
  readonly timeoutMs: number;
}

/** Chromium's preset: 1.6 Mbit/s down and 750 kbit/s up less a tenth, 562.5 ms round trip. */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 } as const;
const POLL_MS = 100;
const LOCAL = new Set(['127.0.0.1', 'localhost']);
const KINDS: Readonly<Record<string, 'code' | 'fonts'>> = { Script: 'code', Stylesheet: 'code', Font: 'fonts' };

/** @param then runs on the page when it is ready, before it is closed */
export async function loadPage(
  browser: Chromium,
  url: string,
  sight: Sight,
  conditions: Conditions,
  then?: (tab: Tab) => Promise<void>,
): Promise<Load> {
  const tab = await browser.openTab();
  try {
    const counted = await countRequests(tab);
    await tab.send('Page.enable');
    const source = `(${observeBlocking.toString()})(); (${watchFor.toString()})(${JSON.stringify(sight)});`;
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
    if (conditions.isFast3g) await tab.send('Network.emulateNetworkConditions', FAST_3G);
    await tab.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowDown });
    await tab.send('Page.navigate', { url });
    const readyMs = await readyWithin(tab, conditions.timeoutMs);
    const code = counted.bytes.code;
    const data = counted.bytes.data;
    await delay(1000);
    const blockedMs = await tab.call(() => Number(Reflect.get(window, 'blockedMs') ?? 0), undefined);
    await then?.(tab);
    await tab.send('HeapProfiler.collectGarbage');
    const { usedSize } = await tab.send('Runtime.getHeapUsage');
    return {
      readyMs,
      blockedMs,
      heapBytes: usedSize,
      bytes: { code, data, fonts: counted.bytes.fonts },
      requests: counted.requests,
      foreignRequests: counted.foreignRequests,
    };
  } finally {
    await tab.close();
  }
}

async function readyWithin(tab: Tab, timeoutMs: number): Promise<number | undefined> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    await delay(POLL_MS);
    const readyMs = await tab.call(() => Number(Reflect.get(window, 'readyMs') ?? 0), undefined);
    if (readyMs > 0) return readyMs;
  }
  return undefined;
}

/** Runs in the page. */
function observeBlocking(): void {
  new PerformanceObserver((list) => {
    const blocked = list.getEntries().reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    Reflect.set(window, 'blockedMs', Number(Reflect.get(window, 'blockedMs') ?? 0) + blocked);
  }).observe({ type: 'longtask', buffered: true });
}

/**
 * Runs in the page and checks every frame. Sets `readyMs` of the window to the milliseconds from the request for the page until the element was
 * visible.
 */
function watchFor({ within, selector, text }: Sight): void {
  const isSeen = (): boolean => {
    let root: ParentNode = document;
    for (const host of within) {
      const inner = root.querySelector(host)?.shadowRoot;
      if (!inner) return false;
      root = inner;
    }
    return [...root.querySelectorAll(selector)].some((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      const isInWindow = height > 0 && bottom > 0 && top < window.innerHeight;
      return isInWindow && (text === undefined || element.textContent?.trim().startsWith(text) === true);
    });
  };
  const look = () => {
    if (isSeen()) Reflect.set(window, 'readyMs', performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function countRequests(tab: Tab) {
  await tab.send('Network.enable');
  await tab.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, 'code' | 'data' | 'fonts'>();
  const counted = { bytes: { code: 0, data: 0, fonts: 0 }, requests: 0, foreignRequests: 0 };
  tab.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('data:')) return;
    counted.requests += 1;
    if (!LOCAL.has(new URL(request.url).hostname)) counted.foreignRequests += 1;
    kinds.set(requestId, KINDS[type ?? ''] ?? 'data');
  });
  tab.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind !== undefined) counted.bytes[kind] += encodedDataLength;
  });
  return counted;
}
