/** Describes the results for the explorers as tables, and checks them against the budget. */
import { DOCUMENTS, type DocumentName } from './explorer/explorer-documents.ts';
import type { Load } from './explorer/load-page.ts';
import { type ExplorerCost, OURS } from './measure-explorer.ts';

export interface ExplorerBudget {
  /** Size of script, style and all other files except fonts, until the page is ready. */
  readonly kilobytes: number;
  readonly readyShare: number;
  readonly readyShareFast3g: number;
  readonly readyShareLarge: number;
  readonly blockedShare: number;
  readonly largeTimesOfMedium: number;
  readonly largeDataKilobytes: number;
  readonly nextReactsMs: number;
}

interface Compared {
  readonly ours: Load;
  readonly peers: readonly (readonly [string, Load])[];
}

function compare({ loads }: ExplorerCost): Compared {
  const ours = loads.get(OURS);
  if (ours === undefined) throw new RangeError('Ours was not measured.');
  return { ours, peers: [...loads].filter(([name]) => name !== OURS) };
}

const readyOf = ({ readyMs }: Load): number => readyMs ?? Number.POSITIVE_INFINITY;
const fastestOf = (peers: Compared['peers'], costOf: (load: Load) => number): number =>
  Math.min(...peers.filter(([, { readyMs }]) => readyMs !== undefined).map(([, load]) => costOf(load)));

function shareOfFastest(cost: ExplorerCost): number {
  const { ours, peers } = compare(cost);
  return readyOf(ours) / fastestOf(peers, readyOf);
}

function shareOfLeastBlocked(cost: ExplorerCost): number {
  const { ours, peers } = compare(cost);
  return ours.blockedMs / fastestOf(peers, ({ blockedMs }) => blockedMs);
}

/** One sentence for each exceeded budget; empty when all are met. */
export function brokenPromises(costs: readonly ExplorerCost[], budget: ExplorerBudget): readonly string[] {
  return [...costs.flatMap((cost) => brokenOf(cost, budget)), ...brokenGrowth(costs, budget)];
}

function brokenOf(cost: ExplorerCost, budget: ExplorerBudget): readonly string[] {
  const { ours, peers } = compare(cost);
  const name = nameOf(cost);
  const allowed = cost.isFast3g ? budget.readyShareFast3g : cost.document === 'large' ? budget.readyShareLarge : budget.readyShare;
  const kilobytes = (ours.bytes.code + ours.bytes.data) / 1000;
  const promises: readonly (readonly [boolean, string])[] = [
    [shareOfFastest(cost) <= allowed, `is ready in ${shareOfFastest(cost).toFixed(2)} of the fastest peer's time (${allowed})`],
    [
      cost.isFast3g || shareOfLeastBlocked(cost) <= budget.blockedShare,
      `blocks for ${shareOfLeastBlocked(cost).toFixed(2)} of the least blocked peer`,
    ],
    [kilobytes <= budget.kilobytes, `weighs ${kilobytes.toFixed(1)} kB (${budget.kilobytes})`],
    [ours.heapBytes <= fastestOf(peers, ({ heapBytes }) => heapBytes), 'holds more memory than the best peer'],
    [cost.document !== 'large' || ours.bytes.data <= budget.largeDataKilobytes * 1000, `loads ${(ours.bytes.data / 1000).toFixed(1)} kB of data`],
    [cost.isFast3g || cost.nextReactsMs <= budget.nextReactsMs, `reacts to the next operation after ${cost.nextReactsMs.toFixed(0)} ms`],
    [ours.foreignRequests === 0, `asks ${ours.foreignRequests} times elsewhere`],
  ];
  return promises.flatMap(([isKept, text]) => (isKept ? [] : [`An operation of ${name} ${text}.`]));
}

function brokenGrowth(costs: readonly ExplorerCost[], { largeTimesOfMedium }: ExplorerBudget): readonly string[] {
  const times = growthOf(costs);
  return times === undefined || times <= largeTimesOfMedium
    ? []
    : [`The very large document takes ${times.toFixed(2)} times as long as the medium one.`];
}

/** Without the slow network; compared with the small document where the medium one was not measured. */
function growthOf(costs: readonly ExplorerCost[]): number | undefined {
  const readyIn = (document: DocumentName) => {
    const cost = costs.find((candidate) => candidate.document === document && !candidate.isFast3g);
    return cost === undefined ? undefined : readyOf(compare(cost).ours);
  };
  const large = readyIn('large');
  const medium = readyIn('medium') ?? readyIn('own');
  return large === undefined || medium === undefined ? undefined : large / medium;
}

export function describeExplorer(costs: readonly ExplorerCost[], rounds: number): string {
  return `## A page of one operation, beside other explorers

Opened by its address in an empty browser, with the processor four times slowed down, then behind a fast 3G line as well (180 kB/s down, 562.5 ms a round
trip): until the heading of the operation stands in the window. The peers as their documentation embeds them, from their published browser files, on the same
machine, compressed alike, each with the same document; all in turns, median of ${rounds}, after one visit of each that is not counted. Bytes are bodies as
compressed on the wire until then. Blocked is what tasks took beyond 50 ms, until a second later. "never" is not within a minute. Nobody listens for errors
meanwhile: where developer tools do, V8 reads React's script once more, which visitors do not wait for (\`explorer/tab.ts\`).
${costs.map(describeCost).join('')}
The very large document takes ${growthOf(costs)?.toFixed(2) ?? '–'} times as long as the one before it.
`;
}

function describeCost(cost: ExplorerCost): string {
  return `
### ${nameOf(cost)}

| | ready, ms | ours / its | blocked, ms | heap, MB | script + style, kB | data, kB | fonts, kB | requests | to other hosts |
|---|---|---|---|---|---|---|---|---|---|
${[...cost.loads].map(([name, load]) => describeLoad(name, load, compare(cost).ours)).join('\n')}

Ours: from the press on another operation to the frame after, ${cost.nextReactsMs.toFixed(0)} ms; to its heading, ${cost.nextReadyMs.toFixed(0)} ms.
`;
}

function describeLoad(name: string, load: Load, ours: Load): string {
  const { readyMs, blockedMs, heapBytes, bytes, requests, foreignRequests } = load;
  const share = load === ours || readyMs === undefined ? '' : (readyOf(ours) / readyMs).toFixed(2);
  const kilobytes = [bytes.code, bytes.data, bytes.fonts].map((count) => (count / 1000).toFixed(1));
  const cells = [name, readyMs?.toFixed(0) ?? 'never', share, blockedMs.toFixed(0), (heapBytes / 1e6).toFixed(1), ...kilobytes];
  return `| ${[...cells, requests, foreignRequests].join(' | ')} |`;
}

function nameOf({ document, isFast3g }: ExplorerCost): string {
  return `${DOCUMENTS[document].name}${isFast3g ? ', fast 3G' : ''}`;
}
