/**
 * Traces: the work of a request, a job or a mail as spans with parents. Off until {@link startTracing}. After that the sampler is asked once per
 * trace, and an unsampled trace has no further cost. A span holds only names from the code and numbers, never values of a caller.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import type { Attributes, AttributeValue } from './instrument.ts';

/** Numbers of the protocol, opentelemetry/proto/trace/v1. */
export const SPAN_KIND = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
export type SpanKind = keyof typeof SPAN_KIND;

/** The span of another system that a trace continues. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

export interface FinishedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

/** Returns true if the trace is recorded. */
export type Sampler = (traceId: string, parent: SpanContext | undefined) => boolean;

interface Tracer {
  readonly isSampled: Sampler;
  finished(span: FinishedSpan): void;
}

const POOL_BYTES = 4096;
const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span | undefined>();
const pool = Buffer.alloc(POOL_BYTES);
let poolUsed = POOL_BYTES;

/** Returns a function that stops the tracing. */
export function startTracing(given: Tracer): () => void {
  tracer = given;
  return () => {
    tracer = undefined;
  };
}

/** A span of a recorded trace. */
export class Span {
  readonly traceId: string;
  readonly spanId = randomHex(SPAN_ID_BYTES);
  readonly #root: Span;
  readonly #parentSpanId: string | undefined;
  readonly #kind: SpanKind;
  readonly #attributes: Record<string, AttributeValue | undefined>;
  readonly #startMs = nowMs();
  #name: string;
  #isOver = false;

  constructor(name: string, kind: SpanKind, attributes: Attributes, from: Span | { readonly traceId: string; readonly spanId?: string | undefined }) {
    this.#name = name;
    this.#kind = kind;
    this.#attributes = { ...attributes };
    this.traceId = from.traceId;
    this.#parentSpanId = from.spanId;
    this.#root = from instanceof Span ? from.#root : this;
  }

  /** True when the root span has ended. Work that still runs then belongs to no trace. */
  get isTraceOver(): boolean {
    return this.#root.#isOver;
  }

  rename(name: string): void {
    this.#name = name;
  }

  set(attributes: Attributes): void {
    Object.assign(this.#attributes, attributes);
  }

  /** @param errorType the kind of failure; absent: no failure. */
  end(errorType?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    tracer?.finished({
      traceId: this.traceId,
      spanId: this.spanId,
      parentSpanId: this.#parentSpanId,
      name: this.#name,
      kind: this.#kind,
      startMs: this.#startMs,
      endMs: nowMs(),
      attributes: errorType === undefined ? this.#attributes : { ...this.#attributes, 'error.type': errorType },
      isError: errorType !== undefined,
    });
  }
}

/** Begins the first span of a trace, or of this system's part of one. Returns undefined when the trace is not recorded. */
export function beginTrace(name: string, kind: SpanKind, attributes: Attributes, parent?: SpanContext): Span | undefined {
  if (tracer === undefined) return undefined;
  const traceId = parent?.traceId ?? randomHex(TRACE_ID_BYTES);
  return tracer.isSampled(traceId, parent) ? new Span(name, kind, attributes, { traceId, spanId: parent?.spanId }) : undefined;
}

/** Begins a child of the current span. Returns undefined when the current work is not recorded. */
export function beginSpan(name: string, kind: SpanKind, attributes: Attributes): Span | undefined {
  const parent = current.getStore();
  return parent === undefined || parent.isTraceOver ? undefined : new Span(name, kind, attributes, parent);
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
  if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{1,40}$/.test(error.code)) return error.code;
  return error instanceof Error && /^[A-Za-z0-9]{1,40}$/.test(error.name) ? error.name : '_OTHER';
}

const nowMs = (): number => performance.timeOrigin + performance.now();

/** Random bytes come from a pool. A system call for eight bytes would be most of the cost of a span. */
function randomHex(bytes: number): string {
  if (poolUsed + bytes > POOL_BYTES) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += bytes;
  return pool.toString('hex', poolUsed - bytes, poolUsed);
}
