import type { TppErrorCode } from '@portico/contract/values';

/** One thing that is wrong with a request: what, and where in it. */
export interface ProblemEntry {
  readonly text: string;
  readonly path?: string;
  /** In the Berlin Group's words, where it differs from that of the whole answer. */
  readonly code?: TppErrorCode;
}
