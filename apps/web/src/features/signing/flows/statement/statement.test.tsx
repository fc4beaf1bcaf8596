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
  test('is titled with the application and says who reads what, and that nothing else can be read', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Share a transactions statement');
    expect(screen.getByText(openStatement.tppApplicationName)).toBeDefined();
    expect(window.location.hash).toBe('#/?m=signingTransactionsStatement');
    expect(document.body.textContent).toContain('asks to read the transactions of this account in this period. It can read nothing else');
  });

  test('shows account, currency, period, account holder, service provider and how long it can be read', async () => {
    await open();
    expect(factOf('IBAN')).toBe(openStatement.details.iban);
    expect(factOf('Currency')).toBe('EUR');
    expect(factOf('Valid from')).toBe('January 1, 2026');
    expect(factOf('Valid to')).toBe('June 30, 2026');
    expect(factOf('Account holder')).toBe('Liis Näidis');
    expect(factOf('Service provider')).toBe('Lumen Books OÜ (demo)');
    expect(factOf('Can be read')).toBe('for 15 minutes after you sign');
  });

  test('shows the representative of a company, and no such row for a person', async () => {
    await open();
    expect(screen.queryByText('Representative')).toBeNull();
    closeSigningPage();
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    await open(withDetails(openStatement, { accountHolder: 'Näidis Puidutöökoda OÜ', representative: 'Tõnu Näidis' }));
    expect(factOf('Representative')).toBe('Tõnu Näidis');
  });

  test('calls neither account list nor balance nor fee', async () => {
    const { server } = await open();
    expect(server.calls.map(({ call }) => call)).toEqual([DETAILS]);
  });
});

describe('the button', () => {
  test.each(['ee', 'lt', 'lv'] as const)('of a bank in %s names the method, because a sign-in does not sign a statement', async (bankCountry) => {
    await open({ ...openStatement, bankCountry, authMethod: 'MOBILE_ID' });
    expect(screen.getByRole('button', { name: 'Sign with Mobile-ID' }).matches(':disabled')).toBe(false);
  });

  test('sends an empty body, and the page stays visible during the challenge', async () => {
    const { server } = await open();
    await press(SIGN);
    await pass(0);
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({});
    expect(screen.getByText('Another code?').parentElement?.textContent).toBe('Another code? Refuse it on the phone. Nothing is shared.');
    expect(factOf('Valid from')).toBe('January 1, 2026');
  });

  test('sends one signature when it is pressed twice', async () => {
    const { server } = await open();
    const button = screen.getByRole('button', { name: SIGN });
    button.click();
    button.click();
    await pass(0);
    expect(server.count(PUT)).toBe(1);
  });

  test('is not followed by a cancellation when it is pressed twice: Cancel works only after 500 ms', async () => {
    const { server, assign } = await open();
    await press(SIGN);
    await press('Cancel');
    expect([server.count('DELETE /api/ui/transactions-statement'), assign.mock.calls.length]).toEqual([0, 0]);
    await pass(500);
    await press('Cancel');
    await pass(0);
    expect(server.count('DELETE /api/ui/transactions-statement')).toBe(1);
  });

  test('shows the signed statement, then redirects to the provider', async () => {
    const { assign } = await signed();
    expect(screen.getByRole('heading', { name: 'Statement confirmed' })).toBeDefined();
    expect(factOf('Valid to')).toBe('June 30, 2026');
    expect(factOf('Signed')).toBe('November 20, 2026 at 14:07 EET');
    expect(factOf('Status')).toBe('Valid');
    await pass(5000);
    expect(assign).toHaveBeenCalledWith(tppSuccessUrl);
  });
});

describe('a statement without a signature', () => {
  test('is refused by Cancel, which redirects to the failure address', async () => {
    const { server, assign } = await open();
    await press('Cancel');
    await pass(0);
    expect(server.count('DELETE /api/ui/transactions-statement')).toBe(1);
    expect(assign).toHaveBeenCalledWith(tppFailureUrl);
  });

  test('says after a refusal on the phone that nothing was shared, and can be signed again', async () => {
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
    expect(screen.getByRole('heading', { name: 'Statement confirmed' })).toBeDefined();
  });

  test('shows the terminated view when the provider has deleted it', async () => {
    const server = statementServer();
    server.on(PUT, replay(terminatedWithWayBack));
    await open(openStatement, server);
    await press(SIGN);
    await pass(0);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('warns in the last minute that nothing is shared', async () => {
    await open({ ...openStatement, timeLeft: { idleSeconds: 61, totalSeconds: 600 } });
    await pass(2000);
    expect(screen.getByRole('alert').textContent).toContain('Then this page closes and nothing is shared.');
  });

  test('after a failed signature request says that the outcome is unknown, and does not mention money', async () => {
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
  test('after the signature shows the success and sends no signature', async () => {
    const { server } = await open(signedStatement);
    expect(screen.getByRole('heading', { name: 'Statement confirmed' })).toBeDefined();
    expect(server.count(PUT)).toBe(0);
  });

  test('during the challenge joins the signature', async () => {
    const { server } = await open({ ...openStatement, state: 'signing', submission: {} });
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({});
  });
});
