import { createHash } from 'node:crypto';
import { SpanStatusCode } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordMetrics } from '../../testing/record-metrics.ts';
import { spansExported } from './instruments.ts';
import { startTracing } from './start-tracing.ts';
import type { SamplerName } from './telemetry-settings.ts';
import { beginSpan, beginTrace, inSpan, traced } from './trace.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

let end: (() => Promise<void>) | undefined;
afterEach(async () => {
  await end?.();
  end = undefined;
});

type Export = SpanExporter['export'];
const take: Export = (_spans, done) => done({ code: 0 });

interface Given {
  readonly sampler?: SamplerName;
  readonly samplerRatio?: number;
  readonly exporting?: Export;
}

/** Returns the spans given to the exporter; they are there after `end`. */
function start({ sampler = 'parentbased_always_on', samplerRatio = 1, exporting = take }: Given = {}): ReadableSpan[] {
  const exported: ReadableSpan[] = [];
  end = startTracing({
    resource: emptyResource(),
    sampler,
    samplerRatio,
    exporter: {
      export(spans, done) {
        exported.push(...spans);
        exporting(spans, done);
      },
      shutdown: async () => {},
    },
    queue: { maxQueueSize: 8, maxExportBatchSize: 4, scheduledDelayMillis: 60_000 },
  });
  return exported;
}

async function finish(): Promise<void> {
  await end?.();
  end = undefined;
}

describe('a trace', () => {
  it('is not recorded while tracing is off', async () => {
    expect(beginTrace('GET', 'server', {})).toBeUndefined();
    const exported = start();
    await finish();
    expect([beginTrace('GET', 'server', {}), exported]).toEqual([undefined, []]);
  });

  it('has its spans in order below each other, with kind, status and attributes', async () => {
    const exported = start();
    const failing = traced('process mail', 'consumer', { queue: 'a', absent: undefined }, async () => {
      beginSpan('SELECT', 'client', {})?.end();
      throw Object.assign(new Error('EE471000001020145685'), { code: '40001' });
    });
    await expect(failing).rejects.toThrow();
    await finish();
    const [select, mail] = exported;
    expect([select?.name, mail?.name, select?.kind, mail?.kind]).toEqual(['SELECT', 'process mail', 2, 4]);
    expect(select?.parentSpanContext?.spanId).toBe(mail?.spanContext().spanId);
    expect([mail?.status, mail?.attributes]).toEqual([{ code: SpanStatusCode.ERROR }, { queue: 'a', 'error.type': '40001' }]);
  });

  it('takes no work that still runs after its end', async () => {
    const exported = start();
    const root = beginTrace('GET', 'server', {});
    root?.end();
    root?.end();
    expect(inSpan(root, () => beginSpan('SELECT', 'client', {}))).toBeUndefined();
    await finish();
    expect(exported).toHaveLength(1);
  });

  it('continues a traceparent that it is given, and can be continued by the header that it writes', async () => {
    const exported = start();
    const root = beginTrace('GET', 'server', {}, `00-${TRACE}-${SPAN}-01`);
    const next = beginTrace('POST', 'server', {}, root?.traceParent);
    for (const span of [root, next]) span?.end();
    await finish();
    expect(exported.map((span) => span.spanContext().traceId)).toEqual([TRACE, TRACE]);
    expect(exported.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([SPAN, root?.context.spanId]);
  });

  it.each([
    ['nothing', undefined],
    ['several', [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
    ['an empty one', ''],
    ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the version that is none', `ff-${TRACE}-${SPAN}-01`],
    ['more than version 00 has', `00-${TRACE}-${SPAN}-01-more`],
    ['too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['words', 'EE471000001020145685'],
  ])('begins here for the traceparent: %s', async (_case, header) => {
    const exported = start();
    beginTrace('GET', 'server', {}, header)?.end();
    await finish();
    expect(exported).toHaveLength(1);
    expect([exported[0]?.parentSpanContext, exported[0]?.spanContext().traceId === TRACE]).toEqual([undefined, false]);
  });
});

describe('sampling', () => {
  it.each<[SamplerName, string | undefined, boolean]>([
    ['always_on', '00', true],
    ['always_off', '01', false],
    ['parentbased_always_on', undefined, true],
    ['parentbased_always_on', '00', false],
    ['parentbased_always_off', undefined, false],
    ['parentbased_always_off', '01', true],
    ['parentbased_traceidratio', '01', true],
    ['parentbased_traceidratio', undefined, false],
    ['traceidratio', '01', false],
  ])('%s, with the flag %s of a caller: recorded: %s', (sampler, flag, isRecorded) => {
    start({ sampler, samplerRatio: 0 });
    const header = flag === undefined ? undefined : `00-${TRACE}-${SPAN}-${flag}`;
    expect(beginTrace('GET', 'server', {}, header) !== undefined).toBe(isRecorded);
  });

  it('records all or none of a trace, the same traces on every server', () => {
    const ids = Array.from({ length: 200 }, (_, each) => createHash('md5').update(String(each)).digest('hex'));
    const recorded = () => ids.filter((id) => beginTrace('GET', 'server', {}, `00-${id}-${SPAN}-00`) !== undefined);
    start({ sampler: 'traceidratio', samplerRatio: 0.25 });
    const first = recorded();
    start({ sampler: 'traceidratio', samplerRatio: 0.25 });
    expect(recorded()).toEqual(first);
    expect([first.length > 0, first.length < ids.length / 2]).toEqual([true, true]);
  });
});

describe('spans on their way to the collector', () => {
  const finishSpans = (count: number) => {
    for (let each = 0; each < count; each += 1) beginTrace(String(each), 'server', {})?.end();
  };

  it('wait in a bounded queue while an export hangs; those that do not fit are dropped and counted', async () => {
    const metrics = recordMetrics();
    const exporting = vi.fn<Export>();
    start({ exporting });
    // One batch is being exported, eight spans wait.
    finishSpans(20);
    expect(await metrics.points(spansExported)).toEqual([{ attributes: { 'error.type': 'queue_full' }, value: 8 }]);
    expect(exporting).toHaveBeenCalledTimes(1);
    end = undefined;
    await metrics.end();
  });

  it('leave as soon as a batch is full, and all at the end', async () => {
    const metrics = recordMetrics();
    const exported = start();
    for (let batch = 1; batch <= 5; batch += 1) {
      finishSpans(4);
      await new Promise((resolve) => setImmediate(resolve));
      expect(exported).toHaveLength(4 * batch);
    }
    finishSpans(3);
    expect(exported).toHaveLength(20);
    await finish();
    expect([exported.length, await metrics.points(spansExported)]).toEqual([23, []]);
    await metrics.end();
  });

  it('are none after the end', async () => {
    const exported = start();
    const late = beginTrace('GET', 'server', {});
    await finish();
    late?.end();
    expect(exported).toEqual([]);
  });
});
