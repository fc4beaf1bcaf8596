/** Describes the results for telemetry, as text and a table. */
import type { ModeCost, TelemetryCost } from './measure-telemetry.ts';
import type { Spread } from './statistics.ts';

export function describeTelemetry(costs: readonly TelemetryCost[], rounds: string): string {
  return `## What telemetry costs

The same server without telemetry, with metrics that are read every two seconds, and with traces that go to a collector besides, as processes of their own on
one PostgreSQL, in turns under the same load of 16 clients after 4 s to warm up each; ${rounds}. The signature is that of "Signing on PostgreSQL". The
collector's place is taken by a process that takes everything at once and counts the spans; it shares the machine. A span that
finds 2048 others waiting is dropped, so fewer arrive than were made when the collector takes less.

| call | telemetry | per second, median (min–max) | of that without | processor time of the server for one | times that without | p50 / p99 | spans for one that arrived |
|---|---|---|---|---|---|---|---|
${costs.flatMap(({ call, modes }) => modes.map((mode) => row(call, mode, modes[0] ?? mode))).join('\n')}
`;
}

function row(call: string, mode: ModeCost, without: ModeCost): string {
  const share = (mode.perSecond.median / without.perSecond.median) * 100;
  const times = mode.processorMs.median / without.processorMs.median;
  const waits = `${mode.p50.toFixed(0)} / ${mode.p99.toFixed(0)} ms`;
  return `| \`${call}\` | ${mode.name} | ${spread(mode.perSecond, 0)} | ${share.toFixed(0)} % | ${spread(mode.processorMs, 2)} ms | ${times.toFixed(2)} | ${waits} | ${mode.spans.toFixed(2)} |`;
}

function spread({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
