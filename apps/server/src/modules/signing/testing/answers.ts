/** What the tests of signing read in an answer, and where their provider has its pages. */
import type { CUSTOMERS } from './test-bank.ts';
import { ORIGIN } from './test-config.ts';

export const RETURN = { ok: 'https://shop.example/paid?order=7', nok: 'https://shop.example/failed?order=7' };

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: Body;
}

export type Person = keyof typeof CUSTOMERS;

export function entryCodeOf(location: string, modalId = 'signingPayment'): string {
  const url = new URL(location, ORIGIN);
  const entryCode = url.searchParams.get('entry');
  if (url.pathname !== '/' || url.searchParams.get('m') !== modalId || entryCode === null) throw new Error(`No entry: ${location}`);
  return entryCode;
}
