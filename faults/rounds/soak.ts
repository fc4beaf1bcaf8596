/** F17: the same load for a long time. Memory must not grow, and no call may return 5xx. `FAULTS_SOAK_MINUTES` sets the time. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Report } from '../findings.ts';
import type { Servers } from '../load/over-servers.ts';

const BROWSERS = 6;
const SAMPLE_MS = 5_000;
const SLOPE_PERCENT_WANTED = 1;

interface Sample {
  readonly minute: number;
  readonly megabytes: number;
}

export interface SoakSettings {
  readonly clusterUrl?: string;
  readonly say: (text: string) => void;
  readonly minutes: number;
}

export async function soak({ clusterUrl, say, minutes }: SoakSettings): Promise<Report> {
  const name = clusterUrl === undefined ? 'PGlite' : 'PostgreSQL';
  const serverCount = clusterUrl === undefined ? 1 : 2;
  const findings = createFindings(`F17 · ${name}, the same load for long`, say);
  const bank = await openBankUnderLoad({ clusterUrl, serverCount, browsers: BROWSERS });
  try {
    const samples: Sample[] = [];
    const beganAt = performance.now();
    while (performance.now() - beganAt < minutes * 60_000) {
      await delay(SAMPLE_MS);
      samples.push({ minute: (performance.now() - beganAt) / 60_000, megabytes: residentMegabytes(bank.server(0).child.pid) });
    }
    // The first half includes loading and compiling, which is no growth.
    const settled = samples.slice(Math.floor(samples.length / 2));
    const mean = settled.reduce((sum, { megabytes }) => sum + megabytes, 0) / settled.length;
    findings.note(`${minutes} minutes, ${bank.load.answered()} signatures and refusals, ${bank.servers.calls.length} calls`);
    findings.figure('Resident memory of a server, mean of the second half', Math.round(mean), 'MB');
    findings.figure('Its growth in the second half, per ten minutes', (slopePerMinute(settled) * 1_000) / mean, '%', SLOPE_PERCENT_WANTED);
    findings.keep('residentMegabytesByMinute', byMinute(samples));
    for (const [what, count] of countSentAway(bank.servers.calls)) findings.note(`Sent away: ${what}, ${count} times`);
    findings.must('no call without an answer, and no 5xx', bank.servers.unanswered.size === 0);
    return await findings.conclude(bank);
  } finally {
    await bank.close();
  }
}

/** The last sample of each minute. */
function byMinute(samples: readonly Sample[]): Readonly<Record<number, number>> {
  return Object.fromEntries(samples.map(({ minute, megabytes }) => [Math.floor(minute), Math.round(megabytes * 10) / 10]));
}

/**
 * Counts calls without a response and 5xx by kind. The value of `Retry-After` shows the cause. 5: the event loop is late
 * (`platform/http/load-shedding.ts`). 1: the database, a held signature or a stop. 60: the bank's core.
 */
function countSentAway(calls: Servers['calls']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { method, path, outcome, retryAfter } of calls) {
    if (/^[234]\d\d$/.test(outcome)) continue;
    const named = new URL(path, 'http://localhost').pathname.split('/').map((part) => (/^[a-z][a-z.-]*\d?$/.test(part) || part === '' ? part : '…'));
    const what = `${method} ${named.join('/')} ${outcome}${retryAfter === undefined ? '' : ` ${retryAfter}`}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}

export function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

/** Slope of the least-squares line, in MB per minute. */
function slopePerMinute(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ megabytes }) => megabytes))];
  const above = samples.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0);
  const below = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
