/** Describes the results for reads of accounts, as text and tables. */
import { type AccountsCost, READS, type Read } from './measure-accounts.ts';
import type { Spread } from './statistics.ts';

export function describeAccounts(costs: readonly AccountsCost[], settings: string): string {
  const rows = costs.flatMap(({ bookings, reads }) => READS.map((read) => ({ bookings, read, ...reads[read] })));
  return `## Reading accounts on PostgreSQL

One \`GET …/balances\`, or one page of 50 of \`GET …/transactions\`, until its 200: access token, consent and its right checked, the use counted and
recorded in one row for each consent, day and endpoint. 100 customers in turn, each with a consent to one account; customers, consents and
bookings are copies of those that the server made itself, the bookings spread evenly over them and over 80 days. The bare server is Fastify
with \`pg\` in one process, sending the statements that were captured on the wire from one such call, prepared, in the same transactions; it
checks nothing and answers the rows. On the same tables in turns with 16 clients, each after 15 s to warm up. ${settings}

| bookings | read | per second, median (min–max): Portico | bare server | Portico / bare server | p50 / p99: Portico | bare server | processor time for one: Portico | bare server |
|---|---|---|---|---|---|---|---|---|
${rows
  .map(
    ({ bookings, read, portico, bare }) =>
      `| ${bookings} | ${read} | ${spread(portico.perSecond)} | ${spread(bare.perSecond)} | ${((portico.perSecond.median / bare.perSecond.median) * 100).toFixed(0)} % | ${portico.p50.toFixed(0)} / ${portico.p99.toFixed(0)} ms | ${bare.p50.toFixed(0)} / ${bare.p99.toFixed(0)} ms | ${spread(portico.processorMs, 2)} ms | ${spread(bare.processorMs, 2)} ms |`,
  )
  .join('\n')}

${READS.flatMap((read) => {
  const growth = readingGrowth(costs, read);
  return growth === undefined ? [] : [`From the fewest to the most bookings the cost of ${read} grows ${growth.toFixed(2)} times.`];
}).join('\n')}
`;
}

/** The smallest share of all sizes. */
export function shareOfBareReading(costs: readonly AccountsCost[], read: Read): number {
  return Math.min(...costs.map(({ reads }) => reads[read].portico.perSecond.median / reads[read].bare.perSecond.median));
}

/** How many times longer a read takes with the most bookings than with the fewest; undefined for one size. */
export function readingGrowth(costs: readonly AccountsCost[], read: Read): number | undefined {
  const sorted = costs.toSorted((a, b) => a.bookings - b.bookings);
  const [fewest, most] = [sorted[0], sorted.at(-1)];
  if (fewest === undefined || most === undefined || fewest === most) return undefined;
  return fewest.reads[read].portico.perSecond.median / most.reads[read].portico.perSecond.median;
}

function spread({ median, min, max }: Spread, digits = 0): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
