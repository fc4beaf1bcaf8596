/** One request before masking and lookups; kept in memory for a moment only. */
import type { IdentityNote } from '#platform/tls/identity-note.ts';

export type Outcome = 'ok' | 'refused' | 'failed' | 'aborted';

/** The measurement of a request; it names neither person nor application. */
export interface Measure {
  /** A section of the API, or a part of the portal. */
  readonly service: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly origin: 'live' | 'probe' | 'replay';
  /** `performance.now()` when it ended. */
  readonly endedAt: number;
  /** SHA-256 of an unchecked bearer token: the line counts if the token belongs to an application. Undefined: the line counts. */
  readonly tokenHash?: string;
}

/** Whose token a request carries. */
export interface Holder {
  readonly appId: string;
  readonly customerId?: string | undefined;
}

/** What is known of the caller; the first present member counts. */
export interface Caller {
  readonly holder?: Holder | undefined;
  /** SHA-256 of a bearer token that was refused. */
  readonly tokenHash?: string | undefined;
  /** Client id that the caller sent to the authorization server. */
  readonly clientId?: string | undefined;
}

export interface SeenRequest extends Caller {
  /** False: the application is only claimed. Such a line has no body. */
  readonly isAuthenticated: boolean;
  /** True: a page of the portal sent it. */
  readonly isPortal: boolean;
  /** `performance.now()` when it ended. */
  readonly endedAt: number;
  readonly durationMs: number;
  readonly requestId: string;
  readonly method: string;
  /** With query. */
  readonly url: string;
  readonly operation: { readonly apiId: string; readonly operationId: string } | undefined;
  /** 499: the client closed the connection before the response. */
  readonly status: number;
  readonly requestHeaders: Readonly<Record<string, unknown>>;
  readonly requestBody: unknown;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  /** Undefined: there was none, or it was too large. */
  readonly responseText: string | undefined;
  /** Undefined: it came to the ordinary address. */
  readonly identity: IdentityNote | undefined;
}

/** A row of an application's log, masked. */
export interface LogRow {
  readonly isAuthenticated: boolean;
  readonly isPortal: boolean;
  readonly appId: string;
  /** A test customer of the sandbox. */
  readonly customerId?: string;
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
  readonly identity?: IdentityNote;
}
