/** What was measured of starting and of the signing page, in tables. */
import type { PageCost } from './measure-signing-page.ts';
import type { StartTimes } from './measure-start.ts';

export function describeStart({ coldSeconds, warmSeconds }: StartTimes): string {
  return `## Start

| | seconds until ready |
|---|---|
| cold: empty folder, migrations and seed included | ${coldSeconds.toFixed(1)} |
| warm: the same folder again | ${warmSeconds.toFixed(1)} |
| warm / cold | ${(warmSeconds / coldSeconds).toFixed(2)} |
`;
}

/** @param budgetKilobytes of script and style. */
export function describePage(cost: PageCost, budgetKilobytes: number): string {
  const bytes = cost.scriptBytes + cost.styleBytes;
  return `## The signing page until the sign button is enabled (empty cache, as compressed on the wire)

| | |
|---|---|
| script | ${kilobytes(cost.scriptBytes)} |
| style | ${kilobytes(cost.styleBytes)} |
| script + style, of a budget of ${budgetKilobytes} kB | ${kilobytes(bytes)} (${(bytes / budgetKilobytes / 10).toFixed(0)} %) |
| fonts, reported apart | ${kilobytes(cost.fontBytes)} |
| requests | ${cost.requests} |
| milliseconds on loopback | ${cost.milliseconds.toFixed(0)} |
`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
