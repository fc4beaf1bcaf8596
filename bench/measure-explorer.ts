/**
 * What a page of one operation costs in our explorer and in those that others use, for a small, a medium and a very large document: all in
 * turns, in an empty browser, four times slowed down, with and without a slow line. Peers render whole documents, as they are embedded.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../e2e/playwright.config.ts';
import { type Servers, startServers } from '../e2e/support/servers.ts';
import { DOCUMENTS, type DocumentName, type ShownDocument } from './explorer/explorer-documents.ts';
import { type Conditions, type Load, loadPage } from './explorer/load-page.ts';
import { fetchPackages, GITHUB_DOCUMENT, PEERS } from './explorer/peers.ts';
import { type FileServer, serveFiles } from './explorer/serve-peers.ts';
import { percentile } from './statistics.ts';

export const OURS = 'Portico';
const PACKAGES = join(import.meta.dirname, '..', 'node_modules', '.cache', 'portico-bench');
const TIMEOUT_MS = 60_000;
/** The bank's documents are prepared after the start. */
const PREPARED_WITHIN_MS = 120_000;
const HEADING = 'h1';

export interface ExplorerCost {
  readonly document: DocumentName;
  readonly isFast3g: boolean;
  /** By explorer, medians; those that were not ready in time have no `readyMs`. */
  readonly loads: ReadonlyMap<string, Load>;
  /** From the press on another operation to the frame that shows that it was heard, and to its heading. Ours alone. */
  readonly nextReactsMs: number;
  readonly nextReadyMs: number;
}

export interface ExplorerOptions {
  readonly folder: string;
  readonly rounds: number;
  /** A file of the Berlin Group's document, `.yaml` or `.json`; without it the medium document is left out. */
  readonly standard: string | undefined;
}

export async function measureExplorer({ folder, rounds, standard }: ExplorerOptions): Promise<readonly ExplorerCost[]> {
  await mkdir(PACKAGES, { recursive: true });
  await fetchPackages(PACKAGES);
  const documents = join(folder, 'documents');
  await mkdir(documents, { recursive: true });
  await copyFile(join(PACKAGES, GITHUB_DOCUMENT.package, GITHUB_DOCUMENT.file), join(documents, `${DOCUMENTS.large.apiId}.json`));
  if (standard !== undefined) await copyFile(standard, join(documents, `${DOCUMENTS.medium.apiId}${standard.slice(standard.lastIndexOf('.'))}`));
  const names: readonly DocumentName[] = standard === undefined ? ['own', 'large'] : ['own', 'medium', 'large'];

  const servers = await startServers({ env: { PORTICO_SPECS_DIR: documents } });
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
  let peers: FileServer | undefined;
  try {
    peers = await serveFiles(PACKAGES, await peerPages(servers, names));
    const costs: ExplorerCost[] = [];
    for (const isFast3g of [false, true]) {
      for (const document of names) {
        costs.push(await measureDocument({ browser, servers, peers, rounds }, document, { cpuSlowDown: 4, isFast3g, timeoutMs: TIMEOUT_MS }));
        report(costs.at(-1));
      }
    }
    return costs;
  } finally {
    peers?.stop();
    await browser.close();
    await servers.stop();
  }
}

interface Bench {
  readonly browser: Browser;
  readonly servers: Servers;
  readonly peers: FileServer;
  readonly rounds: number;
}

async function measureDocument({ browser, servers, peers, rounds }: Bench, document: DocumentName, conditions: Conditions): Promise<ExplorerCost> {
  const shown = DOCUMENTS[document];
  const loads = new Map<string, Load[]>();
  const next: { reactsMs: number; readyMs: number }[] = [];
  const keep = (name: string, load: Load) => loads.set(name, [...(loads.get(name) ?? []), load]);
  const url = `${servers.portalUrl}/#${addressOf(shown, shown.operationId)}`;
  for (let round = 0; round < rounds; round += 1) {
    const sight = { within: [], selector: HEADING, text: shown.summary };
    keep(OURS, await loadPage(browser, url, sight, conditions, async (page) => void next.push(await goOn(page, shown))));
    for (const [name, peer] of Object.entries(PEERS)) {
      // What was not ready in its first round is not waited for again.
      if (loads.get(name)?.every(({ readyMs }) => readyMs === undefined) === true) continue;
      const { fragment, sight: peerSight } = peer.open(shown);
      keep(name, await loadPage(browser, `${peers.origin}/${document}/${peer.package}.html${fragment}`, peerSight, conditions));
    }
  }
  return {
    document,
    isFast3g: conditions.isFast3g,
    loads: new Map([...loads].map(([name, all]) => [name, medianOf(all)])),
    nextReactsMs: median(next.map(({ reactsMs }) => reactsMs)),
    nextReadyMs: median(next.map(({ readyMs }) => readyMs)),
  };
}

/** Presses the link of another operation in the list beside this one. */
async function goOn(page: Page, { apiId, nextId }: ShownDocument): Promise<{ reactsMs: number; readyMs: number }> {
  const href = `#/api-explorer/${encodeURIComponent(apiId)}/${encodeURIComponent(nextId)}`;
  const link = page.locator(`nav a[href="${href}"]`);
  await link.waitFor({ timeout: TIMEOUT_MS });
  return await link.evaluate(async (element) => {
    const heading = () => document.querySelector('h1')?.textContent ?? '';
    const before = heading();
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    const start = performance.now();
    if (element instanceof HTMLElement) element.click();
    await frame();
    await frame();
    const reactsMs = performance.now() - start;
    while (heading() === before && performance.now() - start < 10_000) await frame();
    return { reactsMs, readyMs: performance.now() - start };
  });
}

/** Each peer's page for each document, and the documents themselves, all as JSON: they come from our server. */
async function peerPages({ portalUrl }: Servers, names: readonly DocumentName[]): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const name of names) {
    pages.set(`/documents/${name}.json`, JSON.stringify(JSON.parse(await documentOf(portalUrl, DOCUMENTS[name].apiId))));
    for (const peer of Object.values(PEERS)) pages.set(`/${name}/${peer.package}.html`, peer.html(`/documents/${name}.json`));
  }
  return pages;
}

async function documentOf(portalUrl: string, apiId: string): Promise<string> {
  const deadline = Date.now() + PREPARED_WITHIN_MS;
  for (;;) {
    const response = await fetch(`${portalUrl}/api/specs/${apiId}?format=json`);
    if (response.ok) return await response.text();
    if (Date.now() > deadline) throw new Error(`The section ${apiId} answers ${response.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function addressOf({ apiId }: ShownDocument, operationId: string): string {
  return `/api-explorer/${encodeURIComponent(apiId)}/${encodeURIComponent(operationId)}`;
}

function medianOf(loads: readonly Load[]): Load {
  const [first] = loads;
  if (first === undefined) throw new RangeError('There is nothing to measure in no rounds.');
  const ready = loads.flatMap(({ readyMs }) => readyMs ?? []);
  return {
    ...first,
    readyMs: ready.length === 0 ? undefined : median(ready),
    blockedMs: median(loads.map(({ blockedMs }) => blockedMs)),
    heapBytes: median(loads.map(({ heapBytes }) => heapBytes)),
  };
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function report(cost: ExplorerCost | undefined): void {
  if (cost === undefined) return;
  const all = [...cost.loads].map(([name, { readyMs }]) => `${name} ${readyMs === undefined ? 'never' : readyMs.toFixed(0)}`);
  console.log(`  explorer, ${cost.document}${cost.isFast3g ? ', fast 3G' : ''}: ${all.join(', ')} ms; next ${cost.nextReactsMs.toFixed(0)} ms`);
}
