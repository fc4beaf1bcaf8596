/** Describes the results for starts and for the signing pages, as tables. */
import type { PageCost } from './measure-signing-page.ts';
import type { StartCost, StartTimes } from './measure-start.ts';

export function describeStart({ embedded, postgres }: StartCost): string {
  const memory = postgres?.idleMb;
  return `## Start

\`npm run bench -- start\`: until the server, the demo shop and the stand-in for Google answer; cold on an empty folder or database, migrations and
seed included, warm on the same one again, median (min–max) of three.
${memory === undefined ? '' : `Ten seconds after a start on PostgreSQL the server holds ${memory.toFixed(0)} MB of memory.\n`}
| database | cold, s | warm, s | warm / cold |
|---|---|---|---|
${startRow('embedded', embedded)}${postgres === undefined ? '' : `\n${startRow('PostgreSQL', postgres)}`}
`;
}

function startRow(database: string, { coldSeconds, warmSeconds: { median, min, max } }: StartTimes): string {
  const warm = `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`;
  return `| ${database} | ${coldSeconds.toFixed(1)} | ${warm} | ${(median / coldSeconds).toFixed(2)} |`;
}

export interface PageBudget {
  /** Size of script and style. */
  readonly kilobytes: number;
  readonly timesOfBare: number;
}

export const timesOfBarePage = ({ milliseconds, bareMilliseconds }: PageCost): number => milliseconds / bareMilliseconds;
export const scriptAndStyleBytes = ({ scriptBytes, styleBytes }: PageCost): number => scriptBytes + styleBytes;

export function describePages(costs: readonly PageCost[], { kilobytes: budgetKilobytes, timesOfBare }: PageBudget, rounds: number): string {
  const [first] = costs;
  return `## The signing pages until they are usable

From the request for the page to its first step's enabled button, in an empty cache, with the processor four times slowed down and behind a fast 3G line
(180 kB/s down, 84 kB/s up, 562.5 ms a round trip). Beside each a bare React page that makes the same calls in the same order, shows every field of their
answers in a list and carries one button: ${first === undefined ? '' : kilobytes(first.bareScriptBytes)} of script, no fonts, no languages, no checks of what arrives.
In turns; median of ${rounds} each. Bytes are bodies as compressed on the wire; the budgets are ${budgetKilobytes} kB of script and style, and
${timesOfBare.toFixed(1)} times the bare page. That a button takes its first press only half a second after it appeared is meant so, and not counted.

| page | script | style | script + style | fonts, apart | requests | ms until usable | bare page, ms | times |
|---|---|---|---|---|---|---|---|---|
${costs.map(describeCost).join('\n')}
`;
}

function describeCost(cost: PageCost): string {
  const bytes = [cost.scriptBytes, cost.styleBytes, scriptAndStyleBytes(cost), cost.fontBytes].map(kilobytes);
  const times = [cost.milliseconds.toFixed(0), cost.bareMilliseconds.toFixed(0), timesOfBarePage(cost).toFixed(2)];
  return `| ${[cost.flow.replaceAll('-', ' '), ...bytes, cost.requests, ...times].join(' | ')} |`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
