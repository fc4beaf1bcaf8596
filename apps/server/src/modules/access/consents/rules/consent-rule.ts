/** A rule looks at the body alone; what needs the clock or the bank is checked in `request-consent.ts`. */
import type { ConsentRequest } from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';

export interface RuleBreach {
  readonly code: TppErrorCode;
  /** Where in the body, e.g. `access.accounts[0].iban`. */
  readonly path: string;
  /** What is wrong and what is accepted. */
  readonly text: string;
}

/** Undefined: the rule holds. */
export type ConsentRule = (request: ConsentRequest) => RuleBreach | undefined;

export function breach(code: TppErrorCode, path: string, text: string): RuleBreach {
  return { code, path, text };
}
