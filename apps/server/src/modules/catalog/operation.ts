/** What the documents say of a call beyond the schemas of its route. */

import type { TSchema } from 'typebox';
import type { AnswerHeader, RequestHeader } from './parameters.ts';

/** One way in which a call is refused. */
export interface ErrorRow {
  readonly status: number;
  /** Of `TPP_ERROR_CODES` below `/api/v1`, of RFC 6749 at the authorization servers, of `UI_ERROR_CODES` at the fallback interface. */
  readonly code: string;
  /** What was wrong with the request, as half a sentence: shown beside the code. */
  readonly when: string;
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  readonly headers?: readonly AnswerHeader[];
}

/** Schemas of what a library reads and writes. */
interface Wire {
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** By status. */
  readonly answers?: Readonly<Record<number, TSchema>>;
}

export interface Operation {
  /** The Berlin Group's where it has one; stable, for it is part of addresses. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As it is registered, with `:name` for a parameter. */
  readonly path: string;
  /** At most 60 characters. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly headers: readonly RequestHeader[];
  /** Where the route gives the request to a library as it is, and has no schemas of its own. */
  readonly wire?: Wire;
  readonly answers: readonly Answer[];
  readonly errors: readonly ErrorRow[];
}

/** One document. Its `apiId` is part of addresses. */
export interface Section {
  readonly apiId: string;
  readonly title: string;
  /** In which list it stands; default: main. */
  readonly list?: 'fallback';
  /** Markdown. */
  readonly description: string;
  readonly operations: readonly Operation[];
}
