/**
 * Measures a page of one operation in Portico's explorer and in others, with a small, a medium and a very large document. The explorers alternate, in
 * an empty browser slowed down four times, with and without a slow network. The others render whole documents, as they are usually embedded.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { type Servers, startServers } from '../e2e/support/servers.ts';
import { DOCUMENTS, type DocumentName, type ShownDocument } from './explorer/explorer-documents.ts';
import { type Conditions, type Load, loadPage, type Sight } from './explorer/load-page.ts';
import { fetchPackages, GITHUB_DOCUMENT, PEERS, type Peer } from './explorer/peers.ts';
import { type FileServer, serveFiles } from './explorer/serve-peers.ts';
import { type Chromium, launchChromium, type Tab } from './explorer/tab.ts';
import { joinDocuments } from './explorer/whole-document.ts';
import { percentile } from './statistics.ts';

export const OURS = 'Portico';
const PACKAGES = join(import.meta.dirname, '..', 'node_modules', '.cache', 'portico-bench');
const TIMEOUT_MS = 60_000;
/** By then everything is downloaded, also by an explorer that never becomes ready with a large document. */
const WARM_UP_MS = 15_000;
/** The bank's documents are prepared after the start. */
const PREPARED_WITHIN_MS = 120_000;
const HEADING = 'h1';

export interface ExplorerCost {
  readonly document: DocumentName;
  readonly isFast3g: boolean;
  /** Medians by explorer; one that was not ready in time has no `readyMs`. */
  readonly loads: ReadonlyMap<string, Load>;
  /** From a click on another operation to the frame with a visible reaction, and to its heading. Portico's explorer only. */
  readonly nextReactsMs: number;
  readonly nextReadyMs: number;
}

export interface ExplorerOptions {
  readonly folder: string;
  readonly rounds: number;
  /** File of the Berlin Group's document, `.yaml` or `.json`; without it the medium document is left out. */
  readonly standard: string | undefined;
  /** Names of the documents and explorers to measure; absent: all. */
  readonly documents?: readonly string[] | undefined;
  readonly peers?: readonly string[] | undefined;
}

export async function measureExplorer({ folder, rounds, standard, ...only }: ExplorerOptions): Promise<readonly ExplorerCost[]> {
  await mkdir(PACKAGES, { recursive: true });
  await fetchPackages(PACKAGES);
  const documents = join(folder, 'documents');
  await mkdir(documents, { recursive: true });
  await copyFile(join(PACKAGES, GITHUB_DOCUMENT.package, GITHUB_DOCUMENT.file), join(documents, `${DOCUMENTS.large.apiId}.json`));
  if (standard !== undefined) await copyFile(standard, join(documents, `${DOCUMENTS.medium.apiId}${standard.slice(standard.lastIndexOf('.'))}`));
  const all: readonly DocumentName[] = ['own', 'whole', ...(standard === undefined ? [] : (['medium'] as const)), 'large'];
  const names = all.filter((name) => only.documents?.includes(name) ?? true);
  const shownPeers = new Map(Object.entries(PEERS).filter(([name]) => only.peers?.includes(name) ?? true));

  const servers = await startServers({ env: { PORTICO_SPECS_DIR: documents } });
  const browser = await launchChromium(process.env.CHROMIUM_PATH ?? chromium.executablePath());
  let peers: FileServer | undefined;
  try {
    const served = await serveFiles(PACKAGES, await peerPages(servers, names));
    peers = served;
    const bench = { browser, explorers: [ours(servers), ...[...shownPeers].map((peer) => theirs(served, ...peer))], rounds };
    const costs: ExplorerCost[] = [];
    for (const document of names) await warmUp(bench, document);
    for (const isFast3g of [false, true]) {
      for (const document of names) {
        costs.push(await measureDocument(bench, document, { cpuSlowDown: 4, isFast3g, timeoutMs: TIMEOUT_MS }));
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

interface Explorer {
  readonly name: string;
  /** The URL of an operation, and the element that is then visible. */
  open(document: DocumentName): { readonly url: string; readonly sight: Sight };
}

interface Bench {
  readonly browser: Chromium;
  readonly explorers: readonly Explorer[];
  readonly rounds: number;
}

function ours({ portalUrl }: Servers): Explorer {
  return {
    name: OURS,
    open(document) {
      const { summary, ...shown } = DOCUMENTS[document];
      return { url: `${portalUrl}/#${addressOf(shown, shown.operationId)}`, sight: { within: [], selector: HEADING, text: summary } };
    },
  };
}

function theirs({ origin }: FileServer, name: string, peer: Peer): Explorer {
  return {
    name,
    open(document) {
      const { fragment, sight } = peer.open(DOCUMENTS[document]);
      return { url: `${origin}/${document}/${peer.package}.html${fragment}`, sight };
    },
  };
}

/**
 * Visits each explorer once without counting it, so that no counted visit is the first of the browser or of a server. The browser keeps no data of a
 * visit.
 */
async function warmUp({ browser, explorers }: Bench, document: DocumentName): Promise<void> {
  for (const explorer of explorers) {
    const { url, sight } = explorer.open(document);
    await loadPage(browser, url, sight, { cpuSlowDown: 1, isFast3g: false, timeoutMs: WARM_UP_MS });
  }
}

async function measureDocument({ browser, explorers, rounds }: Bench, document: DocumentName, conditions: Conditions): Promise<ExplorerCost> {
  const loads = new Map<string, Load[]>();
  const next: { reactsMs: number; readyMs: number }[] = [];
  const continued = async (tab: Tab) => void next.push(await goOn(tab, DOCUMENTS[document]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, open } of explorers) {
      const earlier = loads.get(name) ?? [];
      // An explorer that was not ready in its first round is not measured again.
      if (round > 0 && earlier.every(({ readyMs }) => readyMs === undefined)) continue;
      const { url, sight } = open(document);
      const load = await loadPage(browser, url, sight, conditions, name === OURS ? continued : undefined);
      loads.set(name, [...earlier, load]);
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

/** Clicks on another operation in the list beside this one. */
function goOn(tab: Tab, { apiId, nextId }: ShownDocument): Promise<{ reactsMs: number; readyMs: number }> {
  const href = `#/api-explorer/${encodeURIComponent(apiId)}/${encodeURIComponent(nextId)}`;
  return tab.call(pressAndWait, `nav a[href="${href}"]`);
}

/** Runs in the page. */
async function pressAndWait(selector: string): Promise<{ reactsMs: number; readyMs: number }> {
  const heading = () => document.querySelector('h1')?.textContent ?? '';
  const before = heading();
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  let link = document.querySelector<HTMLElement>(selector);
  for (let waited = 0; link === null && waited < 600; waited += 1) {
    await frame();
    link = document.querySelector<HTMLElement>(selector);
  }
  if (link === null) throw new Error(`There is no ${selector}.`);
  const start = performance.now();
  link.click();
  await frame();
  await frame();
  const reactsMs = performance.now() - start;
  while (heading() === before && performance.now() - start < 10_000) await frame();
  return { reactsMs, readyMs: performance.now() - start };
}

/** The page of each other explorer for each document, and the documents as JSON. They come from Portico's server. */
async function peerPages({ portalUrl }: Servers, names: readonly DocumentName[]): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const name of names) {
    const document = name === 'whole' ? await wholeOf(portalUrl) : JSON.parse(await documentOf(portalUrl, DOCUMENTS[name].apiId));
    pages.set(`/documents/${name}.json`, JSON.stringify(document));
    for (const peer of Object.values(PEERS)) pages.set(`/${name}/${peer.package}.html`, peer.html(`/documents/${name}.json`));
  }
  return pages;
}

async function wholeOf(portalUrl: string): Promise<object> {
  const response = await fetch(`${portalUrl}/api/specs?list=main&withSpec=true`);
  const sections: readonly { spec: string }[] = await response.json();
  return joinDocuments(sections.map(({ spec }) => spec));
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

function addressOf({ apiId }: Pick<ShownDocument, 'apiId'>, operationId: string): string {
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
