/** The documentation of an operation, except the schemas, which come from its route. */

import type { TSchema } from 'typebox';
import type { JsonObject } from './json.ts';
import type { AnswerHeader, RequestHeader } from './parameters.ts';

/** One error of an operation. */
export interface ErrorRow {
  readonly status: number;
  /** From `TPP_ERROR_CODES` below `/api/v1`, RFC 6749 at the authorization servers, or `UI_ERROR_CODES` at the fallback interface. */
  readonly code: string;
  /** The error in the request, as half a sentence; shown beside the code. */
  readonly when: string;
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  readonly headers?: readonly AnswerHeader[];
  /** For an answer that is not application/json. */
  readonly content?: { readonly type: string; readonly schema: JsonObject };
}

/** Schemas of requests and responses that a library handles. */
interface Wire {
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** True: the body is JSON, also at an authorization server, which otherwise reads forms too. */
  readonly isJson?: boolean;
  /** By status. */
  readonly answers?: Readonly<Record<number, TSchema>>;
}

export interface Operation {
  /** The Berlin Group's operation id where it has one. Stable, because addresses contain it. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The registered path, with `:name` for a parameter. */
  readonly path: string;
  /** At most 60 characters. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** True: the certificate alone proves the caller, so the call is made at the address for mutual TLS. */
  readonly needsCertificate?: boolean;
  readonly headers: readonly RequestHeader[];
  /** For routes that pass the request to a library and have no schemas of their own. */
  readonly wire?: Wire;
  readonly answers: readonly Answer[];
  readonly errors: readonly ErrorRow[];
}

/** One document. Addresses contain its `apiId`. */
export interface Section {
  readonly apiId: string;
  readonly title: string;
  /** The list of the section; default: main. */
  readonly list?: 'fallback';
  /** Method and path of a route without which a server does not offer the section. */
  readonly needs?: string;
  /** Markdown. */
  readonly description: string;
  readonly operations: readonly Operation[];
}
