import refusedOnPhone from '@portico/contract/recorded/payment-refused-on-phone';
import terminatedWithWayBack from '@portico/contract/recorded/terminated-with-way-back';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuse, replay } from '../../../../shared/api/fake-server.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../../testing/signing-harness.tsx';
import { openStatement, signedStatement, statementServer, statementSigned, withDetails } from '../../testing/statement-fixtures.ts';

const PUT = 'PUT /api/ui/transactions-statement';
const DETAILS = 'GET /api/ui/transactions-statement/details';
const SIGN = 'Sign with Smart-ID';
const { tppSuccessUrl, tppFailureUrl } = openStatement;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

const open = (session = openStatement, server = statementServer(session)) => openSigningPage({ server, modalId: 'signingTransactionsStatement' });
const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent;

async function signed() {
  const server = statementServer();
  server.on(PUT, statementSigned);
  const page = await open(openStatement, server);
  await press(SIGN);
  await pass(0);
  return page;
}

describe('the page of a transactions statement', () => {
  test('is titled with the application and says who asks for what, and that nothing else can be read', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(openStatement.tppApplicationName);
    expect(window.location.hash).toBe('#/?m=signingTransactionsStatement');
    expect(document.body.textContent).toContain('asks to read the transactions of this account in this period. It can read nothing else');
  });

  test('shows account, currency, the first and the last day, whose account it is and who reads it', async () => {
    await open();
    expect(factOf('IBAN')).toBe(openStatement.details.iban);
    expect(factOf('Currency')).toBe('EUR');
    expect(factOf('Valid from')).toBe('January 1, 2026');
    expect(factOf('Valid to')).toBe('June 30, 2026');
    expect(factOf('Account holder')).toBe('Liis Näidis');
    expect(factOf('Service provider')).toBe('Lumen Books OÜ (demo)');
    expect(factOf('Can be read')).toBe('for 15 minutes after you sign');
  });

  test('shows who signs for a company, and hides the row of a person', async () => {
    await open();
    expect(screen.queryByText('Representative')).toBeNull();
    closeSigningPage();
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    await open(withDetails(openStatement, { accountHolder: 'Näidis Puidutöökoda OÜ', representative: 'Tõnu Näidis' }));
    expect(factOf('Representative')).toBe('Tõnu Näidis');
  });

  test('asks for no account list, no balance and no fee', async () => {
    const { server } = await open();
    expect(server.calls.map(({ call }) => call)).toEqual([DETAILS]);
  });
});

describe('the button', () => {
  test.each(['ee', 'lt', 'lv'] as const)('of a bank in %s names the method: a sign-in alone signs no statement', async (bankCountry) => {
    await open({ ...openStatement, bankCountry, authMethod: 'MOBILE_ID' });
    expect(screen.getByRole('button', { name: 'Sign with Mobile-ID' }).matches(':disabled')).toBe(false);
  });

  test('sends a body without content, and the document stays while the phone is asked', async () => {
    const { server } = await open();
    await press(SIGN);
    await pass(0);
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({});
    expect(screen.getByText('Another code?').parentElement?.textContent).toBe('Another code? Refuse it on the phone. Nothing is shared.');
    expect(factOf('Valid from')).toBe('January 1, 2026');
  });

  test('pressed twice sends one signature', async () => {
    const { server } = await open();
    const button = screen.getByRole('button', { name: SIGN });
    button.click();
    button.click();
    await pass(0);
    expect(server.count(PUT)).toBe(1);
  });

  test('pressed twice refuses nothing: the cancel that comes to its place takes no press yet', async () => {
    const { server, assign } = await open();
    await press(SIGN);
    await press('Cancel');
    expect([server.count('DELETE /api/ui/transactions-statement'), assign.mock.calls.length]).toEqual([0, 0]);
    await pass(500);
    await press('Cancel');
    await pass(0);
    expect(server.count('DELETE /api/ui/transactions-statement')).toBe(1);
  });

  test('leads to the success with what was signed, then back to the provider', async () => {
    const { assign } = await signed();
    expect(screen.getByRole('heading', { name: 'Statement signed' })).toBeDefined();
    expect(factOf('Valid to')).toBe('June 30, 2026');
    expect(factOf('Signed')).toBe('November 20, 2026 at 14:07 EET');
    expect(factOf('Status')).toBe('Valid');
    await pass(5000);
    expect(assign).toHaveBeenCalledWith(tppSuccessUrl);
  });
});

describe('an end without a signature', () => {
  test('by cancel refuses and goes to the failure address', async () => {
    const { server, assign } = await open();
    await press('Cancel');
    await pass(0);
    expect(server.count('DELETE /api/ui/transactions-statement')).toBe(1);
    expect(assign).toHaveBeenCalledWith(tppFailureUrl);
  });

  test('on the phone says that nothing was shared, and a second try signs', async () => {
    const server = statementServer();
    server.on(PUT, replay(refusedOnPhone));
    await open(openStatement, server);
    await press(SIGN);
    await pass(0);
    expect(screen.getByText('Nothing was signed and no transactions were shared.')).toBeDefined();
    server.on(PUT, statementSigned);
    await press('Try again');
    // A button that has just appeared takes no press.
    await pass(600);
    await press(SIGN);
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Statement signed' })).toBeDefined();
  });

  test('is the terminated view when the provider deleted the statement meanwhile', async () => {
    const server = statementServer();
    server.on(PUT, replay(terminatedWithWayBack));
    await open(openStatement, server);
    await press(SIGN);
    await pass(0);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('says that nothing is shared when the last minute begins', async () => {
    await open({ ...openStatement, timeLeft: { idleSeconds: 61, totalSeconds: 600 } });
    await pass(2000);
    expect(screen.getByRole('alert').textContent).toContain('Then this page closes and nothing is shared.');
  });

  test('without an answer leaves the outcome open and never speaks of money', async () => {
    const server = statementServer();
    server.on(PUT, () => refuse(500, 'INTERNAL_ERROR', 'In the bank’s words.'));
    const { assign } = await open(openStatement, server);
    await press(SIGN);
    await pass(0);
    expect(screen.getByText(/^We could not learn whether your signature arrived/)).toBeDefined();
    expect(document.body.textContent).not.toMatch(/nothing is paid|no money/i);
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledWith(tppFailureUrl);
  });
});

describe('a reload', () => {
  test('after the signature shows the success and signs nothing again', async () => {
    const { server } = await open(signedStatement);
    expect(screen.getByRole('heading', { name: 'Statement signed' })).toBeDefined();
    expect(server.count(PUT)).toBe(0);
  });

  test('while the phone is asked joins the signature', async () => {
    const { server } = await open({ ...openStatement, state: 'signing', submission: {} });
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({});
  });
});
