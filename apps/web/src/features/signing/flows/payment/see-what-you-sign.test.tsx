/** The page shows exactly what the server sent, for generated payments with arbitrary texts, amounts and accounts. */

import { buildIban } from '@portico/primitives';
import { configureStore } from '@reduxjs/toolkit';
import { act, render } from '@testing-library/react';
import fc from 'fast-check';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordedConfig } from '../../../../shared/api/recorded-config.ts';
import { activateLocale, createI18n } from '../../../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../../../shared/i18n/shared-catalogue.ts';
import { signingActions, signingSlice } from '../../engine/signing-slice.ts';
import { signingCatalogue } from '../../messages.ts';
import { everydayAccount, fee, paymentDetails, paymentSession } from '../../testing/signing-fixtures.ts';
import { closeSigningPage } from '../../testing/signing-harness.tsx';
import { SigningPageProvider } from '../../views/signing-page-context.tsx';
import { paymentFlow } from '../payment.ts';
import { PaymentDocument } from './payment-document.tsx';

const PAYMENTS = 1_000;
const NOW = new Date('2026-11-20T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(closeSigningPage);

/** The document alone, rendered again for every payment that arrives in its store. */
async function openDocument() {
  const store = configureStore({ reducer: { signing: signingSlice.reducer } });
  const i18n = createI18n();
  await activateLocale(i18n, 'en', [signingCatalogue, sharedCatalogue]);
  function show(details: ReturnType<typeof paymentDetails>, sum: string): void {
    act(() => {
      const session = paymentSession({ details: { ...details, debtorAccount: { iban: everydayAccount.iban } } });
      store.dispatch(signingActions.detailsArrived({ session, choice: { debtorAccountIban: everydayAccount.iban }, atMs: NOW.getTime() }));
      store.dispatch(signingActions.feeArrived({ iban: everydayAccount.iban, fee: { ...fee, sum } }));
    });
  }
  show(paymentDetails(), fee.sum);
  render(
    <Provider store={store}>
      <I18nProvider i18n={i18n}>
        <SigningPageProvider value={{ flow: paymentFlow, config: recordedConfig }}>
          <PaymentDocument isSigning={false} />
        </SigningPageProvider>
      </I18nProvider>
    </Provider>,
  );
  return show;
}

const textsOf = (selector: string) => Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent);

/** The value beside a label. Long words may be divided by signs that take no place. */
function fact(label: string): string | undefined {
  return textsOf('dd')[textsOf('dt').indexOf(label)]?.replaceAll(/[\u00ad\u200b\u2060]/g, '');
}

/** Cents as they stand on the page, e.g. `1,249.00`; written here a second time on purpose. */
function sumOf(cents: number): string {
  const euros = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${euros}.${String(cents % 100).padStart(2, '0')}`;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

const words = fc.stringMatching(/^[A-Za-zÕÄÖÜõäöüšžāēķļņ0-9.,'()+/-][A-Za-zÕÄÖÜõäöüšžāēķļņ0-9 .,'()+/-]{0,69}$/, { size: 'max' });
const payment = fc.record({
  cents: fc.integer({ min: 1, max: 99_999_999_999 }),
  feeCents: fc.integer({ min: 0, max: 9_999 }),
  creditorName: words,
  remittance: words,
  account: fc.stringMatching(/^[0-9]{16}$/),
  date: fc.record({ year: fc.integer({ min: 2027, max: 2099 }), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) }),
});

test('the page says amount, payee, account, description, date and fee of any payment as they are', async () => {
  const show = await openDocument();
  fc.assert(
    fc.property(payment, ({ cents, feeCents, creditorName, remittance, account, date: { year, month, day } }) => {
      const iban = buildIban('EE', account);
      const details = paymentDetails({
        instructedAmount: { amount: (cents / 100).toFixed(2), currency: 'EUR' },
        creditorName,
        creditorAccount: { iban },
        remittanceInformationUnstructured: remittance,
        requestedExecutionDate: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
      });
      show(details, (feeCents / 100).toFixed(2));
      expect(textsOf('p')).toContain(`${sumOf(cents)} EUR`);
      expect(textsOf('p')).toContain(`to ${creditorName}`);
      expect(fact('Beneficiary account')).toBe(iban);
      expect(fact('Description')).toBe(remittance);
      expect(fact('Payment date')).toBe(`${MONTHS[month - 1]} ${day}, ${year}`);
      expect(fact('Fee')).toBe(`${sumOf(feeCents)}\u00a0EUR`);
    }),
    { numRuns: PAYMENTS, endOnFailure: true },
  );
});
