/**
 * What a flow says of a state: where the customer is at home, the language, the window, and how an error or the end comes about. A cell that makes
 * no sense says why.
 */
import type { BankCountry, Locale } from '@portico/contract';

export const STATES = ['success', 'refuse', 'error', 'terminated', 'reload', 'twoTabs'] as const;
export type State = (typeof STATES)[number];

/** On the customer's device; or `cut`: the network fails before anything is shown. */
type Mishap = 'refuse' | 'wrongCode' | 'timeOut' | 'cut';
/** By the test customer's scenario, by the sandbox's clock, or because the customer refused in another tab. */
type End = 'scenario' | 'clock' | 'elsewhere';

export interface Played {
  readonly country: BankCountry;
  readonly locale: Locale;
  readonly window: 'desktop' | 'phone';
  readonly mishap?: Mishap;
  readonly end?: End;
}

export type StateCell = Played | { readonly notApplicable: string };

export const desktop = (country: BankCountry, locale: Locale): Played => ({ country, locale, window: 'desktop' });
export const phone = (country: BankCountry, locale: Locale): Played => ({ country, locale, window: 'phone' });
