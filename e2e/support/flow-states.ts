/**
 * What becomes of every flow, cell by cell: where the customer is at home, the language, the window, and how an error or the end comes
 * about. A cell that makes no sense says why.
 */
import type { BankCountry, Locale } from '@portico/contract';
import type { Flow } from './flows.ts';

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

const desktop = (country: BankCountry, locale: Locale): Played => ({ country, locale, window: 'desktop' });
const phone = (country: BankCountry, locale: Locale): Played => ({ country, locale, window: 'phone' });

export const FLOW_STATES: Readonly<Record<Flow, Readonly<Record<State, StateCell>>>> = {
  consent: {
    success: phone('lv', 'et'),
    refuse: desktop('lt', 'ru'),
    // In Latvia and Lithuania the sign-in itself confirms, and no device is asked that could refuse.
    error: { ...phone('ee', 'lv'), mishap: 'refuse' },
    terminated: { ...desktop('lv', 'en'), end: 'clock' },
    reload: phone('ee', 'en'),
    twoTabs: desktop('lt', 'lt'),
  },
  statement: {
    success: desktop('lt', 'lt'),
    refuse: phone('lv', 'en'),
    error: { ...desktop('ee', 'ru'), mishap: 'wrongCode' },
    terminated: { ...phone('lt', 'et'), end: 'clock' },
    reload: desktop('lv', 'lv'),
    twoTabs: phone('ee', 'en'),
  },
  payment: {
    success: phone('ee', 'et'),
    refuse: desktop('lv', 'lv'),
    error: { ...phone('lt', 'en'), mishap: 'timeOut' },
    terminated: { ...desktop('ee', 'ru'), end: 'elsewhere' },
    reload: phone('lt', 'lt'),
    twoTabs: desktop('lv', 'en'),
  },
  'periodic-payment': {
    success: desktop('lv', 'ru'),
    refuse: phone('lt', 'lt'),
    error: { ...desktop('lt', 'et'), mishap: 'cut' },
    terminated: { ...phone('lv', 'lv'), end: 'scenario' },
    reload: desktop('ee', 'lt'),
    twoTabs: phone('lt', 'en'),
  },
  'bulk-payment': {
    success: phone('lt', 'en'),
    refuse: desktop('ee', 'et'),
    error: { ...phone('lv', 'lv'), mishap: 'refuse' },
    terminated: { ...desktop('lt', 'lt'), end: 'clock' },
    reload: phone('lv', 'ru'),
    twoTabs: desktop('ee', 'et'),
  },
  'payment-cancellation': {
    success: desktop('ee', 'en'),
    refuse: phone('ee', 'ru'),
    error: { ...desktop('lv', 'lt'), mishap: 'wrongCode' },
    terminated: { ...phone('ee', 'et'), end: 'elsewhere' },
    reload: desktop('lt', 'lv'),
    twoTabs: phone('lv', 'lv'),
  },
  'periodic-payment-cancellation': {
    success: phone('lv', 'lv'),
    refuse: desktop('lv', 'en'),
    error: { ...phone('ee', 'ru'), mishap: 'timeOut' },
    terminated: { ...desktop('ee', 'et'), end: 'scenario' },
    reload: phone('lv', 'et'),
    twoTabs: desktop('lt', 'lt'),
  },
  'bulk-payment-cancellation': {
    success: desktop('lt', 'ru'),
    refuse: phone('lt', 'lt'),
    error: { ...desktop('ee', 'en'), mishap: 'cut' },
    terminated: { ...phone('lv', 'lv'), end: 'clock' },
    reload: desktop('ee', 'et'),
    twoTabs: phone('lv', 'ru'),
  },
};
