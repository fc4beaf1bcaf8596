/**
 * The findings of a round: facts that must hold, and figures beside their wanted limits. A busy machine makes figures worse, so no round fails for a
 * figure.
 */
import type { BankUnderLoad } from './bank-under-load.ts';
import type { Operation } from './check/history.ts';

export interface Report {
  /** Heading in `RESULTS.md`. */
  readonly title: string;
  /** One line for each item. */
  readonly lines: readonly string[];
  /** False: a fact did not hold, or an invariant was violated. */
  readonly isSound: boolean;
  /** All figures, for the file beside `RESULTS.md`. */
  readonly raw: object;
}

/** Why the round cannot run on this machine, and where it can. */
export interface Impossible {
  readonly impossible: string;
}

export interface Findings {
  note(text: string): void;
  /** @param text the fact that must hold. */
  must(text: string, holds: boolean): void;
  /** @param should the wanted limit from the design. */
  figure(text: string, seen: number, unit: string, should?: number): void;
  /** Stores figures only in the file beside `RESULTS.md`. */
  keep(name: string, measured: object): void;
  /** Lets the customers finish, stops the servers, and adds the check of all payments. */
  conclude(bank: BankUnderLoad, onTrouble?: (error: unknown) => void): Promise<Report>;
  report(): Report;
}

export function createFindings(title: string, say: (text: string) => void): Findings {
  const lines: string[] = [];
  const figures: object[] = [];
  let isSound = true;
  let raw: object = {};
  const startedAt = performance.now();

  function add(line: string): void {
    lines.push(line);
    say(`  ${line}`);
  }

  function report(): Report {
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    return { title, lines: [...lines, `Minutes: ${minutes}`], isSound, raw: { title, isSound, lines, figures, ...raw } };
  }

  const findings: Findings = {
    note: add,
    must(text, holds) {
      isSound &&= holds;
      add(`${holds ? 'Held' : '**BROKEN**'}: ${text}`);
    },
    figure(text, seen, unit, should) {
      const isMet = should === undefined || seen <= should;
      figures.push({ text, seen, unit, should, isMet });
      const goal = should === undefined ? '' : `, at most ${should} ${unit} wanted${isMet ? '' : ': **missed**'}`;
      add(`${text}: ${Number.isInteger(seen) ? seen : seen.toFixed(1)} ${unit}${goal}`);
    },
    keep(name, measured) {
      raw = { ...raw, [name]: measured };
    },
    async conclude(bank, onTrouble) {
      const silenceMs = Math.round(bank.servers.longestSilenceMs());
      const { violations, bank: rows } = await bank.finish(onTrouble);
      const unforeseen = bank.outputs().flatMap((output) => output.split('\n').filter((line) => line.includes('did not foresee')));
      const operations = bank.history.read();
      const of = (outcome: Operation['outcome']) => operations.filter((operation) => operation.outcome === outcome).length;
      if (bank.isBehindNginx) add('Customers reached the servers through nginx (`deploy/nginx.conf`)');
      const unanswered = [...bank.servers.unanswered].map(([reason, count]) => `${reason} ${count}`).join(', ') || 'none';
      add(
        `Operations: ${operations.length}; ok ${of('ok')}, refused ${of('refused')}, unknown and repeated ${of('unknown')}; no answer or 5xx: ${unanswered}`,
      );
      add(`Longest time in which no customer got any answer: ${silenceMs} ms`);
      const lost = violations.filter(({ text }) => text.includes('a lost payment')).length;
      const twice = violations.filter(({ text }) => text.includes('is booked')).length;
      add(`Payments: ${rows.payments.length}; lost: ${lost}; executed twice: ${twice}; broken invariants: ${violations.length}`);
      for (const { invariant, text } of violations.slice(0, 20)) add(`${invariant}: ${text}`);
      findings.must('no request failed for a reason that nobody foresaw', unforeseen.length === 0);
      isSound &&= violations.length === 0;
      raw = {
        ...raw,
        operations: operations.length,
        unanswered: Object.fromEntries(bank.servers.unanswered),
        payments: rows.payments.length,
        violations,
        unforeseen: unforeseen.slice(0, 50),
      };
      return report();
    },
    report,
  };
  return findings;
}

/** Milliseconds within which this share of the calls ended; 0 without calls. */
export function share(calls: readonly { readonly ms: number }[], part: number): number {
  const sorted = calls.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
}
