/** Describes the results for signing, as text and tables. */
import type { SigningCost } from './measure-signing.ts';
import type { EmbeddedCost } from './measure-signing-embedded.ts';
import { COMPLETE_MAX } from './signing/rehearsal.ts';
import type { Spread } from './statistics.ts';

export function describeSigning(title: string, costs: readonly SigningCost[], settings: string): string {
  const patterns = costs[0]?.patterns ?? [];
  const inTransactions = patterns.filter(({ text }) => text === 'commit').length;
  return `## ${title}

A signed payment is one \`PUT /api/ui/payment\` until its 200: bank cookie and signing id checked, content validated and bound to the
challenge, the challenge asked and answered at once, payment, ledger and audit chain written. Sessions are laid ready open and shown; they
and the payments signed before are copies of two that the server made itself, with its hashes, under other ids in the order of time, spread
over 5000 customers and the twenty hours before; they came by \`COPY\`; triggers and foreign keys slept then and are awake while signing. After the
history the tables were vacuumed and analysed and a checkpoint was made, so the first rounds pay for full pages in the log; nothing of that is
done for what is laid ready later. Payee at another bank, instant, with a fee.
The bare server is Fastify with \`pg\` in one process, sending the statements that were captured on the wire from one such PUT, prepared, in the
same transactions; it checks nothing. pgbench sends them without any server. All on the same tables in turns (A B C A B C …), by the same
clients, Portico and the bare server after 15 s to warm up. ${settings}

| payments in the tables | per second with 16 clients | Portico | bare server | pgbench | Portico / bare server |
|---|---|---|---|---|---|
${costs.map((cost) => `| ${cost.payments} | median (min–max) | ${spread(cost.portico)} | ${spread(cost.bare)} | ${spread(cost.pgbench)} | ${share(shareOfBare(cost))} |`).join('\n')}

| payments in the tables | processor time of the server per payment: Portico | bare server | bare server / Portico |
|---|---|---|---|
${costs.map(({ payments, processorMs: { portico, bare } }) => `| ${payments} | ${spread(portico, 2)} ms | ${spread(bare, 2)} ms | ${share(bare.median / portico.median)} |`).join('\n')}

| payments in the tables | write-ahead log per payment: Portico | bare server | pgbench |
|---|---|---|---|
${costs.map(({ payments, walKb: { portico, bare, pgbench } }) => `| ${payments} | ${spread(portico)} kB | ${spread(bare)} kB | ${spread(pgbench)} kB |`).join('\n')}

| payments in the tables | clients | per second | device's answer to end of PUT p50 / p99 | whole PUT p50 / p99 | signed | memory at most | copying |
|---|---|---|---|---|---|---|---|
${costs
  .map(
    ({ payments, manyPerSecond, afterAnswer, wholePut, memoryMb, prefillSeconds }) =>
      `| ${payments} | 50 | ${manyPerSecond.toFixed(0)} | ${afterAnswer.p50.toFixed(0)} / ${afterAnswer.p99.toFixed(0)} ms | ${wholePut.p50.toFixed(0)} / ${wholePut.p99.toFixed(0)} ms | ${wholePut.count} | ${memoryMb?.toFixed(0) ?? '?'} MB | ${prefillSeconds.toFixed(0)} s |`,
  )
  .join('\n')}
${olderPayments(costs)}${growth(costs) === undefined ? '' : `\nFrom the fewest to the most payments the cost of one grows ${growth(costs)?.toFixed(2)} times.\n`}
One signed payment sends ${patterns.length} statements, in ${inTransactions} transactions and ${standAlone(patterns)} on their own:

${patterns.map(({ text }, at) => `${at + 1}. \`${shortened(text)}\``).join('\n')}
`;
}

export function describeEmbedded(cost: EmbeddedCost): string {
  return `## Signing on the embedded database

The same statements in the same engine from inside one process, without HTTP or any check, beside Portico over HTTP with 16 clients.
Inside, each statement goes through the engine's own query, which reads it anew every time; Portico's engine reads it once (decision 0052): likely the reason for the share, which was not taken apart.

| payments in the tables | Portico | in process | Portico / in process | memory at most |
|---|---|---|---|---|
| ${cost.payments} | ${spread(cost.portico)} | ${spread(cost.inProcess)} | ${share(shareOfInProcess(cost))} | ${cost.memoryMb?.toFixed(0) ?? '?'} MB |
`;
}

export function shareOfBare({ portico, bare }: SigningCost): number {
  return portico.median / bare.median;
}

export function shareOfInProcess({ portico, inProcess }: EmbeddedCost): number {
  return portico.median / inProcess.median;
}

/** How many times longer a payment takes with the most payments than with the fewest; undefined for one size. */
export function growth(costs: readonly SigningCost[]): number | undefined {
  const sorted = costs.toSorted((a, b) => a.payments - b.payments);
  const [fewest, most] = [sorted[0], sorted.at(-1)];
  return fewest === undefined || most === undefined || fewest === most ? undefined : fewest.portico.median / most.portico.median;
}

function olderPayments(costs: readonly SigningCost[]): string {
  if (costs.every(({ payments }) => payments <= COMPLETE_MAX)) return '';
  return `\nOf more than ${COMPLETE_MAX} payments the older ones have their status and bookings, but neither session, challenge nor audit log.\n`;
}

function standAlone(patterns: SigningCost['patterns']): number {
  let isInside = false;
  return patterns.filter(({ text }) => {
    if (text === 'begin' || text === 'commit') {
      isInside = text === 'begin';
      return false;
    }
    return !isInside;
  }).length;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 140 ? `${line.slice(0, 140)} …` : line;
}

function spread({ median, min, max }: Spread, digits = 0): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}

function share(value: number): string {
  return `${(value * 100).toFixed(0)} %`;
}
