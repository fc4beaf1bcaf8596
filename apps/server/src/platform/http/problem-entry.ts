import type { TppErrorCode } from '@portico/contract/values';

/** One problem of a request: the text, and its place in the request. */
export interface ProblemEntry {
  readonly text: string;
  readonly path?: string;
  /** The Berlin Group's code, where it differs from the code of the whole response. */
  readonly code?: TppErrorCode;
}
