/** Examples by operation. Tests send those of requests to a running server and hold those of answers against its schemas. */
import type { Json, JsonObject } from '../json.ts';

export interface OperationExamples {
  readonly query?: JsonObject;
  /** Named, each `{summary, value}`. */
  readonly request?: Readonly<Record<string, { readonly summary: string; readonly value: Json }>>;
  /** By status. */
  readonly answers?: Readonly<Record<number, Json>>;
}

export const EXAMPLES: Readonly<Record<string, OperationExamples>> = {};
