import refusedOnPhone from '@portico/contract/recorded/payment-refused-on-phone';
import terminatedWithWayBack from '@portico/contract/recorded/terminated-with-way-back';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold, refuse, replay } from '../../../../shared/api/fake-server.ts';
import { consentServer, consentSigned, manyAccounts, namedConsent, openConsent, signedConsent, withDetails } from '../../testing/consent-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../../testing/signing-harness.tsx';

const PUT = 'PUT /api/ui/consent';
const DETAILS = 'GET /api/ui/consent/details';
const SIGN = 'Sign with Smart-ID';
const [everyday, savings] = openConsent.details.access.accounts;
if (everyday === undefined || savings === undefined) throw new Error('the recorded customer has too few accounts');

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

const open = (session = namedConsent, server = consentServer(session)) => openSigningPage({ server, modalId: 'signingConsent' });
const rows = () =>
  within(screen.getByRole('table', { name: 'Accounts and rights' }))
    .getAllByRole('row')
    .slice(1);
const rightsOf = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.lastChild?.textContent);
const bodyOf = (server: ReturnType<typeof consentServer>) => server.calls.find(({ call }) => call === PUT)?.body;
const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;

describe('the page of a consent', () => {
  test('is titled with what the customer gives, names the application and says who reads what, how often, and that nothing can be changed', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Give access to your accounts');
    expect(screen.getByText('Lumen Books online')).toBeDefined();
    expect(window.location.hash).toBe('#/?m=signingConsent');
    expect(document.body.textContent).toContain(
      'Lumen Books OÜ (demo) asks to read the accounts below. It cannot pay or change anything. While you are away it may read them up to 4 times a day.',
    );
  });

  test('shows IBAN, currency and the three rights of each account', async () => {
    await open();
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['IBAN', 'Currency', 'View account', 'View balance', 'View transactions']);
    const [first, second] = rows();
    expect(within(first ?? document.body).getByRole('rowheader').textContent).toBe('Everyday accountEE749900111313760010');
    expect(rightsOf(first)).toEqual(['EUR', 'Yes', 'Yes', 'No']);
    expect(rightsOf(second)).toEqual(['EUR', 'Yes', 'No', 'No']);
  });

  test('shows account holder, service provider, and valid until with the days left', async () => {
    await open();
    expect(factOf('Account holder')).toBe('Liis Näidis');
    expect(factOf('Service provider')).toBe('Lumen Books OÜ (demo)');
    expect(factOf('Valid until')).toBe('May 19, 2027180 days. You can end it earlier at the provider or at your bank.');
  });

  test('shows the representative of a company, and no such row for a person', async () => {
    await open();
    expect(screen.queryByText('Representative')).toBeNull();
    closeSigningPage();
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    await open(withDetails(namedConsent, { accountHolder: 'Näidis Puidutöökoda OÜ', representative: 'Liis Näidis' }));
    expect(factOf('Representative')).toBe('Liis Näidis');
  });

  test('for one-time access says that it ends with the first reading', async () => {
    await open(withDetails(namedConsent, { recurringIndicator: false, frequencyPerDay: 1 }));
    expect(document.body.textContent).toContain('It may read them once.');
    expect(factOf('Valid until')).toContain('It ends with the first reading.');
  });

  test('calls neither account list nor balance nor fee', async () => {
    const { server } = await open();
    expect(server.calls.map(({ call }) => call)).toEqual([DETAILS]);
  });
});

describe('the button', () => {
  test.each([
    ['ee', SIGN],
    ['lt', 'Confirm'],
    ['lv', 'Confirm'],
  ] as const)('of a bank in %s reads “%s”', async (bankCountry, label) => {
    await open({ ...namedConsent, bankCountry });
    expect(screen.getByRole('button', { name: label })).toBeDefined();
  });

  test('sends no accounts when the provider named them', async () => {
    const { server } = await open();
    await press(SIGN);
    await pass(0);
    expect(bodyOf(server)).toEqual({});
    expect(screen.getByText('Another code?').parentElement?.textContent).toBe('Another code? Refuse it on the phone. No access is given.');
    expect(rows()).toHaveLength(2);
  });

  test('shows the confirmed access, then redirects to the provider', async () => {
    const server = consentServer();
    server.on(PUT, consentSigned);
    const { assign } = await open(namedConsent, server);
    await press(SIGN);
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Access confirmed' })).toBeDefined();
    expect(factOf('Accounts')).toContain('Savings');
    expect(factOf('Status')).toBe('Valid');
    await pass(5000);
    expect(assign).toHaveBeenCalledWith('http://127.0.0.1:3001/money/1');
  });

  test('Cancel sends DELETE and redirects to the failure address', async () => {
    const { server, assign } = await open();
    await press('Cancel');
    await pass(0);
    expect(server.count('DELETE /api/ui/consent')).toBe(1);
    expect(assign).toHaveBeenCalledWith('http://127.0.0.1:3001/money/1/refused');
  });
});

describe('the choice of accounts', () => {
  test('begins with all accounts, so that one press is enough', async () => {
    const { server } = await open(openConsent);
    expect(screen.getAllByRole('checkbox').map((box) => box.matches(':checked'))).toEqual([true, true]);
    expect(screen.getByText('2 of 2 accounts chosen')).toBeDefined();
    await press('Confirm');
    await pass(0);
    expect(bodyOf(server)).toEqual({ accounts: [{ iban: everyday.iban }, { iban: savings.iban }] });
  });

  test('sends exactly the chosen accounts, and shows them during the signature', async () => {
    const { server } = await open(openConsent);
    fireEvent.click(screen.getByRole('checkbox', { name: /^Everyday account/ }));
    expect(rightsOf(rows()[0])).toEqual(['EUR', 'No', 'No', 'No']);
    await press('Confirm');
    await pass(0);
    expect(bodyOf(server)).toEqual({ accounts: [{ iban: savings.iban }] });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(rows().map((row) => within(row).getByRole('rowheader').textContent)).toEqual([`Savings${savings.iban}`]);
  });

  test('requires one account: otherwise the button says so and is disabled', async () => {
    const { server } = await open(openConsent);
    await press('Choose none');
    const button = screen.getByRole('button', { name: 'Choose at least one account' });
    expect(button.matches(':disabled')).toBe(true);
    fireEvent.click(button);
    await pass(0);
    expect(server.count(PUT)).toBe(0);
    await press('Choose all');
    expect(screen.getByRole('button', { name: 'Confirm' }).matches(':disabled')).toBe(false);
  });

  test('has no “all” for a single account, and explains an empty list', async () => {
    await open(withDetails(openConsent, { access: { ...openConsent.details.access, accounts: [everyday] } }));
    expect(screen.queryByRole('button', { name: /^Choose (all|none)$/ })).toBeNull();
    expect(screen.getByRole('checkbox').matches(':checked')).toBe(true);
    closeSigningPage();
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    await open(withDetails(openConsent, { access: { form: 'bankOffered', accounts: [], balances: [], transactions: [] } }));
    expect(screen.getByText('You have no account that can be read. Cancel, and no access is given.')).toBeDefined();
  });

  test('of thirty accounts sends all of them in one body', async () => {
    const { server } = await open(withDetails(openConsent, { access: manyAccounts(30) }));
    expect(rows()).toHaveLength(30);
    await press('Choose none');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Account 29/ }));
    expect(screen.getByText('1 of 30 accounts chosen')).toBeDefined();
    await press('Choose all');
    await press('Confirm');
    await pass(0);
    expect(bodyOf(server)).toMatchObject({ accounts: { length: 30 } });
  });

  test('of many accounts is shortened after the signature', async () => {
    const session = withDetails(openConsent, { access: manyAccounts(30) });
    const server = consentServer(session);
    server.on(PUT, consentSigned);
    await open(session, server);
    await press('Confirm');
    await pass(0);
    expect(factOf('Accounts')).toMatch(/Account 4LT\d+and 25 more$/);
  });

  test('is kept after a refused signature and after the details are read again', async () => {
    const server = consentServer(openConsent);
    await open(openConsent, server);
    fireEvent.click(screen.getByRole('checkbox', { name: /^Everyday account/ }));
    server.on(PUT, replay(refusedOnPhone));
    await press('Confirm');
    await pass(0);
    expect(screen.getByText('Nothing was signed and no access was given.')).toBeDefined();
    await press('Try again');
    // A button that has just appeared takes no press.
    await pass(600);
    expect(screen.getByText('1 of 2 accounts chosen')).toBeDefined();

    server.on(PUT, () => refuse(409, 'SCA_CONTENT_CHANGED', 'What you were about to sign has changed.'));
    await press('Confirm');
    await pass(0);
    await press('Try again');
    await pass(0);
    expect(screen.getByText('1 of 2 accounts chosen')).toBeDefined();
  });

  test('is that of the running signature after a reload', async () => {
    const running = { ...openConsent, state: 'signing' as const, submission: { accounts: [{ iban: savings.iban }] } };
    const { server } = await open(running);
    expect(bodyOf(server)).toEqual({ accounts: [{ iban: savings.iban }] });
    expect(rows()).toHaveLength(1);
  });

  test('is that of the server after the signature', async () => {
    const { server } = await open(signedConsent);
    expect(screen.getByRole('heading', { name: 'Access confirmed' })).toBeDefined();
    expect(factOf('Accounts')).toBe(`Everyday account${everyday.iban}`);
    expect(server.count(PUT)).toBe(0);
  });
});

describe('a consent without a signature', () => {
  test('shows the terminated view when the provider has deleted it', async () => {
    const server = consentServer();
    server.on(PUT, replay(terminatedWithWayBack));
    await open(namedConsent, server);
    await press(SIGN);
    await pass(0);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
    expect(window.sessionStorage.getItem('signing-terminated')).not.toBeNull();
  });

  test('warns in the last minute that no access is given', async () => {
    const server = consentServer({ ...namedConsent, timeLeft: { idleSeconds: 61, totalSeconds: 600 } });
    await open(namedConsent, server);
    await pass(2000);
    expect(screen.getByRole('alert').textContent).toContain('Then this page closes and no access is given.');
  });

  test.each([
    ['400 ACCOUNT_UNKNOWN', 400, 'ACCOUNT_UNKNOWN', 'This was not signed'],
    ['500', 500, 'INTERNAL_ERROR', 'Oops, something went wrong!'],
  ])('links back to the provider after %s', async (_what, status, code, title) => {
    const server = consentServer(openConsent);
    server.on(PUT, () => refuse(status, code, 'In the bank’s words.'));
    const { assign } = await open(openConsent, server);
    await press('Confirm');
    await pass(0);
    expect(screen.getByRole('heading', { name: title })).toBeDefined();
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledWith('http://127.0.0.1:3001/money/1/refused');
  });

  test('does not mention money', async () => {
    const server = consentServer();
    server.on(PUT, hold);
    await open(namedConsent, server);
    await press(SIGN);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1000);
    });
    expect(document.body.textContent).not.toMatch(/nothing is paid|no money/i);
  });
});

// Review of 25 November 2026, C2: what is shown is what is signed and what the API then allows.
describe('what a consent covers', () => {
  test.each([
    ['global', true],
    ['listOnly', true],
    ['detailed', false],
  ] as const)('in the form %s says whether it includes accounts opened later: %s', async (form, isEvery) => {
    const access = { ...namedConsent.details.access, form };
    await open(withDetails(namedConsent, { access }));
    const sentence = 'asks to read all your accounts, those you open later included.';
    expect(document.body.textContent?.includes(sentence)).toBe(isEvery);
    expect(document.body.textContent?.includes('the accounts below')).toBe(!isEvery);
    const row = screen.queryByRole('row', { name: /^All accounts you open later/ });
    expect(row !== null).toBe(isEvery);
    if (isEvery) expect(row?.textContent).toMatch(/View account.*Yes.*View balance.*Yes.*View transactions.*No|Yes/);
    closeSigningPage();
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    await open({ ...withDetails(namedConsent, { access, consentStatus: 'valid', signedAt: '2026-11-20T12:00:00.000Z' }), state: 'signed' });
    expect(factOf('Accounts')?.includes('All accounts you open later')).toBe(isEvery);
  });

  test('shows the days of history and the consent that it replaces', async () => {
    await open(withDetails(namedConsent, { historyDays: 90, replacesAccessOf: '2026-06-02' }));
    expect(factOf('How far back')).toBe('Transactions of the last 90 days');
    expect(screen.getByText('Replaces the access given on June 2, 2026. That access ends when you sign.')).toBeDefined();
  });

  test('shows after the signature the consent that it ended, from the server’s answer', async () => {
    const server = consentServer(withDetails(openConsent, { replacesAccessOf: '2026-06-02' }));
    await open(openConsent, server);
    server.on(PUT, { ...consentSigned, replacedAccessOf: '2026-06-03' });
    await press('Confirm');
    await pass(0);
    expect(factOf('Earlier access')).toBe('Replaces the access given on June 3, 2026, which has ended.');
  });

  test('shows the consent that it ended after a reload', async () => {
    await open(withDetails(signedConsent, { replacedAccessOf: '2026-06-02' }));
    expect(factOf('Earlier access')).toBe('Replaces the access given on June 2, 2026, which has ended.');
  });

  test('shows no ended consent when the signature ended none', async () => {
    const server = consentServer(withDetails(openConsent, { replacesAccessOf: '2026-06-02' }));
    await open(openConsent, server);
    server.on(PUT, consentSigned);
    await press('Confirm');
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Access confirmed' })).toBeDefined();
    expect(document.body.textContent).not.toContain('Earlier access');
    expect(document.body.textContent).not.toContain('June 2, 2026');
  });
});
