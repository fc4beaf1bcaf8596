import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RecordedMetrics, recordMetrics } from '../../testing/record-metrics.ts';
import { spansExported } from './instruments.ts';
import { watchExporters } from './watch-exporters.ts';

interface Result {
  readonly code: number;
  readonly error?: Error;
}

const TAKEN: Result = { code: 0 };
const refused = (error: object): Result => ({ code: 1, error: Object.assign(new Error('at http://collector/key-7731'), error) });
const BATCH: ReadableSpan[] = Array.from({ length: 3 });

let metrics: RecordedMetrics;
let result = TAKEN;
const log = { warn: vi.fn(), info: vi.fn() };
const own = { shutdown: async () => {}, forceFlush: async () => {} };

beforeEach(() => {
  metrics = recordMetrics();
  vi.clearAllMocks();
});
afterEach(() => metrics.end());

const watch = () =>
  watchExporters({ spans: { ...own, export: (_batch, done) => done(result) }, metrics: { ...own, export: (_batch, done) => done(result) } }, log);

async function exportBoth(watched: ReturnType<typeof watch>, next: Result): Promise<void> {
  result = next;
  const done = vi.fn();
  watched.spans.export(BATCH, done);
  watched.metrics.export(await metrics.collect(), done);
  expect(done.mock.calls).toEqual([[next], [next]]);
}

describe('exports', () => {
  it('are counted in spans, by whether the collector took them', async () => {
    const watched = watch();
    await exportBoth(watched, TAKEN);
    await exportBoth(watched, refused({ code: 503 }));
    expect(await metrics.points(spansExported)).toEqual([
      { attributes: {}, value: 3 },
      { attributes: { 'error.type': 'export_failed' }, value: 3 },
    ]);
  });

  it('are logged once when they fail and once when they succeed again, however often they are tried', async () => {
    const watched = watch();
    const states: boolean[] = [];
    for (const next of [TAKEN, refused({ code: 503 }), refused({ code: 'ECONNREFUSED' }), TAKEN, TAKEN]) {
      await exportBoth(watched, next);
      states.push(watched.isAway());
    }
    expect(states).toEqual([false, true, true, false, false]);
    expect([log.warn.mock.calls.map(([{ reason }]) => reason), log.info.mock.calls.length]).toEqual([['503'], 1]);
  });

  it.each([
    [{ code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
    [{ code: 14, details: 'no connection to http://collector/key-7731' }, '14'],
    [{ name: 'OTLPExporterError' }, 'OTLPExporterError'],
    [{}, 'Error'],
  ])('never log the address or the answer of the collector: %j', async (error, reason) => {
    await exportBoth(watch(), refused(error));
    expect(log.warn.mock.calls).toEqual([[{ reason }, expect.any(String)]]);
    expect(JSON.stringify(log.warn.mock.calls)).not.toContain('7731');
  });
});
