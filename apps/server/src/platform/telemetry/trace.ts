/**
 * Traces: the work of a request, a job or a mail as spans with parents. This file loads no package: `start-tracing.ts` sets the tracer of the
 * OpenTelemetry SDK when traces are exported. The sampler is asked once per trace, and an unsampled trace has no further cost. A span holds only
 * names from the code and numbers, never values of a caller.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span as SdkSpan, SpanContext } from '@opentelemetry/api';
import type { Attributes } from './instrument.ts';

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

export interface Tracer {
  /** Returns undefined when the trace is not recorded. */
  begin(name: string, kind: SpanKind, attributes: Attributes, parent: SpanContext | undefined): SdkSpan | undefined;
  /** @param errorType the kind of failure; absent: no failure. */
  end(span: SdkSpan, errorType: string | undefined): void;
  /** Reads the header `traceparent` of W3C Trace Context. Returns undefined for an invalid one; the trace then begins here (§3.2.2.5). */
  readParent(header: string): SpanContext | undefined;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span | undefined>();

/** Returns a function that stops the tracing. */
export function setTracer(given: Tracer): () => void {
  tracer = given;
  return () => {
    tracer = undefined;
  };
}

/** A span of a recorded trace. */
export class Span {
  readonly context: SpanContext;
  readonly root: Span;
  readonly #sdk: SdkSpan;
  #isOver = false;

  constructor(sdk: SdkSpan, root?: Span) {
    this.#sdk = sdk;
    this.context = sdk.spanContext();
    this.root = root ?? this;
  }

  /** True when the root span has ended. Work that still runs then belongs to no trace. */
  get isTraceOver(): boolean {
    return this.root.#isOver;
  }

  /** The header by which another system continues the trace. */
  get traceParent(): string {
    return `00-${this.context.traceId}-${this.context.spanId}-01`;
  }

  rename(name: string): void {
    this.#sdk.updateName(name);
  }

  set(attributes: Attributes): void {
    this.#sdk.setAttributes(attributes);
  }

  /** @param errorType the kind of failure; absent: no failure. */
  end(errorType?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    tracer?.end(this.#sdk, errorType);
  }
}

/**
 * Begins the first span of a trace, or of this system's part of one. Returns undefined when the trace is not recorded.
 * @param traceParent the header of the trace to continue.
 */
export function beginTrace(name: string, kind: SpanKind, attributes: Attributes, traceParent?: string | readonly string[]): Span | undefined {
  const parent = typeof traceParent === 'string' ? tracer?.readParent(traceParent) : undefined;
  const sdk = tracer?.begin(name, kind, attributes, parent);
  return sdk && new Span(sdk);
}

/** Begins a child of the current span. Returns undefined when the current work is not recorded. */
export function beginSpan(name: string, kind: SpanKind, attributes: Attributes): Span | undefined {
  const parent = current.getStore();
  if (parent === undefined || parent.isTraceOver) return undefined;
  const sdk = tracer?.begin(name, kind, attributes, parent.context);
  return sdk && new Span(sdk, parent.root);
}

/** Runs `work` and its asynchronous continuations in the span; with undefined, in no trace. */
export function inSpan<Result>(span: Span | undefined, work: () => Result): Result {
  return tracer === undefined ? work() : current.run(span, work);
}

/** Runs `work` in a new trace that ends with it. */
export async function traced<Result>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  const span = beginTrace(name, kind, attributes);
  try {
    const result = await inSpan(span, work);
    span?.end();
    return result;
  } catch (error) {
    span?.end(errorTypeOf(error));
    throw error;
  }
}

/** Returns the kind of failure: SQLSTATE, the system's error code, or the name of the class. Never the message. */
export function errorTypeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '_OTHER';
  if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(error.code)) return error.code;
  return error instanceof Error && /^[A-Za-z0-9]{1,40}$/.test(error.name) ? error.name : '_OTHER';
}
