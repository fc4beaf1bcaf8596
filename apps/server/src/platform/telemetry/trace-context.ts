/** The header `traceparent` of W3C Trace Context, level 1, and the samplers of OpenTelemetry's environment variables. */
import type { Sampler, SpanContext } from './trace.ts';

/** Version 00, and the known part of later versions, as the recommendation requires. */
const TRACE_PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[\x21-\x7e]{0,200})?$/;
const SAMPLED = 0x01;
const ALL_ZEROS = /^0+$/;

/** Returns undefined for an invalid header; the trace then begins here (§3.2.2.5). */
export function readTraceParent(header: string | readonly string[] | undefined): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = TRACE_PARENT.exec(header) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (ALL_ZEROS.test(traceId) || ALL_ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** For a recorded span. */
export function writeTraceParent({ traceId, spanId }: Pick<SpanContext, 'traceId' | 'spanId'>): string {
  return `00-${traceId}-${spanId}-01`;
}

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** @param ratio from 0 to 1, for the two samplers that use it. Every server decides alike, because the decision depends on the trace id. */
export function createSampler(name: (typeof SAMPLERS)[number], ratio: number): Sampler {
  const own = {
    always_on: () => true,
    always_off: () => false,
    traceidratio: (traceId: string) => Number.parseInt(traceId.slice(-8), 16) < ratio * 0x1_0000_0000,
  };
  if (name === 'always_on' || name === 'always_off' || name === 'traceidratio') return own[name];
  const root = own[name === 'parentbased_always_on' ? 'always_on' : name === 'parentbased_always_off' ? 'always_off' : 'traceidratio'];
  return (traceId, parent) => parent?.isSampled ?? root(traceId);
}
