import refusedOnPhone from '@portico/contract/recorded/payment-refused-on-phone';
import terminatedWithWayBack from '@portico/contract/recorded/terminated-with-way-back';
import { UI_FREQUENCIES } from '@portico/contract/values';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuse, replay, reply } from '../../../../shared/api/fake-server.ts';
import { ACCEPTED, fact, paidServer, periodicResult, periodicSession } from '../../testing/paid-fixtures.ts';
import { everydayAccount, FAILURE_URL } from '../../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../../testing/signing-harness.tsx';

const KIND = 'periodic-payment';
const DETAILS = 'GET /api/ui/periodic-payment/details';
const PUT = 'PUT /api/ui/periodic-payment';
const DELETE = 'DELETE /api/ui/periodic-payment';
const SIGN = 'Sign with Smart-ID';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

function open(session = periodicSession(), server = paidServer(KIND, session)) {
  return openSigningPage({ server, modalId: 'signingPeriodicPayment' });
}

describe('the details before signing', () => {
  test('show label, account, reference, period, frequency, day, first payment, rule, priority and fee in this order', async () => {
    await open();
    const labels = Array.from(document.querySelectorAll('dt'), ({ textContent }) => textContent);
    expect(labels.slice(0, 11)).toEqual([
      'Label',
      'Beneficiary account',
      'Reference',
      'Valid from',
      'Valid till',
      'Frequency',
      'Payment day',
      'First payment',
      'On days without bank business',
      'Payment priority',
      'Fee',
    ]);
    expect(fact('Label')).toBe('Order 2026-0417, 3 books');
    expect(fact('Beneficiary account')).toBe('EE869800100045081764');
    expect(fact('Valid from')).toBe('December 1, 2026');
    expect(fact('First payment')).toBe('December 5, 2026');
    expect(fact('Fee')).toBe('0.16\u00a0EURFor each payment.');
  });

  test('show amount, frequency and recipient together', async () => {
    await open();
    expect(screen.getByText('46.80').parentElement?.textContent).toBe('46.80 EUR');
    expect(screen.getByText(/^every month to/).textContent).toBe('every month to Lumen Books OÜ');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirm periodic payment');
  });

  test('name the recipient in the label when there is no description', async () => {
    const { remittanceInformationUnstructured: _, ...details } = periodicSession().details;
    await open({ ...periodicSession(), details });
    expect(fact('Label')).toBe('Periodic payment to Lumen Books OÜ');
  });

  test('show Valid till as a day or as Indefinite', async () => {
    await open();
    expect(fact('Valid till')).toBe('Indefinite');
    closeSigningPage();
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    await open(periodicSession({ endDate: '2027-12-31' }));
    expect(fact('Valid till')).toBe('December 31, 2027');
  });

  test.each([
    ['5', '05'],
    ['28', '28'],
    ['1', '01'],
  ])('show payment day %s as %s', async (dayOfExecution, shown) => {
    await open(periodicSession({ dayOfExecution }));
    expect(fact('Payment day')).toBe(shown);
  });

  test('explain what payment days 30 and 31 mean in shorter months', async () => {
    await open(periodicSession({ dayOfExecution: '31' }));
    expect(fact('Payment day')).toBe('31The last day of the month.');
    closeSigningPage();
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    await open(periodicSession({ dayOfExecution: '30' }));
    expect(fact('Payment day')).toBe('30In shorter months, their last day.');
  });

  test('have no payment day for a weekly payment', async () => {
    const { dayOfExecution: _, ...details } = periodicSession({ frequency: 'weekly' }).details;
    await open({ ...periodicSession(), details });
    expect(fact('Frequency')).toBe('Weekly');
    expect(fact('Payment day')).toBeUndefined();
  });

  test.each(UI_FREQUENCIES)('show frequency %s in words', async (frequency) => {
    await open(periodicSession({ frequency }));
    expect(fact('Frequency')).not.toContain('periodic.');
    expect(screen.getByText(/to$/, { selector: 'p', exact: false, ignore: 'b' })).toBeDefined();
  });

  test.each([
    ['following', 'Paid on the next business day.'],
    ['preceding', 'Paid on the business day before.'],
  ] as const)('show the execution rule %s as “%s”', async (executionRule, shown) => {
    await open(periodicSession({ executionRule }));
    expect(fact('On days without bank business')).toBe(shown);
  });

  test('have no execution rule for an instant payment, which runs on any day', async () => {
    const { executionRule: _, ...details } = periodicSession({ paymentProduct: 'INDIVIDUAL_INSTANT_SEPA' }).details;
    await open({ ...periodicSession(), details });
    expect(fact('On days without bank business')).toBeUndefined();
    expect(fact('Payment priority')).toMatch(/^Instant/);
  });

  test('show a payee mismatch, and change the label of the button', async () => {
    await open(periodicSession({ payeeVerification: { result: 'NMTC' } }));
    expect(screen.getByText('No match.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign anyway with Smart-ID' })).toBeDefined();
  });

  test('have the beneficiary’s data and, in Lithuania, Send my ID behind Show more', async () => {
    await open(periodicSession({}, { bankCountry: 'lt' }));
    await press('Show more');
    expect(fact('Beneficiary type')).toBe('Business');
    expect(screen.getByRole('group', { name: 'Send my ID' })).toBeDefined();
  });
});

describe('the available balance', () => {
  test('may be too low for a first payment on a later day', async () => {
    const server = paidServer(KIND, periodicSession());
    server.on('GET /api/ui/account/balance', { balanceAmount: { amount: '1.00', currency: 'EUR' } });
    await open(periodicSession(), server);
    expect(screen.getByText('Nothing is taken from the account today. Have the money there on December 5, 2026.')).toBeDefined();
    expect(fact('Each payment and fee')).toBe('\u221246.96\u00a0EUR');
    expect(fact('Available afterwards')).toBeUndefined();
    await press(SIGN);
    expect(server.count(PUT)).toBe(1);
  });

  test('must cover a first payment today, otherwise “Not enough money, available {sum}”', async () => {
    const server = paidServer(KIND, periodicSession({ requestedExecutionDate: '2026-11-20' }));
    server.on('GET /api/ui/account/balance', { balanceAmount: { amount: '1.00', currency: 'EUR' } });
    await open(undefined, server);
    expect(screen.getByRole('alert').textContent).toBe('Not enough money, available 1.00\u00a0EUR');
    expect(screen.getByRole('button', { name: SIGN }).hasAttribute('disabled')).toBe(true);
  });
});

describe('signing', () => {
  test('PUT carries debtorAccountIban, and the success view shows the payment and its status', async () => {
    const { server } = await open();
    server.on(PUT, periodicResult);
    await press(SIGN);
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({ debtorAccountIban: everydayAccount.iban });
    expect(screen.getByRole('heading', { name: 'Periodic payment signed' })).toBeDefined();
    expect(fact('Status')).toBe('Accepted, waits for its day');
    expect(fact('Payment day')).toBe('05');
    expect(fact('First payment')).toBe('December 5, 2026');
  });

  test('a reload shows the success again', async () => {
    const { server } = await open(periodicSession({ ...ACCEPTED, signedAt: '2026-11-20T12:07:00Z' }, { state: 'signed' }));
    expect(screen.getByRole('heading', { name: 'Periodic payment signed' })).toBeDefined();
    expect(server.count(PUT)).toBe(0);
  });

  test('a reload during the signature joins it with the same body', async () => {
    const submission = { debtorAccountIban: everydayAccount.iban };
    const { server } = await open(periodicSession({}, { state: 'signing', submission }));
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual(submission);
    expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBeDefined();
  });

  test('Cancel sends DELETE and returns to the provider', async () => {
    const { server, assign } = await open();
    await press('Cancel');
    expect(server.count(DELETE)).toBe(1);
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });
});

describe('refusals', () => {
  test('a refusal on the phone shows its text, and Try again leads back to the details', async () => {
    const { server } = await open();
    server.on(PUT, replay(refusedOnPhone));
    await press(SIGN);
    expect(screen.getByText(/^You refused the request on your phone\./)).toBeDefined();
    await press('Try again');
    expect(server.count(DETAILS)).toBe(1);
    expect(fact('Label')).toBe('Order 2026-0417, 3 books');
  });

  test('Try again after a 409 reads the session again', async () => {
    const { server } = await open();
    server.on(PUT, () => refuse(409, 'SCA_CONTENT_CHANGED', 'What you were about to sign has changed.'));
    await press(SIGN);
    await press('Try again');
    expect(server.count(DETAILS)).toBe(2);
  });

  test('a 410 opens the terminated view', async () => {
    const { server } = await open();
    server.on(PUT, replay(terminatedWithWayBack));
    await press(SIGN);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('a 503 is repeated after Retry-After', async () => {
    const { server } = await open();
    server.on(PUT, () => refuse(503, 'UNAVAILABLE', 'Later.', {}, { 'retry-after': '1' }));
    await press(SIGN);
    server.on(PUT, () => reply(periodicResult));
    await pass(1000);
    expect(server.count(PUT)).toBe(2);
    expect(screen.getByRole('heading', { name: 'Periodic payment signed' })).toBeDefined();
  });

  test('a 404 for another kind reads “Page not found”', async () => {
    const server = paidServer(KIND, periodicSession());
    server.on(DETAILS, () => refuse(404, 'SIGNING_KIND_UNKNOWN', 'There is nothing of this kind to sign in your session.'));
    await open(undefined, server);
    expect(screen.getByText('Page not found')).toBeDefined();
    expect(screen.getByText(/^There is nothing of this kind to sign in your session\./)).toBeDefined();
  });
});
