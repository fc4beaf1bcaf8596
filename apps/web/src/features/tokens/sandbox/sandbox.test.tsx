import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeServer, refuse, reply } from '../../../shared/api/fake-server.ts';
import { recordedConfig } from '../../../shared/api/recorded-config.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { DEVELOPER, openPart, press, settle } from '../../../shared/portal/testing/open-part.tsx';
import { TokensPage } from '../index.ts';
import { BALANCES, HOLDER, OWN, tokensServer } from '../testing/tokens-fixtures.ts';

const ADVANCE = 'POST /api/tpp/clock/advance';
const BACK = 'DELETE /api/tpp/clock';
const SCENARIO = `PUT /api/tpp/customers/${HOLDER.id}/scenario`;
const QUESTION = `What ${HOLDER.customer.name} does when signing`;
const ACCOUNTS = `/api/tpp/customers/${HOLDER.id}/accounts`;
const MOVED = { now: '2026-11-23T12:00:00Z', isRealTime: false };

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(server: FakeServer) {
  const part = openPart(<TokensPage title="Tokens" config={recordedConfig} />, { server, user: DEVELOPER, at: '/tokens' });
  await settle();
  const details = document.querySelector('details');
  if (details === null) throw new Error('there is no sandbox on the page');
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await settle();
  await settle();
  return part;
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const card = (name: string) => within(screen.getByRole('region', { name }));

describe('the test clock', () => {
  it.each([
    ['90', 'minutes', { minutes: 90 }],
    ['3', 'days', { days: 3 }],
    ['12', 'months', { months: 12 }],
  ])('goes forward by %s %s', async (amount, unit, body) => {
    const { server } = await open(tokensServer({ [ADVANCE]: MOVED }));
    type('Advance by', amount);
    type('Unit', unit);
    await press('Advance');
    expect(server.calls.find(({ call }) => call === ADVANCE)?.body).toEqual(body);
    expect(card('Test clock').getByText(/November 23, 2026/)).toBeTruthy();
    expect(card('Test clock').getByText('Moved')).toBeTruthy();
  });
  it.each([
    ['0', 'days'],
    ['-1', 'days'],
    ['1.5', 'days'],
    ['', 'days'],
    ['abc', 'days'],
    ['367', 'days'],
    ['13', 'months'],
    ['1441', 'minutes'],
  ])('refuses to go forward by %j %s', async (amount, unit) => {
    const { server } = await open(tokensServer());
    type('Unit', unit);
    type('Advance by', amount);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Advance' }).disabled).toBe(true);
    fireEvent.submit(screen.getByRole('button', { name: 'Advance' }));
    expect(server.count(ADVANCE)).toBe(0);
  });
  it('in real time offers no return to it', async () => {
    await open(tokensServer());
    expect(screen.queryByRole('button', { name: 'Back to real time' })).toBeNull();
  });
  it('returns to real time only after a confirmation that names the reset of all test customers', async () => {
    const { server } = await open(tokensServer({ 'GET /api/tpp/clock': MOVED, [BACK]: { now: '2026-11-20T12:00:00Z', isRealTime: true } }));
    await press('Back to real time');
    expect(server.count(BACK)).toBe(0);
    expect(screen.getByRole('group', { name: 'Go back to real time?' }).textContent).toContain('All your test customers are reset');
    await press('Reset and go back');
    expect(server.calls.find(({ call }) => call === BACK)?.body).toEqual({ confirm: true });
    expect(card('Test clock').getByText('Real time')).toBeTruthy();
  });
  it('shows the reason when it could not be moved', async () => {
    await open(tokensServer({ [ADVANCE]: () => refuse(503, 'UNAVAILABLE', 'Not now.') }));
    await press('Advance');
    expect(screen.getByRole('alert').textContent).toContain('Not now.');
  });
});

describe('the scenario', () => {
  it('of the current customer is saved when it is chosen', async () => {
    const { server } = await open(tokensServer({ [SCENARIO]: { ...HOLDER, scenario: 'refuses' } }));
    type(QUESTION, 'refuses');
    await settle();
    expect(server.calls.find(({ call }) => call === SCENARIO)?.body).toEqual({ scenario: 'refuses' });
    expect(screen.getByLabelText<HTMLSelectElement>(QUESTION).value).toBe('refuses');
  });
  it('keeps its value, with the reason, when the change is refused', async () => {
    await open(tokensServer({ [SCENARIO]: () => refuse(400, 'FORMAT_ERROR', 'Not this one.') }));
    type(QUESTION, 'bankDown');
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('Not this one.');
    expect(screen.getByLabelText<HTMLSelectElement>(QUESTION).value).toBe('approves');
  });
});

describe('accounts', () => {
  it('are listed with their balance', async () => {
    await open(tokensServer());
    for (const { balance } of BALANCES) expect(screen.getByRole('region', { name: 'Balances' }).textContent).toContain(formatMoney(balance, 'en'));
  });
  it('are added with an opening balance, and the accounts are read again', async () => {
    const { server } = await open(
      tokensServer({ [`POST ${ACCOUNTS}`]: { iban: 'EE1', currency: 'USD', name: 'Trip', balance: { amount: '50.00', currency: 'USD' } } }),
    );
    await press('Add an account');
    type('Account name', ' Trip ');
    type('Currency', 'USD');
    type('Opening balance', '50.00');
    await press('Add');
    expect(server.calls.find(({ call }) => call === `POST ${ACCOUNTS}`)?.body).toEqual({ name: 'Trip', currency: 'USD', openingBalance: '50.00' });
    expect(server.count(`GET ${ACCOUNTS}`)).toBe(2);
    // What the token opens, further up, too.
    expect(server.count('GET /api/v1/account-list')).toBe(2);
  });
  it.each(['', '-1', '1,00', '1.001', '12345678'])('are not added with the opening balance %j', async (openingBalance) => {
    await open(tokensServer());
    await press('Add an account');
    type('Account name', 'Trip');
    type('Opening balance', openingBalance);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);
  });
  it('in use are not removed, and the reason is shown', async () => {
    const answers = { [`DELETE ${ACCOUNTS}/${BALANCES[0]?.iban}`]: () => refuse(409, 'ACCOUNT_IN_USE', 'A payment waits on this account.') };
    await open(tokensServer(answers));
    await press(`Remove account ${BALANCES[0]?.name} ${BALANCES[0]?.iban}`);
    await press('Remove');
    expect(screen.getByRole('alert').textContent).toContain('A payment waits on this account.');
  });
});

describe('an account', () => {
  it('is removed only after a confirmation', async () => {
    const remove = `DELETE ${ACCOUNTS}/${BALANCES[0]?.iban}`;
    const { server } = await open(tokensServer({ [remove]: () => reply(undefined, 204) }));
    const ask = () => press(`Remove account ${BALANCES[0]?.name} ${BALANCES[0]?.iban}`);
    await ask();
    expect(screen.getByText(`Remove ${BALANCES[0]?.name}?`)).toBeTruthy();
    await press('Cancel');
    expect([server.count(remove), screen.queryByText(`Remove ${BALANCES[0]?.name}?`)]).toEqual([0, null]);
    await ask();
    await press('Remove');
    expect([server.count(remove), server.count(`GET ${ACCOUNTS}`)]).toEqual([1, 2]);
  });
});

describe('test customers of the developer', () => {
  it('are added with country, kind and name', async () => {
    const { server } = await open(tokensServer({ 'POST /api/tpp/customers': OWN }));
    await press('Add a test customer');
    type('First name', 'Zane');
    type('Last name', 'Ozola');
    type('Country', 'lv');
    await press('Add');
    expect(server.calls.find(({ call }) => call === 'POST /api/tpp/customers')?.body).toEqual({
      country: 'lv',
      type: 'person',
      firstName: 'Zane',
      surname: 'Ozola',
    });
    expect(server.count('GET /api/tpp/psu')).toBe(2);
  });
  it('require a company name when they are companies', async () => {
    await open(tokensServer());
    await press('Add a test customer');
    type('First name', 'Zane');
    type('Last name', 'Ozola');
    type('Kind', 'company');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);
    type('Company name', 'Ozola SIA');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(false);
  });
  it('show a refusal beside its field', async () => {
    const body = { errors: [{ code: 'FORMAT_ERROR', text: 'A name has letters.', path: 'firstName' }], message: 'x' };
    await open(tokensServer({ 'POST /api/tpp/customers': () => reply(body, 400) }));
    await press('Add a test customer');
    type('First name', '7');
    type('Last name', 'Ozola');
    await press('Add');
    expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBe('true');
  });
  it('are removed after a confirmation; seeded customers cannot be removed', async () => {
    const remove = `DELETE /api/tpp/customers/${OWN.id}`;
    const { server } = await open(tokensServer({ 'GET /api/tpp/psu': [HOLDER, OWN], [remove]: () => reply(undefined, 204) }));
    expect(screen.queryByRole('button', { name: `Remove ${HOLDER.userName}` })).toBeNull();
    await press(`Remove ${OWN.userName}`);
    expect(server.count(remove)).toBe(0);
    await press('Remove');
    expect(server.count(remove)).toBe(1);
  });
});
