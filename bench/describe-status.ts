/** Describes the results for the status call, as text and a table. */
import type { StatusCost } from './measure-status.ts';
import type { Spread } from './statistics.ts';

const shareOfBare = ({ portico, bare }: StatusCost): number => portico.perSecond.median / bare.perSecond.median;

export function describeStatus(costs: readonly StatusCost[], rounds: string): string {
  return `## The status call under load

32 clients ask one after the other; Portico checks the answer against its contract, limits, logs and measures every request as always, the bare server is
Fastify with the same bytes in memory. In turns after 5 s to warm up; ${rounds}.

| call | bytes | per second, median (min–max): Portico | bare server | Portico / bare server | p50 / p99: Portico | bare server |
|---|---|---|---|---|---|---|
${costs
  .map((cost) => {
    const { path, bytes, portico, bare } = cost;
    return `| \`${path}\` | ${bytes} | ${spread(portico.perSecond)} | ${spread(bare.perSecond)} | ${(shareOfBare(cost) * 100).toFixed(0)} % | ${times(portico)} | ${times(bare)} |`;
  })
  .join('\n')}
`;
}

/** One sentence for each call below the wanted share. */
export function brokenStatus(costs: readonly StatusCost[], least: number): readonly string[] {
  const slow = costs.filter((cost) => shareOfBare(cost) < least);
  return slow.map((cost) => `The call ${cost.path} reaches ${shareOfBare(cost).toFixed(2)} of the bare server.`);
}

function spread({ median, min, max }: Spread): string {
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
}

function times({ p50, p99 }: StatusCost['portico']): string {
  return `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`;
}
