import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold, refuse, reply } from '../../../../shared/api/fake-server.ts';
import {
  accounts,
  customer,
  everydayAccount,
  fee,
  paymentDetails,
  paymentSession,
  savingsAccount,
  signedResult,
} from '../../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press, signingServer } from '../../testing/signing-harness.tsx';

const DETAILS = 'GET /api/ui/payment/details';
const BALANCE = 'GET /api/ui/account/balance';
const FEE = 'GET /api/ui/payment/fee';
const CUSTOMER = 'GET /api/ui/customer/details';
const PUT = 'PUT /api/ui/payment';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

function serverWith(changes: Parameters<typeof paymentDetails>[0], session: Parameters<typeof paymentSession>[0] = {}) {
  const server = signingServer();
  server.on(DETAILS, paymentSession({ ...session, details: paymentDetails(changes) }));
  return server;
}

/** The value beside a label of the definition lists. */
function fact(label: string): string | null | undefined {
  return screen.getAllByText(label).find((element) => element.tagName === 'DT')?.nextElementSibling?.textContent;
}

function signButton(): HTMLElement {
  return screen.getByRole('button', { name: /Sign|Loading the fee/ });
}

describe('the details before signing', () => {
  test('show the amount with two decimals, its currency and the recipient', async () => {
    await openSigningPage({ server: serverWith({ instructedAmount: { amount: '1249', currency: 'EUR' } }) });
    const amount = screen.getByText('1,249.00');
    expect(amount.parentElement?.textContent).toContain('EUR');
    expect(screen.getAllByText('Lumen Books OÜ').length).toBeGreaterThan(0);
  });

  test('show beneficiary account, description, reference, payment date, priority and fee in this order', async () => {
    await openSigningPage();
    const labels = Array.from(document.querySelectorAll('dt'), (label) => label.textContent);
    const wanted = ['Beneficiary account', 'Description', 'Reference', 'Payment date', 'Payment priority', 'Fee'];
    expect(labels.slice(0, wanted.length)).toEqual(wanted);
    expect(fact('Beneficiary account')).toBe('EE869800100045081764');
    expect(fact('Description')).toBe('Order 2026-0417, 3 books');
    expect(fact('Reference')).toBe('12345614');
    expect(Array.from(screen.getByText('1234').parentElement?.children ?? [], (group) => group.textContent)).toEqual(['1234', '5614']);
    expect(fact('Payment date')).toBe('November 20, 2026, today');
    expect(fact('Fee')).toBe('0.16\u00a0EUR');
  });

  test('show a reference with spaces unchanged', async () => {
    await openSigningPage({ server: serverWith({ remittanceInformationStructured: { reference: 'INV 7/2026' } }) });
    expect(screen.getByText('INV 7/2026')).toBeDefined();
  });

  test('compare the payment date with the bank’s date, not the browser’s', async () => {
    vi.setSystemTime(new Date('2031-01-01T00:00:00Z'));
    await openSigningPage();
    expect(fact('Payment date')).toBe('November 20, 2026, today');
  });

  test('do not call a later day today', async () => {
    await openSigningPage({ server: serverWith({ requestedExecutionDate: '2026-11-23' }) });
    expect(fact('Payment date')).toBe('November 23, 2026');
  });

  test('show the payment priority as Instant or Ordinary', async () => {
    await openSigningPage();
    expect(fact('Payment priority')).toMatch(/^Instant/);
    closeSigningPage();
    vi.useFakeTimers();
    await openSigningPage({ server: serverWith({ paymentProduct: 'INDIVIDUAL_SEPA' }) });
    expect(fact('Payment priority')).toBe('Ordinary');
  });

  test('say that an instant payment may become ordinary', async () => {
    await openSigningPage({ server: serverWith({ retryAsSepa: true }) });
    expect(fact('Payment priority')).toContain('If instant cannot be done, it is paid as ordinary.');
  });

  test('say after signing that an instant payment became ordinary', async () => {
    const server = serverWith({});
    server.on(PUT, { ...signedResult, transactionStatus: 'ACSP', executedAsSepa: true });
    await openSigningPage({ server });
    await press('Sign with Smart-ID');
    expect(fact('Payment priority')).toContain('Instant could not be done, so it is paid as ordinary.');
  });

  test('have beneficiary type, name, country and end-to-end id behind Show more', async () => {
    await openSigningPage();
    const fold = screen.getByRole('button', { name: 'Show more' });
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    await press('Show more');
    expect(fact('Beneficiary type')).toBe('Business');
    expect(fact('Beneficiary name')).toBe('Lumen Books OÜ');
    expect(fact('Beneficiary country')).toBe('Estonia');
    expect(fact('End-to-end ID')).toBe('LUMEN-2026-0417');
    expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
  });

  test('have no row for a value that the provider did not send', async () => {
    const { remittanceInformationStructured: _, creditorType: __, ...details } = paymentDetails();
    const server = signingServer();
    server.on(DETAILS, paymentSession({ details }));
    await openSigningPage({ server });
    expect(screen.queryByText('Reference')).toBeNull();
    expect(screen.queryByText('Beneficiary type')).toBeNull();
  });
});

describe('the payee verification', () => {
  test('shows a match, and the button reads Sign with Smart-ID', async () => {
    await openSigningPage();
    expect(screen.getByText('Match.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign with Smart-ID' })).toBeDefined();
  });

  test('shows the account holder’s name for a close match', async () => {
    await openSigningPage({ server: serverWith({ payeeVerification: { result: 'CMTC', matchedName: 'Lumen Raamatud OÜ' } }) });
    const note = screen.getByText('Close match.').parentElement;
    expect(note?.textContent).toContain('The account belongs to Lumen Raamatud OÜ. If you do not know this name, ask the recipient before you sign.');
  });

  test.each(['CMTC', 'NMTC', 'NOAP'] as const)('leaves the button working after %s, with the label Sign anyway with Smart-ID', async (result) => {
    const server = serverWith({ payeeVerification: { result } });
    await openSigningPage({ server });
    await press('Sign anyway with Smart-ID');
    expect(server.count(PUT)).toBe(1);
  });

  test.each([
    ['SMART_ID', 'Sign with Smart-ID'],
    ['MOBILE_ID', 'Sign with Mobile-ID'],
    ['IDCARD', 'Sign with ID-card'],
    ['CODE_CALCULATOR', 'Sign with code calculator'],
    ['EPARAKSTS_MOBILE', 'Sign with eParaksts mobile'],
  ] as const)('names %s on the button: %s', async (authMethod, label) => {
    await openSigningPage({ server: serverWith({}, { authMethod }) });
    expect(screen.getByRole('button', { name: label })).toBeDefined();
  });
});

describe('the pay-from menu', () => {
  test('shows the balance before and after the payment', async () => {
    await openSigningPage();
    expect(fact('Available now')).toBe('1,205.15\u00a0EUR');
    expect(fact('This payment and fee')).toBe('\u221246.96\u00a0EUR');
    expect(fact('Available afterwards')).toBe('1,158.19\u00a0EUR');
  });

  test('lists the accounts in a select with a label', async () => {
    await openSigningPage();
    const menu = screen.getByLabelText('Pay from');
    expect(
      within(menu)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(accounts.map(({ name, iban }) => expect.stringMatching(`^${name}, ${iban} · [\\d,]+\\.\\d\\d\u00a0EUR$`)));
  });

  test('clears and reloads balance and fee when the account changes', async () => {
    const server = signingServer();
    await openSigningPage({ server });
    server.on(BALANCE, hold);
    server.on(FEE, hold);
    await choose(savingsAccount.iban);
    expect(fact('Available now')).toBe('Loading the balance');
    expect(fact('Fee')).toBe('Loading the fee');
    expect(signButton().textContent).toBe('Loading the fee');
    expect(signButton().hasAttribute('disabled')).toBe(true);
    expect(server.calls.at(-2)?.url).toBe(`/api/ui/account/balance?iban=${savingsAccount.iban}`);
    const asked = new URL(server.calls.at(-1)?.url ?? '', 'http://bank.example').searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      debtorIban: savingsAccount.iban,
      creditorIban: 'EE869800100045081764',
      info: 'Order 2026-0417, 3 books',
      amount: '46.80',
    });
  });

  test('ignores a late answer about an account that is no longer chosen', async () => {
    const server = signingServer();
    await openSigningPage({ server });
    server.on(BALANCE, async ({ url }) => {
      const isFirst = url.endsWith(savingsAccount.iban);
      await new Promise((resolve) => setTimeout(resolve, isFirst ? 2000 : 100));
      return isFirst ? refuse(500, 'INTERNAL_ERROR', 'no') : reply({ balanceAmount: { amount: '77.00', currency: 'EUR' } });
    });
    await choose(savingsAccount.iban);
    await choose(everydayAccount.iban);
    await pass(3000);
    expect(fact('Available now')).toBe('77.00\u00a0EUR');
  });

  test('shows “Not enough money, available {sum}” for a shortfall and disables the button', async () => {
    const server = signingServer();
    server.on(BALANCE, { balanceAmount: { amount: '12.3', currency: 'EUR' } });
    await openSigningPage({ server });
    expect(screen.getByRole('alert').textContent).toBe('Not enough money, available 12.30\u00a0EUR');
    expect(screen.getByLabelText('Pay from').getAttribute('aria-invalid')).toBe('true');
    expect(signButton().hasAttribute('disabled')).toBe(true);
    // Beside the button, too: on a phone the menu lies below the dock.
    expect(screen.getByText('Not enough money on this account')).toBeDefined();
    await press('Sign with Smart-ID');
    expect(server.count(PUT)).toBe(0);
  });

  test.each([
    ['LIMIT_EXCEEDED', /^The amount is above your limit at the bank\./],
    ['PAYMENT_REFUSED', /^The bank does not make this payment\./],
  ])('shows the refusal %s of the bank at the account, and the fee of another account', async (code, reason) => {
    const server = signingServer();
    server.on(FEE, () => refuse(400, code, 'In the bank’s words.'));
    await openSigningPage({ server });
    expect(screen.getByRole('alert').textContent).toMatch(reason);
    expect(screen.getByText('Not possible from this account')).toBeDefined();
    expect(fact('Fee')).toBe('–');
    expect(signButton().hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(false);
    server.on(FEE, fee);
    await choose(savingsAccount.iban);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(signButton().hasAttribute('disabled')).toBe(false);
  });

  test.each<[what: string, chosen: number, available: readonly (readonly [amount: string, currency?: string])[]]>([
    ['the first account that covers the amount', 1, [['46.79'], ['46.80'], ['900.00']]],
    ['the first account where none covers the amount', 0, [['1.00'], ['46.79'], ['0.00']]],
    ['no overdrawn account', 1, [['-900.00'], ['46.80'], ['46.80']]],
    ['no account in another currency', 2, [['900.00', 'USD'], ['900.00', 'GBP'], ['46.80']]],
    ['the first account where the bank names no balances', 0, []],
  ])('chooses %s', async (_what, chosen, available) => {
    const server = serverWith({ instructedAmount: { amount: '46.80', currency: 'EUR' } });
    const offered = accounts.map(({ availableBalance: _, ...account }, index) => {
      const [amount, currency = 'EUR'] = available[index] ?? [];
      return { ...account, currency, ...(amount === undefined ? {} : { availableBalance: { amount, currency } }) };
    });
    server.on('GET /api/ui/account/list', offered);
    await openSigningPage({ server });
    expect(screen.getByLabelText('Pay from')).toHaveProperty('value', accounts[chosen]?.iban);
    const names = Array.from(screen.getByLabelText('Pay from').querySelectorAll('option'), (option) => option.textContent);
    if (chosen === 1) expect(names[1]).toBe(`${savingsAccount.name}, ${savingsAccount.iban} · 46.80\u00a0EUR`);
  });

  test('keeps the account that the provider named without enough money', async () => {
    const server = serverWith({ debtorAccount: { iban: savingsAccount.iban } });
    const balances = ['900.00', '1.00', '900.00'].map((amount) => ({ amount, currency: 'EUR' }));
    server.on(
      'GET /api/ui/account/list',
      accounts.map((account, index) => ({ ...account, availableBalance: balances[index] })),
    );
    await openSigningPage({ server });
    expect(screen.getByLabelText('Pay from')).toHaveProperty('value', savingsAccount.iban);
  });

  test('offers only the account that the provider named', async () => {
    await openSigningPage({ server: serverWith({ debtorAccount: { iban: savingsAccount.iban } }) });
    const menu = screen.getByLabelText('Pay from');
    expect(within(menu).getAllByRole('option')).toHaveLength(1);
    expect(menu.hasAttribute('disabled')).toBe(true);
    await press('Sign with Smart-ID');
    expect(fact('Pay from')).toContain(savingsAccount.iban);
  });

  test('says that there is no account, and leaves Cancel working', async () => {
    const server = signingServer();
    server.on('GET /api/ui/account/list', []);
    await openSigningPage({ server });
    expect(screen.getByText('You have no account to pay from. Cancel, and nothing is paid.')).toBeDefined();
    expect(screen.queryByText('Loading the fee')).toBeNull();
    expect(signButton().hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  });
});

describe('send address and send my ID', () => {
  const lithuanian = () => serverWith({}, { bankCountry: 'lt' });

  test.each(['ee', 'lv'] as const)('do not exist in %s, where customer details are not requested', async (bankCountry) => {
    const server = serverWith({}, { bankCountry });
    await openSigningPage({ server });
    await press('Show more');
    expect(screen.queryByRole('group', { name: 'Send address' })).toBeNull();
    expect(server.count(CUSTOMER)).toBe(0);
  });

  test('are off by default, so the signature carries no debtor details', async () => {
    const server = lithuanian();
    await openSigningPage({ server });
    await press('Sign with Smart-ID');
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({ debtorAccountIban: everydayAccount.iban });
  });

  test('are sent with the signature when they are added', async () => {
    const server = lithuanian();
    await openSigningPage({ server });
    await press('Show more');
    for (const name of ['Send address', 'Send my ID']) fireEvent.click(within(screen.getByRole('group', { name })).getByLabelText('Add'));
    expect(screen.getByText('Bandymų g. 12-4, LT-01100 Vilnius, LT')).toBeDefined();
    await press('Sign with Smart-ID');
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({
      debtorAccountIban: everydayAccount.iban,
      debtorDetails: {
        debtorId: customer.debtorId,
        debtorIdType: 'NIDN',
        debtorType: 'private',
        street: 'Bandymų g. 12-4',
        townName: 'Vilnius',
        postCode: 'LT-01100',
        country: 'LT',
      },
    });
  });

  test('are sent with the region of the address', async () => {
    const server = lithuanian();
    server.on(CUSTOMER, { ...customer, countrySubDivision: 'LT-VL' });
    await openSigningPage({ server });
    await press('Show more');
    fireEvent.click(within(screen.getByRole('group', { name: 'Send address' })).getByLabelText('Add'));
    await press('Sign with Smart-ID');
    expect(server.calls.find(({ call }) => call === PUT)?.body).toMatchObject({ debtorDetails: { countrySubDivision: 'LT-VL' } });
  });

  test('are disabled for data that the bank does not have', async () => {
    const server = lithuanian();
    const { townName, country } = customer;
    server.on(CUSTOMER, { townName, country });
    await openSigningPage({ server });
    await press('Show more');
    expect(screen.getByRole('group', { name: 'Send address' }).hasAttribute('disabled')).toBe(false);
    expect(screen.getByRole('group', { name: 'Send my ID' }).hasAttribute('disabled')).toBe(true);
  });

  test('are disabled when customer details cannot be loaded, and the payment can be signed without them', async () => {
    const server = lithuanian();
    server.on(CUSTOMER, () => refuse(500, 'INTERNAL_ERROR', 'no'));
    await openSigningPage({ server });
    await press('Show more');
    expect(screen.getByRole('group', { name: 'Send address' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('group', { name: 'Send my ID' }).hasAttribute('disabled')).toBe(true);
    await press('Sign with Smart-ID');
    expect(server.count(PUT)).toBe(1);
  });
});

async function choose(iban: string): Promise<void> {
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Pay from'), { target: { value: iban } });
    await vi.advanceTimersByTimeAsync(0);
  });
}
