/**
 * A refusal is a case we know: a class with code, status, public text and private detail. The one error mapper
 * (`error-handler.ts`) turns it into the body shape of the route that threw it.
 */
import type { TppErrorCode, UiErrorCode } from '@portico/contract/values';
import type { ProblemEntry } from './problem-entry.ts';

export interface RefusalOptions {
  /** Where in the request, e.g. `instructedAmount.amount` or `header:PSU-IP-Address`. */
  path?: string;
  /** What else is wrong with the request, where one answer names several things. */
  others?: readonly ProblemEntry[];
  /** For the log only. */
  detail?: string;
  /** Extra members of the body (the way back on a 410, `Retry-After` seconds …). */
  extra?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

export abstract class Refusal extends Error {
  abstract readonly code: string;
  readonly status: number;
  readonly options: RefusalOptions;
  /** `text` says what happened and what to do next; it is shown to people. */
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

/** Refusal of an XS2A call (`tppMessages`). */
export class TppRefusal extends Refusal {
  override readonly name = 'TppRefusal';
  readonly code: TppErrorCode;
  constructor(status: number, code: TppErrorCode, text: string, options?: RefusalOptions) {
    super(status, text, options);
    this.code = code;
  }
}
