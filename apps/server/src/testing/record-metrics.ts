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

export interface RecordedMetrics {
  collect(): Promise<ResourceMetrics>;
  /** Returns an empty list for an instrument without a value. */
  points(instrument: { readonly text: Pick<InstrumentText, 'name'> }): Promise<readonly Point[]>;
  end(): Promise<void>;
}

export function recordMetrics(): RecordedMetrics {
  const { collect, stop } = startMetrics({ resource: emptyResource() });
  return {
    collect,
    async points({ text }) {
      const { scopeMetrics } = await collect();
      const found = scopeMetrics.flatMap(({ metrics }) => metrics).find(({ descriptor }) => descriptor.name === text.name);
      const points: readonly DataPoint<unknown>[] = found?.dataPoints ?? [];
      return points.map(({ attributes, value }) => ({ attributes, value }));
    },
    end: stop,
  };
}
