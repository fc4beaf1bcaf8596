/** One request as it was seen, before anything is masked or looked up. It stays in memory for a moment only. */

export type Outcome = 'ok' | 'refused' | 'failed' | 'aborted';

/** What every request leaves behind: no person, no application. */
export interface Measure {
  /** A section of the API, or a part of the portal. */
  readonly service: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly origin: 'live' | 'probe' | 'replay';
  /** `performance.now()` when it ended. */
  readonly endedAt: number;
  /** SHA-256 of a bearer token that was not checked: the line counts where it is some application's. Undefined: the line counts. */
  readonly tokenHash?: string;
}

/** What is known of who called; the first that is there counts. */
export interface Caller {
  readonly appId?: string | undefined;
  /** SHA-256 of a bearer token that did not pass. */
  readonly tokenHash?: string | undefined;
  /** As it was claimed to the authorization server. */
  readonly clientId?: string | undefined;
}

export interface SeenRequest extends Caller {
  /** False: the application is only claimed. Such a line carries no body. */
  readonly isAuthenticated: boolean;
  /** `performance.now()` when it ended. */
  readonly endedAt: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly method: string;
  /** With query. */
  readonly url: string;
  readonly operation: { readonly apiId: string; readonly operationId: string } | undefined;
  /** 499: the caller left before the answer. */
  readonly status: number;
  readonly requestHeaders: Readonly<Record<string, unknown>>;
  readonly requestBody: unknown;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  /** Undefined: none, or too large. */
  readonly responseText: string | undefined;
}

/** A row of an application's log, masked. */
export interface LogRow {
  readonly isAuthenticated: boolean;
  readonly appId: string;
  readonly endedAt: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly apiId?: string;
  readonly operationId?: string;
  readonly status: number;
  readonly code?: string;
  readonly cause?: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: unknown;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody?: unknown;
}
