/** The receipts in all five languages: nothing missing, nothing left in English. */
import bulk from '@portico/contract/recorded/receipt-bulk-payment';
import list from '@portico/contract/recorded/receipt-list';
import payment from '@portico/contract/recorded/receipt-payment';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { type createFakeServer, refuse, replay } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { drawPage } from '../../shared/i18n/testing/draw-page.tsx';
import { expectEveryLanguage } from '../../shared/i18n/testing/every-language.ts';
import { receiptsCatalogue } from './messages.ts';
import { ReceiptsPage } from './receipts-page.tsx';

/** Names in the recorded answers and in the bank's settings, and hashes. */
const DATA = /Portico|Lumen|Näidis|Everyday account|support@|request-1|^[A-Z]{2}\d{2}|^[0-9a-f]{64}$|Order|Salary|Payee/;
const LIST = 'GET /bank/receipts/signed';
const refused = (status: number, code: string) => () => refuse(status, code, 'In the bank’s words.');
const VISIT = { visitor: { name: 'Liis Näidis', bankCountry: 'ee', authMethod: 'SMART_ID' }, secondsLeft: 300 };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:07:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(answers: Parameters<typeof createFakeServer>[0], receiptId?: string, query = '') {
  return drawPage({ 'GET /bank/session': VISIT, ...answers }, [sharedCatalogue, doorCatalogue, receiptsCatalogue], (api) => (
    <ReceiptsPage receiptId={receiptId} query={query} api={api} config={recordedConfig} />
  ));
}

test.each([
  ['some', replay(list)],
  ['none', { ...list.body, receipts: [] }],
  ['nobody signed in', refused(410, 'SIGN_IN_UNKNOWN')],
  ['our own fault', refused(500, 'INTERNAL_ERROR')],
  ['a busy bank', refused(503, 'UNAVAILABLE')],
])('the list: %s', async (_, answer) => {
  const { language } = await open({ [LIST]: answer });
  await expectEveryLanguage(language, DATA);
});

test('the list that finds nothing', async () => {
  const { language } = await open({ [LIST]: { ...list.body, receipts: [] } }, undefined, '?search=nobody');
  await expectEveryLanguage(language, DATA);
});

test.each([
  ['a payment', replay(payment)],
  ['a bulk payment', replay(bulk)],
  ['nothing there', refused(404, 'NOT_FOUND')],
  ['nobody signed in', refused(410, 'SIGN_IN_UNKNOWN')],
])('one receipt: %s', async (_, answer) => {
  const { language } = await open({ [`${LIST}/sgn_1`]: answer }, 'sgn_1');
  await expectEveryLanguage(language, DATA);
});
