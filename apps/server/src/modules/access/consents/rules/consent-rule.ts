/** A rule depends on the body alone; `request-consent.ts` makes the checks that need the clock or the bank. */
import type { ConsentRequest } from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';

export interface RuleBreach {
  readonly code: TppErrorCode;
  /** Path in the body, e.g. `access.accounts[0].iban`. */
  readonly path: string;
  /** The error, and what is accepted. */
  readonly text: string;
}

/** Undefined: the rule is met. */
export type ConsentRule = (request: ConsentRequest) => RuleBreach | undefined;

export function breach(code: TppErrorCode, path: string, text: string): RuleBreach {
  return { code, path, text };
}
