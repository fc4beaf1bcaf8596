/**
 * A refusal is an expected error with code, status, public text and private detail. The error handler (`error-handler.ts`) writes it in the format of
 * the route that threw it.
 */
import type { TppErrorCode, UiErrorCode } from '@portico/contract/values';
import type { ProblemEntry } from './problem-entry.ts';

export interface RefusalOptions {
  /** Place in the request, e.g. `instructedAmount.amount` or `header:PSU-IP-Address`. */
  path?: string;
  /** Further problems of the request, where one response lists several. */
  others?: readonly ProblemEntry[];
  /** For the log only. */
  detail?: string;
  /** Further members of the body (for example the return URLs of a 410). */
  extra?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

export abstract class Refusal extends Error {
  abstract readonly code: string;
  readonly status: number;
  readonly options: RefusalOptions;
  /** `text` tells people what happened and what to do next. */
  constructor(status: number, text: string, options: RefusalOptions = {}) {
    super(text, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.options = options;
  }
}

/** Refusal of a portal or signing call. */
export class UiRefusal extends Refusal {
  override readonly name = 'UiRefusal';
  readonly code: UiErrorCode;
  constructor(status: number, code: UiErrorCode, text: string, options?: RefusalOptions) {
    super(status, text, options);
    this.code = code;
  }
}

/** Codes of RFC 7591 §3.2.2, for calls of an authorization server whose status alone does not tell the code. */
export type OAuthErrorCode = 'invalid_redirect_uri' | 'invalid_client_metadata' | 'invalid_software_statement' | 'unapproved_software_statement';

/** Refusal of a call of an authorization server (`error`). */
export class OAuthRefusal extends Refusal {
  override readonly name = 'OAuthRefusal';
  readonly code: OAuthErrorCode;
  constructor(status: number, code: OAuthErrorCode, text: string, options?: RefusalOptions) {
    super(status, text, options);
    this.code = code;
  }
}

/** Refusal of an XS2A call (`tppMessages`). */
export class TppRefusal extends Refusal {
  override readonly name = 'TppRefusal';
  readonly code: TppErrorCode;
  constructor(status: number, code: TppErrorCode, text: string, options?: RefusalOptions) {
    super(status, text, options);
    this.code = code;
  }
}
