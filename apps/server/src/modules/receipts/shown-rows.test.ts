/** A receipt shows days, periods and countries in the form of the signing page. */
import type { Locale } from '@portico/contract';
import { LOCALES } from '@portico/contract/values';
import { expect, it } from 'vitest';
import type { Evidence, Shown } from './receipt.ts';
import { type ReceiptKey, textsIn } from './receipt-texts.ts';
import { rowsOfShown } from './shown-rows.ts';

function shownValue(shown: Shown, label: ReceiptKey, language: Locale): string | undefined {
  const evidence: Evidence = {
    receiptId: 'sgn_1',
    kind: 'periodic-payment',
    resourceId: 'pp_1',
    position: 4,
    recordedAt: '2026-11-20T12:07:11.000Z',
    contentHash: 'a1'.repeat(32),
    signed: {},
    shown,
  };
  const text = textsIn(language);
  return rowsOfShown(evidence, text, language).find((row) => row.label === text(label))?.value;
}

it.each(LOCALES)('in %s the payment day has two digits and no full stop, as on the page', (language) => {
  expect(shownValue({ dayOfExecution: '5' }, 'receipt.day', language)).toBe('05');
  expect(shownValue({ dayOfExecution: '15' }, 'receipt.day', language)).toBe('15');
  expect(shownValue({ dayOfExecution: '31' }, 'receipt.day', language)).toBe(textsIn(language)('receipt.day.last'));
});

it.each([
  ['en', 'Lithuania'],
  ['et', 'Leedu'],
  ['lt', 'Lietuva'],
  ['lv', 'Lietuva'],
  ['ru', 'Литва'],
] as const)('in %s the beneficiary’s country has its name', (language, name) => {
  expect(shownValue({ creditorAddress: { country: 'LT' } }, 'receipt.beneficiaryCountry', language)).toBe(name);
});

it.each(LOCALES)('in %s the dash of a period never begins a line', (language) => {
  expect(shownValue({ dateFrom: '2026-01-01', dateTo: '2026-06-30' }, 'receipt.period', language)).toMatch(/\u00a0[–—] /u);
});
