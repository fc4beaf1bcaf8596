import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downtimeMs, findOutages, judgeRequest, type MeasuredRequest, NO_RUN, type Outage } from './downtime.ts';

const ok = (at: number, durationMs = 0): MeasuredRequest => ({ at, durationMs, outcome: 'ok' });
const failed = (at: number): MeasuredRequest => ({ at, durationMs: 0, outcome: 'failed' });
const left = (at: number, durationMs: number): MeasuredRequest => ({ at, durationMs, outcome: 'aborted' });
const outagesOf = (requests: readonly MeasuredRequest[]) => findOutages(requests).outages;

const DAY_MS = 86_400_000;

/** Traffic with gaps under a second, through interruptions that answer 5xx or hold every request until they end. */
const traffic = fc
  .record({
    gaps: fc.array(fc.integer({ min: 20, max: 400 }), { minLength: 300, maxLength: 800 }),
    cuts: fc.uniqueArray(fc.nat({ max: 1_000 }), { minLength: 2, maxLength: 8 }),
    kind: fc.constantFrom('fails' as const, 'hangs' as const),
    stretch: fc.constantFrom(1, 2),
  })
  .map(({ gaps, cuts, kind, stretch }) => {
    const length = gaps.reduce((sum, gap) => sum + gap * stretch, 0);
    const edges = cuts.toSorted((a, b) => a - b).map((cut) => Math.round((cut / 1_000) * length));
    let last = 0;
    const received = gaps.map((gap) => (last += gap * stretch));
    const injected: { from: number; to: number }[] = [];
    for (let index = 0; index + 1 < edges.length; index += 2) {
      const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0];
      const before = injected.at(-1);
      // Two outages without a request between them cannot be distinguished, so they count as one.
      if (before !== undefined && !received.some((at) => at >= before.to && at < from)) before.to = to;
      else injected.push({ from, to });
    }
    const requests: MeasuredRequest[] = [];
    for (const at of received) {
      const outage = injected.find(({ from, to }) => at >= from && at < to);
      if (outage === undefined) requests.push(ok(at, 40));
      else requests.push(kind === 'fails' ? failed(at) : ok(at, outage.to - at));
    }
    return { requests, injected, kind, end: length };
  });

/** What of the injected one the guideline counts: five requests must have had their time. */
function isCounted({ from, to }: { from: number; to: number }, requests: readonly MeasuredRequest[], kind: 'fails' | 'hangs', end: number): boolean {
  const until = kind === 'fails' ? to : to - 30_000;
  return requests.filter(({ at }) => at >= from && (kind === 'fails' ? at < until : at <= until) && at <= end).length >= 5;
}

describe('the computed downtime', () => {
  it('equals the injected one within a second for each outage', () => {
    fc.assert(
      fc.property(traffic, ({ requests, injected, kind, end }) => {
        const counted = injected.filter((outage) => isCounted(outage, requests, kind, end));
        const wanted = counted.reduce((sum, { from, to }) => sum + Math.min(to, end) - from, 0);
        expect(Math.abs(downtimeMs(outagesOf(requests), 0, end) - wanted)).toBeLessThanOrEqual(1_000 * Math.max(1, counted.length));
      }),
    );
  });

  it('is the same when the time is cut anywhere and goes on from what was known there', () => {
    fc.assert(
      fc.property(traffic, fc.double({ min: 0, max: 1, noNaN: true }), ({ requests, end }, share) => {
        const cut = Math.floor(requests.length * share);
        const first = findOutages(requests.slice(0, cut));
        const second = findOutages(requests.slice(cut), first.run);
        const closed = first.outages.filter(({ to }) => to !== undefined);
        expect([...closed, ...second.outages]).toEqual(outagesOf(requests));
        expect(downtimeMs(outagesOf(requests), 0, end)).toBe(downtimeMs([...closed, ...second.outages], 0, end));
      }),
    );
  });

  it('has an outage for each stretch of five or more unanswered requests, and for no shorter one', () => {
    // Lengths around five, so that every run contains fours and sixes.
    const stretches = fc.array(fc.integer({ min: 3, max: 7 }), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(stretches, fc.integer({ min: 1, max: 60_000 }), (lengths, gap) => {
        const kinds = lengths.flatMap((length) => [...Array.from({ length }, () => failed), ok]);
        const requests = kinds.map((make, index) => make(index * gap));
        const wanted = lengths.filter((length) => length >= 5);
        expect(outagesOf(requests).map(({ from, to }) => (to ?? Number.NaN) - from)).toEqual(wanted.map((length) => length * gap));
      }),
    );
  });

  it('of two days is the sum of each', () => {
    const outages: readonly Outage[] = [{ from: DAY_MS - 60_000, to: DAY_MS + 30_000 }];
    expect([downtimeMs(outages, 0, DAY_MS), downtimeMs(outages, DAY_MS, 2 * DAY_MS)]).toEqual([60_000, 30_000]);
  });

  it('of an outage that goes on is counted until now, and outside of the asked time it is nothing', () => {
    expect(downtimeMs([{ from: 1_000, to: undefined }], 0, 9_000)).toBe(8_000);
    expect(downtimeMs([{ from: 1_000, to: 2_000 }], 3_000, 9_000)).toBe(0);
  });
});

describe('an outage', () => {
  it('begins with the receipt of the first of five and ends with the first answer', () => {
    const requests = [ok(0), failed(1_000), failed(2_000), failed(3_000), failed(4_000), failed(5_000), failed(6_000), ok(7_000, 250)];
    expect(outagesOf(requests)).toEqual([{ from: 1_000, to: 7_250 }]);
  });

  it('goes on as long as nothing is answered', () => {
    expect(findOutages([1, 2, 3, 4, 5].map(failed))).toEqual({ outages: [{ from: 1, to: undefined }], run: { count: 5, since: 1 } });
  });

  it.each([
    ['four requests', [failed(1), failed(2), failed(3), failed(4), ok(5)]],
    ['five with a success in between', [failed(1), failed(2), ok(3), failed(4), failed(5), failed(6), ok(7)]],
    ['answers that come within 30 seconds', [0, 1, 2, 3, 4, 5].map((at) => ok(at, 29_999))],
    ['callers who left before', [0, 1, 2, 3, 4, 5].map((at) => left(at, 12_000))],
    ['refusals, which are answers', [0, 1, 2, 3, 4, 5].map((at) => ({ at, durationMs: 3, outcome: 'refused' as const }))],
    ['nothing at all', []],
  ])('is not: %s', (_what, requests) => expect(outagesOf(requests)).toEqual([]));

  it('is not ended by a caller who left, and not by a reply that came too late', () => {
    const run = [1, 2, 3, 4, 5].map(failed);
    expect(findOutages([...run, left(6, 500), ok(7, 30_000)]).run).toEqual({ count: 6, since: 1 });
  });
});

describe('a request', () => {
  it.each([
    ['ok', 29_999, 'answered'],
    ['ok', 30_000, 'unanswered'],
    ['refused', 5, 'answered'],
    ['failed', 5, 'unanswered'],
    ['aborted', 29_999, 'unknown'],
    ['aborted', 30_000, 'unanswered'],
  ] as const)('that was %s after %i ms is %s', (outcome, durationMs, verdict) => expect(judgeRequest({ outcome, durationMs })).toBe(verdict));

  it('of the time before counts along', () => {
    expect(findOutages([failed(9)], { count: 4, since: 2 }).outages).toEqual([{ from: 2, to: undefined }]);
    expect(findOutages([], NO_RUN)).toEqual({ outages: [], run: NO_RUN });
  });
});
