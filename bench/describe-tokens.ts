/** Describes the results for the token exchange, as text and a table. */
import type { TokenCost } from './measure-tokens.ts';
import type { Spread } from './statistics.ts';

/** @param budget the limit for an exchange, as a multiple of the minimal provider's time. */
export function describeTokens(cost: TokenCost, budget: number, settings: string): string {
  const { portico, bare, peakMb } = cost;
  return `## A token exchange on PostgreSQL

One \`POST\` of a code with PKCE verifier and client secret until access, refresh and ID token (RS256) have come. Portico keeps hashes, checks
the encrypted secret, locks the family and writes all of it with the audit chain's entry in one statement; beside it oidc-provider alone on
\`node:http\` with the thinnest adapter on \`pg\`, which commits each of its three writes on its own. Same client, key, lifetimes, settings of Node and database,
in turns of ${cost.codes} codes with 8 clients; the codes are copies of a real one. What PostgreSQL does for everybody (seals,
vacuum) counts for whose turn it is. ${settings}

| | Portico | oidc-provider on a bare adapter | Portico / bare |
|---|---|---|---|
| exchanges per second, median (min–max) | ${spread(portico.perSecond, 0)} | ${spread(bare.perSecond, 0)} | |
| time for each, of a budget of ${budget} | ${time(portico)} ms | ${time(bare)} ms | ${timesOfBare(cost).toFixed(2)} |
| p50 / p99 of the median turn | ${waits(portico.together)} | ${waits(bare.together)} | ${(portico.together.p50 / bare.together.p50).toFixed(2)} / ${(portico.together.p99 / bare.together.p99).toFixed(2)} |
| p50 / p99 with one client | ${waits(portico.alone)} | ${waits(bare.alone)} | ${(portico.alone.p50 / bare.alone.p50).toFixed(2)} / ${(portico.alone.p99 / bare.alone.p99).toFixed(2)} |
| processor time of the server for one | ${spread(portico.processorMs, 2)} ms | ${spread(bare.processorMs, 2)} ms | ${(portico.processorMs.median / bare.processorMs.median).toFixed(2)} |
| processor time of PostgreSQL for one | ${spread(portico.databaseMs, 2)} ms | ${spread(bare.databaseMs, 2)} ms | ${(portico.databaseMs.median / bare.databaseMs.median).toFixed(2)} |
${peakMb === undefined ? '' : `\nPortico's process never held more than ${peakMb.toFixed(0)} MB of memory.\n`}`;
}

export function timesOfBare({ portico, bare }: TokenCost): number {
  return bare.perSecond.median / portico.perSecond.median;
}

function time({ perSecond }: TokenCost['portico']): string {
  return (1000 / perSecond.median).toFixed(2);
}

function waits({ p50, p99 }: TokenCost['portico']['alone']): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
}

function spread({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
