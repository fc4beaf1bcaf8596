/** What the documents say of a call beyond the schemas of its route. */

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** One way in which a call is refused. */
export interface ErrorRow {
  readonly status: number;
  /** Of `TPP_ERROR_CODES` below `/api/v1`, of RFC 6749 at the authorization servers. */
  readonly code: string;
  /** What was wrong with the request, as half a sentence: shown beside the code. */
  readonly when: string;
}

/** Headers of requests that are described in `parameters.ts`. */
export type RequestHeader =
  | 'X-Request-ID'
  | 'Consent-ID'
  | 'PSU-IP-Address'
  | 'TPP-Redirect-URI'
  | 'TPP-Nok-Redirect-URI'
  | 'TPP-Redirect-Preferred'
  | 'TPP-Explicit-Authorisation-Preferred'
  | 'TPP-Brand-Logging-Information';

/** A header that the call can do without. */
export type OptionalHeader = `${RequestHeader}?`;

/** Headers of answers that are described in `parameters.ts`; `X-Request-ID` is on every answer and is not named. */
export type AnswerHeader = 'Location' | 'ASPSP-SCA-Approach';

export interface Answer {
  readonly status: number;
  readonly description: string;
  readonly headers?: readonly AnswerHeader[];
}

export interface Operation {
  /** The Berlin Group's where it has one; stable, for it is part of addresses. */
  readonly operationId: string;
  readonly method: Method;
  /** As it is registered, with `:name` for a parameter. */
  readonly path: string;
  /** At most 60 characters. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly headers: readonly (RequestHeader | OptionalHeader)[];
  readonly answers: readonly Answer[];
  readonly errors: readonly ErrorRow[];
}

/** One document. Its `apiId` is part of addresses. */
export interface Section {
  readonly apiId: string;
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  readonly operations: readonly Operation[];
}
