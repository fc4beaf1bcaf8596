/**
 * Traces: what a request, a job or a mail did, as spans that know their parent. Off until {@link startTracing}; then whoever begins a trace
 * asks the sampler once, and what is not sampled costs nothing further. A span holds names of ours and numbers, never values of a caller.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';
import type { Attributes, AttributeValue } from './instrument.ts';

/** The numbers of the protocol, opentelemetry/proto/trace/v1. */
export const SPAN_KIND = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
export type SpanKind = keyof typeof SPAN_KIND;

/** Where a trace goes on: another system's part of it. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 of them. */
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

/** True: the trace is recorded. */
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

/** Answers how to end it. */
export function startTracing(given: Tracer): () => void {
  tracer = given;
  return () => {
    tracer = undefined;
  };
}

/** A part of a trace that is recorded. */
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

  /** The work that began the trace is done; what still runs is nobody's. */
  get isTraceOver(): boolean {
    return this.#root.#isOver;
  }

  rename(name: string): void {
    this.#name = name;
  }

  set(attributes: Attributes): void {
    Object.assign(this.#attributes, attributes);
  }

  /** @param errorType a word for the kind of failure; absent: none. */
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

/** The first span of a trace, or of our part of one. Undefined: nothing is recorded of it. */
export function beginTrace(name: string, kind: SpanKind, attributes: Attributes, parent?: SpanContext): Span | undefined {
  if (tracer === undefined) return undefined;
  const traceId = parent?.traceId ?? randomHex(TRACE_ID_BYTES);
  return tracer.isSampled(traceId, parent) ? new Span(name, kind, attributes, { traceId, spanId: parent?.spanId }) : undefined;
}

/** A part of what runs now. Undefined: nothing is recorded of that. */
export function beginSpan(name: string, kind: SpanKind, attributes: Attributes): Span | undefined {
  const parent = current.getStore();
  return parent === undefined || parent.isTraceOver ? undefined : new Span(name, kind, attributes, parent);
}

/** What `work` and all that follows from it does belongs to the span; to undefined: to no trace. */
export function inSpan<Result>(span: Span | undefined, work: () => Result): Result {
  return tracer === undefined ? work() : current.run(span, work);
}

/** A trace of its own, until `work` has ended. */
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

/** What kind of failure it is: SQLSTATE or the system's code, else the name of its class. Never its text. */
export function errorTypeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '_OTHER';
  if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{1,40}$/.test(error.code)) return error.code;
  return error instanceof Error && /^[A-Za-z0-9]{1,40}$/.test(error.name) ? error.name : '_OTHER';
}

const nowMs = (): number => performance.timeOrigin + performance.now();

/** From a pool: asking the system for eight bytes at a time would be most of what a span costs. */
function randomHex(bytes: number): string {
  if (poolUsed + bytes > POOL_BYTES) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += bytes;
  return pool.toString('hex', poolUsed - bytes, poolUsed);
}
