/** Describes the results for the kinds of payments, as text and tables. */
import type { KindsCost } from './measure-kinds.ts';
import type { Spread } from './statistics.ts';

/** The number in the text; fewer are measured. */
const MANY_DUE = 100_000;

export function describeKinds({ perSecond, signed, bulk, due }: KindsCost, settings: string): string {
  return `## The kinds of payments on PostgreSQL

Signed per second with 8 clients: one \`PUT\` until its 200 of what public calls created and opened before, ${signed} of each kind in turns, the
clients in the measuring process. ${settings}

| | signed per second, median (min–max) |
|---|---|
${[...perSecond].map(([name, spread]) => `| ${name} | ${text(spread, 0)} |`).join('\n')}

A bulk payment of ${bulk.items} ordinary items, from the start of its \`PUT\` to its answer and to the last booking; beside it the ${bulk.statements}
statements that the server sent for it, in one transaction over one connection on a copy of the same database, which checks nothing.

| | seconds, median (min–max) |
|---|---|
| signed | ${text(bulk.signed, 2)} |
| every item booked | ${text(bulk.booked, 2)} |
| the same statements in one transaction | ${text(bulk.bare, 2)} |
| one transaction / Portico | ${shareOfOneTransaction({ bulk }).toFixed(2)} |

Payments whose day has come, each with a job of its own, up to a hundred of them held and booked together: ${Math.round(due.perMinute)} per minute. Measured on
${due.payments} copies of payments of ${due.customers} customers on one server; at that rate ${MANY_DUE.toLocaleString('en')} take ${(MANY_DUE / due.perMinute).toFixed(1)} minutes.
`;
}

function shareOfOneTransaction({ bulk }: Pick<KindsCost, 'bulk'>): number {
  return bulk.bare.median / bulk.booked.median;
}

function text({ median, min, max }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
