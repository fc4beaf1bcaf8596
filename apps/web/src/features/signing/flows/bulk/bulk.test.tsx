import refusedOnPhone from '@portico/contract/recorded/payment-refused-on-phone';
import terminatedWithWayBack from '@portico/contract/recorded/terminated-with-way-back';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuse, replay, reply } from '../../../../shared/api/fake-server.ts';
import { ACCEPTED, bulkItem, bulkItems, bulkSession, fact, paidServer } from '../../testing/paid-fixtures.ts';
import { everydayAccount, FAILURE_URL, savingsAccount, signedResult } from '../../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../../testing/signing-harness.tsx';

const KIND = 'bulk-payment';
const DETAILS = 'GET /api/ui/bulk-payment/details';
const PUT = 'PUT /api/ui/bulk-payment';
const DELETE = 'DELETE /api/ui/bulk-payment';
const FEE = 'GET /api/ui/payment/fee';
const SIGN = 'Sign with Smart-ID';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

function open(session = bulkSession(), server = paidServer(KIND, session)) {
  return openSigningPage({ server, modalId: 'signingBulkPayment' });
}

function serverWithFee(sum: string, items: object[] = [{ sum: '0.16', count: 3 }]) {
  const server = paidServer(KIND, bulkSession());
  server.on(FEE, { sum, crcCode: 'EUR', items });
  return server;
}

/** Found by its place: roles of a thousand rows take long to compute. */
const rows = () => Array.from(document.querySelectorAll('section[aria-labelledby] li'));

async function find(query: string): Promise<void> {
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Find a recipient'), { target: { value: query } });
    await vi.advanceTimersByTimeAsync(0);
  });
}

describe('the details before signing', () => {
  test('show the sum of all items as total, and the number of payments', async () => {
    const payments = ['0.10', '0.20', '1249.00'].map((amount) => bulkItem({ instructedAmount: { amount, currency: 'EUR' } }));
    await open(bulkSession({ payments }));
    expect(screen.getByText('Total amount')).toBeDefined();
    expect(screen.getByText('1,249.30').parentElement?.textContent).toBe('1,249.30 EUR');
    expect(screen.getByText('As 3 payments')).toBeDefined();
  });

  test('show the total in the currency of the first item', async () => {
    const payments = [bulkItem({ instructedAmount: { amount: '0.10', currency: 'SEK' } }), bulkItem()];
    await open(bulkSession({ payments }));
    expect(screen.getByText('46.90').parentElement?.textContent).toBe('46.90 SEK');
  });

  test('show a single item as 1 payment', async () => {
    await open(bulkSession({ payments: [bulkItem()] }));
    expect(screen.getByText('As 1 payment')).toBeDefined();
  });

  test('show payment date, priority and fee in this order', async () => {
    await open();
    const labels = Array.from(document.querySelectorAll('dt'), ({ textContent }) => textContent);
    expect(labels.slice(0, 3)).toEqual(['Payment date', 'Payment priority', 'Fee']);
    expect(fact('Payment date')).toBe('November 20, 2026, today');
    expect(fact('Payment priority')).toBe('Ordinary');
  });

  test('show how the statement will book the payments when the provider chose it', async () => {
    await open(bulkSession({ batchBookingPreferred: true }));
    expect(fact('On your statement')).toBe('One booking for all payments');
    closeSigningPage();
    vi.useFakeTimers();
    await open(bulkSession({ batchBookingPreferred: false }));
    expect(fact('On your statement')).toBe('Each payment by itself');
  });

  test('have Show more only in Lithuania, where the customer can add their ID', async () => {
    for (const bankCountry of ['ee', 'lv'] as const) {
      await open(bulkSession({}, { bankCountry }));
      expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
      closeSigningPage();
      vi.useFakeTimers();
    }
    const { server } = await open(bulkSession({}, { bankCountry: 'lt' }));
    await press('Show more');
    fireEvent.click(within(screen.getByRole('group', { name: 'Send my ID' })).getByLabelText('Add'));
    await press(SIGN);
    expect(server.calls.find(({ call }) => call === PUT)?.body).toMatchObject({ debtorDetails: { debtorIdType: 'NIDN' } });
  });
});

describe('the fee', () => {
  test('is requested for the total, and its tooltip shows the fee per item × count', async () => {
    const server = serverWithFee('0.48');
    await open(undefined, server);
    const query = new URL(server.calls.find(({ call }) => call === FEE)?.url ?? '', 'http://bank.example').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      debtorIban: everydayAccount.iban,
      creditorIban: 'EE869800100045081764',
      info: 'Salary 1',
      amount: '6.00',
    });
    expect(fact('Fee')).toContain('0.48\u00a0EUR');
    const sign = screen.getByRole('button', { name: 'How the fee comes about' });
    expect(document.getElementById(sign.getAttribute('aria-describedby') ?? '')?.textContent).toBe('0.16\u00a0EUR × 3 payments');
  });

  test('has a tooltip that opens by key and by touch, and closes on Escape and on blur', async () => {
    await open(undefined, serverWithFee('0.48'));
    const sign = screen.getByRole('button', { name: 'How the fee comes about' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    // Enter and a touch are both a click of the button.
    await press('How the fee comes about');
    expect(screen.getByRole('tooltip').textContent).toBe('0.16\u00a0EUR × 3 payments');
    act(() => void fireEvent.keyDown(sign, { key: 'Escape' }));
    expect(screen.queryByRole('tooltip')).toBeNull();
    await press('How the fee comes about');
    act(() => void fireEvent.blur(sign));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  test('has a tooltip that opens under a mouse pointer, not under a touch pointer', async () => {
    await open(undefined, serverWithFee('0.48'));
    const sign = screen.getByRole('button', { name: 'How the fee comes about' });
    act(() => void fireEvent.pointerEnter(sign, { pointerType: 'touch' }));
    expect(screen.queryByRole('tooltip')).toBeNull();
    act(() => void fireEvent.pointerEnter(sign, { pointerType: 'mouse' }));
    expect(screen.getByRole('tooltip')).toBeDefined();
    act(() => void fireEvent.pointerLeave(sign, { pointerType: 'mouse' }));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  test('lists different prices with the number of payments at each price', async () => {
    const items = [
      { sum: '0.16', count: 2 },
      { sum: '0.00', count: 1 },
    ];
    await open(undefined, serverWithFee('0.32', items));
    await press('How the fee comes about');
    expect(Array.from(screen.getByRole('tooltip').children, ({ textContent }) => textContent)).toEqual([
      'The fees of all 3 payments together. They do not all cost the same.',
      '0.16\u00a0EUR × 2 payments',
      '0.00\u00a0EUR × 1 payment',
    ]);
  });

  test('is not divided by the number of payments when the prices differ', async () => {
    await open(
      undefined,
      serverWithFee('0.48', [
        { sum: '0.32', count: 1 },
        { sum: '0.08', count: 2 },
      ]),
    );
    await press('How the fee comes about');
    expect(screen.getByRole('tooltip').textContent).toContain('0.32\u00a0EUR × 1 payment');
    expect(screen.getByRole('tooltip').textContent).not.toContain('× 3');
  });

  test('is deducted from the balance with the total, and a shortfall disables the button', async () => {
    const server = serverWithFee('0.48');
    server.on('GET /api/ui/account/balance', { balanceAmount: { amount: '6.47', currency: 'EUR' } });
    await open(undefined, server);
    expect(fact('These payments and fee')).toBe('\u22126.48\u00a0EUR');
    expect(screen.getByRole('alert').textContent).toBe('Not enough money, available 6.47\u00a0EUR');
    expect(screen.getByRole('button', { name: SIGN }).hasAttribute('disabled')).toBe(true);
  });
});

describe('the recipients', () => {
  test('have name, IBAN, amount and reference', async () => {
    await open();
    const [first] = rows();
    expect(first?.textContent).toBe('Payee 00011.00\u00a0EUREE869800100045081764Salary 1Reference 12345614');
    expect(screen.queryByLabelText('Find a recipient')).toBeNull();
  });

  test('are limited to the first ten of a thousand', async () => {
    await open(bulkSession({ payments: bulkItems(1000) }));
    expect(screen.getByText('As 1,000 payments')).toBeDefined();
    expect(screen.getByText('500,500.00')).toBeDefined();
    expect(rows()).toHaveLength(10);
    expect(screen.getByText('10 of 1,000 shown')).toBeDefined();
    expect(screen.getByText('Show all 1,000 recipients')).toBeDefined();
  });

  test('are all shown on request, in a frame that can be focused', async () => {
    await open(bulkSession({ payments: bulkItems(40) }));
    const frame = screen.getByRole('region', { name: 'Recipients' });
    expect(frame.hasAttribute('tabindex')).toBe(false);
    await press('Show all 40 recipients');
    expect(rows()).toHaveLength(40);
    expect(frame.getAttribute('tabindex')).toBe('0');
    await press('Show fewer recipients');
    expect(rows()).toHaveLength(10);
  });

  test('can be searched, and at most 50 results are shown', async () => {
    await open(bulkSession({ payments: bulkItems(1000) }));
    await find('payee 0999');
    expect(rows().map(({ textContent }) => textContent?.slice(0, 10))).toEqual(['Payee 0999']);
    expect(screen.getByText('1 of 1,000 shown')).toBeDefined();
    await find('payee');
    expect(rows()).toHaveLength(50);
    expect(screen.getByText('50 of 1,000 shown')).toBeDefined();
    await find('nobody');
    expect(rows()).toHaveLength(0);
    expect(screen.getByText('0 of 1,000 shown')).toBeDefined();
  });

  test('with mismatched names are counted, listed first, and change the label of the button', async () => {
    const payments = bulkItems(12);
    payments[10] = bulkItem({ creditorName: 'Mari Eksitus', payeeVerification: { result: 'NMTC' } });
    payments[11] = bulkItem({ creditorName: 'Lumen Books', payeeVerification: { result: 'CMTC', matchedName: 'Lumen Raamatud OÜ' } });
    await open(bulkSession({ payments }));
    const [worst, close] = rows();
    expect(worst?.textContent).toMatch(/^Mari Eksitus.*No match$/);
    expect(close?.textContent).toMatch(/^Lumen Books.*Close match The account belongs to Lumen Raamatud OÜ$/);
    expect(screen.getByText('1 name does not match its account.')).toBeDefined();
    expect(screen.getByText('1 name matches its account only closely.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign anyway with Smart-ID' })).toBeDefined();
  });

  test('are reported as matching when all names match', async () => {
    await open();
    expect(screen.getByText('All 3 names match their accounts.')).toBeDefined();
    expect(screen.getByRole('button', { name: SIGN })).toBeDefined();
  });

  test('that could not be checked are marked', async () => {
    await open(bulkSession({ payments: [bulkItem({ payeeVerification: { result: 'NOAP' } }), bulkItem()] }));
    expect(screen.getByText('1 account could not be checked.')).toBeDefined();
    expect(rows()[0]?.textContent).toContain('Not checked');
  });
});

describe('signing', () => {
  test('PUT carries debtorAccountIban, and the success view shows the number of payments and the status', async () => {
    const { server } = await open();
    server.on(PUT, { ...signedResult, transactionStatus: 'ACSC' });
    await press(SIGN);
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({ debtorAccountIban: everydayAccount.iban });
    expect(screen.getByText('Bulk payment signed')).toBeDefined();
    expect(screen.getByText('As 3 payments')).toBeDefined();
    expect(fact('Status')).toBe('Settled');
  });

  test('the page scrolls to the control code, keeps the recipients and shows the chosen account as text', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo');
    await open();
    await press(SIGN);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
    expect(fact('Pay from')).toContain(everydayAccount.iban);
    expect(rows()).toHaveLength(3);
  });

  test('a debtor account named by the provider is the only choice', async () => {
    await open(bulkSession({ debtorAccount: { iban: savingsAccount.iban } }));
    expect(within(screen.getByLabelText('Pay from')).getAllByRole('option')).toHaveLength(1);
  });

  test('Cancel sends DELETE and returns to the provider', async () => {
    const { server, assign } = await open();
    await press('Cancel');
    expect(server.count(DELETE)).toBe(1);
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('a partly executed bulk payment lists its rejected payments', async () => {
    const [first, second, third] = bulkItems(3).map((item) => ({ ...item, transactionStatus: 'ACSC' as const }));
    if (first === undefined || second === undefined || third === undefined) throw new Error('three items');
    const payments = [first, { ...second, transactionStatus: 'RJCT' as const }, third];
    await open(bulkSession({ transactionStatus: 'PART', payments, signedAt: '2026-11-20T12:00:00Z' }, { state: 'signed' }));
    expect(fact('Status')).toBe('Partly paid, some refused');
    const list = screen.getByRole('region', { name: '1 payment was not made' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(list.textContent).toContain('Payee 0002');
  });

  test.each(['ACSC', 'RJCT'] as const)('a bulk payment whose payments are all %s lists none of them', async (transactionStatus) => {
    const payments = bulkItems(2).map((item) => ({ ...item, transactionStatus }));
    await open(bulkSession({ transactionStatus, payments, signedAt: '2026-11-20T12:00:00Z' }, { state: 'signed' }));
    const title = transactionStatus === 'RJCT' ? 'Not paid: the bank could not make the payment' : 'Paid';
    expect(screen.getByRole('heading', { name: title })).toBeDefined();
    expect(screen.queryByText(/not made/)).toBeNull();
  });

  test('a reload shows the success again', async () => {
    await open(bulkSession({ ...ACCEPTED, signedAt: '2026-11-20T12:07:00Z' }, { state: 'signed' }));
    expect(screen.getByText('Bulk payment signed')).toBeDefined();
    expect(fact('Status')).toBe('Accepted, on its way');
  });
});

describe('refusals', () => {
  test('after a refusal on the phone, Try again leads back to the details', async () => {
    const { server } = await open();
    server.on(PUT, replay(refusedOnPhone));
    await press(SIGN);
    await press('Try again');
    expect(screen.getByText('As 3 payments')).toBeDefined();
    expect(server.count(DETAILS)).toBe(1);
  });

  test.each([DETAILS, FEE, 'GET /api/ui/account/balance'])('a failed %s shows the error screen', async (call) => {
    const server = paidServer(KIND, bulkSession());
    server.on(call, () => refuse(500, 'INTERNAL_ERROR', 'no'));
    await open(undefined, server);
    expect(screen.getByText('It’s not you, it’s us. We’re sorry.')).toBeDefined();
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
    server.on(PUT, () => reply(signedResult));
    await pass(1000);
    expect(screen.getByText('Bulk payment signed')).toBeDefined();
  });
});
