/** Writes the figures of one database's rounds as Markdown. */
import type { Checked } from './check/check-bank.ts';
import type { Operation } from './check/history.ts';
import type { Kill } from './rounds/kill-servers.ts';

export interface Results {
  readonly kills: readonly Kill[];
  readonly operations: readonly Operation[];
  readonly checked: Checked;
  readonly longestSilenceMs: number;
  readonly notes: readonly string[];
  /** The wanted limits: for the start after a kill with one server, and for the silence with several. */
  readonly wanted: { readonly readyMs?: number; readonly silenceMs?: number };
}

export function resultLines({ kills, operations, checked, longestSilenceMs, notes, wanted }: Results): string[] {
  const { violations, bank } = checked;
  const of = (outcome: Operation['outcome']) => operations.filter((operation) => operation.outcome === outcome).length;
  const unknownAnswers = operations.flatMap((operation) => (operation.outcome === 'unknown' ? [operation.answer] : []));
  const ready = kills.flatMap(({ readyMs }) => readyMs ?? []).sort((a, b) => a - b);
  return [
    `Kills: ${kills.length}, as ordered ${kills.filter(({ isAsOrdered }) => isAsOrdered).length} (${listed(kills.map(({ where }) => where))})`,
    `Ready again after: median ${at(ready, 0.5)} ms, 95 % ${at(ready, 0.95)} ms, longest ${beside(at(ready, 1), wanted.readyMs)}`,
    `Longest time in which no customer got any answer: ${beside(Math.round(longestSilenceMs), wanted.silenceMs)}`,
    `Operations: ${operations.length}; ok ${of('ok')}, refused ${of('refused')}, unknown and repeated ${of('unknown')} (${listed(unknownAnswers)}), unfinished ${of('unfinished')}`,
    `Payments: ${bank.payments.length} (${listed(bank.payments.map(({ sessionState }) => sessionState))})`,
    `Lost: ${countOf(violations, 'a lost payment')}; executed twice: ${countOf(violations, 'is booked')}; broken invariants: ${violations.length}`,
    ...violations.slice(0, 20).map(({ invariant, text }) => `${invariant}: ${text}`),
    ...notes,
  ];
}

function beside(ms: number, wanted: number | undefined): string {
  if (wanted === undefined) return `${ms} ms`;
  return `${ms} ms, at most ${wanted} ms wanted${ms <= wanted ? '' : ': **missed**'}`;
}

function countOf(violations: Checked['violations'], words: string): number {
  return violations.filter(({ text }) => text.includes(words)).length;
}

function listed(values: readonly string[]): string {
  const groups = Map.groupBy(values, (value) => value);
  return [...groups].map(([value, all]) => `${value} ${all.length}`).join(', ') || 'none';
}

/** Value at this share of the sorted list. */
function at(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}
