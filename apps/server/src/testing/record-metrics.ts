/** Records all metrics of the process with the SDK, as telemetry does, and returns their points. */
import type { Attributes } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import type { DataPoint, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { InstrumentText } from '#platform/telemetry/instrument.ts';
import { startMetrics } from '#platform/telemetry/start-metrics.ts';

interface Point {
  readonly attributes: Attributes;
  readonly value: unknown;
}

interface Recorded {
  readonly text: Pick<InstrumentText, 'name' | 'series'>;
}

export interface RecordedMetrics {
  collect(): Promise<ResourceMetrics>;
  /** Without the series that a counter has from the start and that counted nothing. Returns an empty list for an instrument without a value. */
  points(instrument: Recorded): Promise<readonly Point[]>;
  /** Every series, also one that counted nothing. */
  series(instrument: Recorded): Promise<readonly Point[]>;
  end(): Promise<void>;
}

export function recordMetrics(): RecordedMetrics {
  const { collect, stop } = startMetrics({ resource: emptyResource() });
  async function series({ text }: Recorded): Promise<readonly Point[]> {
    const { scopeMetrics } = await collect();
    const found = scopeMetrics.flatMap(({ metrics }) => metrics).find(({ descriptor }) => descriptor.name === text.name);
    const points: readonly DataPoint<unknown>[] = found?.dataPoints ?? [];
    return points.map(({ attributes, value }) => ({ attributes, value }));
  }
  return {
    collect,
    series,
    points: async (instrument) => (await series(instrument)).filter(({ value }) => value !== 0 || instrument.text.series === undefined),
    end: stop,
  };
}
