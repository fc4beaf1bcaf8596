import type { PaymentsToSign, PaymentToSignDetails, Signatory } from '@portico/contract';
import { NOT_PAID_REASONS } from '@portico/contract/values';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiClient } from '../../shared/api/api-client.ts';
import { createFakeServer, type FakeServer, hold, refuse, reply } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { activateLocale, createI18n } from '../../shared/i18n/catalogues.ts';
import { I18nProvider } from '../../shared/i18n/i18n-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { leavePage } from '../../shared/page/leave-page.ts';
import { setPageVisibility } from '../../shared/page/page-visibility.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { toSignCatalogue } from './messages.ts';
import { bulkLine, bulkToSign, line, paymentToSign, periodicToSign, WAITING, withPayee } from './testing/to-sign-fixtures.ts';
import { ToSignPage } from './to-sign-page.tsx';

vi.mock('../../shared/page/leave-page.ts', () => ({ leavePage: vi.fn() }));

const LIST = 'GET /bank/to-sign/payments';
const ONE = '/bank/to-sign/payments/pay_1';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  setPageVisibility('visible');
  vi.clearAllMocks();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

async function show(server: FakeServer, paymentId?: string): Promise<void> {
  const i18n = createI18n();
  await activateLocale(i18n, 'en', [sharedCatalogue, doorCatalogue, toSignCatalogue]);
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const ignore = () => undefined;
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  render(
    <I18nProvider i18n={i18n}>
      <ToSignPage paymentId={paymentId} api={api} config={recordedConfig} />
    </I18nProvider>,
  );
  await pass(0);
}

const showList = async (list: PaymentsToSign) => {
  const server = createFakeServer({ [LIST]: list });
  await show(server);
  return server;
};

/** Armed, with nothing asked yet. */
async function showPayment(payment: PaymentToSignDetails = paymentToSign): Promise<FakeServer> {
  const server = createFakeServer({ [`GET ${ONE}`]: payment, [`GET ${ONE}/challenge`]: { state: 'none' } });
  await show(server, 'pay_1');
  await pass(500);
  return server;
}

const SIGNED_BY_BOTH: Signatory[] = [
  { name: 'Tõnu Näidis', state: 'signed' },
  { name: 'Kaur Kaasallkiri', state: 'signed' },
];

const octagon = () => render(<Icon name="octagon" />).container.innerHTML;

const lines = () => within(screen.getByRole('main')).getAllByRole('link');

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}

/** With the answer to the question, which works half a second after it appeared. */
async function pressRefuse(): Promise<void> {
  await press('Refuse');
  await pass(500);
  await press('Refuse payment');
}

const TICK = 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM6.5 10.3l2.4 2.4 4.6-5';

describe('the list', () => {
  test('shows sum, payee, company, first signature and deadline of each payment', async () => {
    await showList({ ...WAITING, payments: [line, bulkLine] });
    const [first, second] = lines();
    expect(first?.textContent).toContain('46.80\u00a0EUR');
    expect(first?.textContent).toContain('to Lumen Books OÜ');
    expect(first?.textContent).toContain('Order 2041');
    expect(first?.textContent).toContain('Paid by Näidis Puidutöökoda OÜ');
    expect(first?.textContent).toContain('Signed by Tõnu Näidis, November 20, 2026 at 14:07 EET');
    expect(first?.textContent).toContain('Can be signed until November 27, 2026 at 14:07 EET');
    expect(first?.getAttribute('href')).toBe('/bank/to-sign/pay_1');
    expect(second?.textContent).toContain('As 3 payments');
    expect(screen.getByText('You are signed in as Kaur Kaasallkiri and sign for Näidis Puidutöökoda OÜ.')).toBeDefined();
  });

  test('explains where payments come from when it is empty', async () => {
    await showList(WAITING);
    expect(screen.getByText('No payments wait for your signature.')).toBeDefined();
    expect(screen.getByText(/appears here once another person has signed it first/)).toBeDefined();
  });

  test('says that the customer signs for no company', async () => {
    await showList({ ...WAITING, companies: [] });
    expect(screen.getByText(/You have no right of second signature for any company/)).toBeDefined();
  });

  test('says that a session has ended when it ended in this page', async () => {
    const server = await showList({ ...WAITING, payments: [line], next: 'pay_1' });
    server.on(LIST, () => refuse(410, 'SIGN_IN_UNKNOWN', 'Sign in again.'));
    await press('Show more');
    expect(screen.getByRole('status').textContent).toContain('no longer signed in');
  });

  test('loads more pages, each once', async () => {
    const server = await showList({ ...WAITING, payments: [line], next: 'pay_1' });
    server.on(LIST, { ...WAITING, payments: [{ ...line, paymentId: 'pay_2', creditorName: 'Northlight Studio' }] });
    await press('Show more');
    expect(server.calls.at(-1)?.url).toBe('/bank/to-sign/payments?after=pay_1');
    expect(lines().map(({ textContent }) => /to (.*?)Order 2041/.exec(textContent ?? '')?.[1])).toEqual(['Lumen Books OÜ', 'Northlight Studio']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('asks for the country and opens the bank’s sign-in page when there is no session', async () => {
    const server = createFakeServer({ [LIST]: () => refuse(410, 'SIGN_IN_UNKNOWN', 'Sign in again.') });
    server.on('POST /bank/sign-in', { location: '/bank/sign-in/sgi_1' });
    await show(server);
    fireEvent.click(screen.getByRole('radio', { name: 'Latvia' }));
    await press('Sign in');
    expect(server.calls.at(-1)?.body).toEqual({ bankCountry: 'lv', locale: 'en', returnTo: '/bank/to-sign' });
    expect(leavePage).toHaveBeenCalledWith('/bank/sign-in/sgi_1');
  });

  test('shows an error without the server’s details, and loads on Try again', async () => {
    const server = createFakeServer({ [LIST]: () => refuse(500, 'INTERNAL_ERROR', 'secret') });
    await show(server);
    expect(screen.getByRole('alert').textContent).toContain('Oops, something went wrong!');
    expect(document.body.textContent).not.toContain('secret');
    server.on(LIST, WAITING);
    await press('Try again');
    expect(screen.getByRole('heading', { name: 'Payments to sign' })).toBeDefined();
  });

  test('gives way to the sign-in after signing out', async () => {
    const server = await showList(WAITING);
    server.on('DELETE /bank/session', () => reply(undefined, 200));
    await press('Sign out');
    expect(screen.getByRole('heading', { name: /^Sign in to/ })).toBeDefined();
  });
});

describe('a payment', () => {
  test('shows all details before it can be signed', async () => {
    await showPayment();
    for (const [label, value] of [
      ['Paid by', 'Näidis Puidutöökoda OÜ'],
      ['From account', 'EE731010220106546000'],
      ['Beneficiary account', 'EE869800100045081764'],
      ['Description', 'Order 2041'],
      ['Payment date', 'November 20, 2026'],
      ['Payment priority', 'Instant'],
      ['Fee', '0.16\u00a0EUR'],
    ]) {
      expect(screen.getByText(label ?? '', { selector: 'dt' }).nextSibling?.textContent).toBe(value);
    }
    const signatures = screen.getByRole('heading', { name: 'Signatures' }).parentElement;
    expect(signatures?.textContent).toContain('Tõnu Näidis');
    expect(within(signatures ?? document.body).getByText('Awaited')).toBeDefined();
  });

  test('that is periodic shows frequency, end and a payment day with two digits', async () => {
    await showPayment(periodicToSign);
    expect(screen.getByText('Frequency', { selector: 'dt' }).nextSibling?.textContent).toBe('Monthly');
    expect(screen.getByText('Valid till', { selector: 'dt' }).nextSibling?.textContent).toBe('Indefinite');
    expect(screen.getByText('Payment day', { selector: 'dt' }).nextSibling?.textContent).toBe('05');
  });

  test('with many recipients shows ten, and all on request', async () => {
    await showPayment(bulkToSign(60));
    expect(screen.getAllByText('Lumen Books OÜ')).toHaveLength(10);
    await press('Show all 60');
    expect(screen.getAllByText('Lumen Books OÜ')).toHaveLength(60);
  });

  test.each([
    ['NMTC', /differs from Lumen Books OÜ.*the money may be lost/],
    ['CMTC', /belongs to Lumen Raamatud OÜ/],
    ['NOAP', /did not say whose account/],
  ] as const)('with the payee verification %s shows a warning, and the button reads Sign anyway with Smart-ID', async (result, warning) => {
    await showPayment(withPayee({ result, ...(result === 'CMTC' ? { matchedName: 'Lumen Raamatud OÜ' } : {}) }));
    expect(screen.getByText(warning)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign anyway with Smart-ID' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Refuse' }).className).toMatch(result === 'NMTC' ? /primary/ : /secondary/);
  });

  test('is signed with one challenge and one signature request, and the outcome is shown', async () => {
    const server = await showPayment();
    server.on(`POST ${ONE}/challenge`, { state: 'started', method: 'SMART_ID', controlCode: '7304', secondsLeft: 120 });
    server.on(`GET ${ONE}/challenge`, { state: 'started', method: 'SMART_ID', controlCode: '7304', secondsLeft: 119 });
    await press('Sign with Smart-ID');
    expect(screen.getByRole('img', { name: 'Control code 7 3 0 4' })).toBeDefined();
    expect(screen.getByText('46.80')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the list' })).toBeDefined();
    server.on(`GET ${ONE}/challenge`, { state: 'approved', method: 'SMART_ID', secondsLeft: 0 });
    const signatories = [
      { name: 'Tõnu Näidis', state: 'signed' },
      { name: 'Kaur Kaasallkiri', state: 'signed' },
    ];
    server.on(`POST ${ONE}/signature`, { transactionStatus: 'ACCC', signatories });
    await pass(1000);
    expect(screen.getByRole('heading', { name: 'Payment signed' })).toBeDefined();
    expect([server.count(`POST ${ONE}/challenge`), server.count(`POST ${ONE}/signature`)]).toEqual([1, 1]);
    expect(screen.getByRole('link', { name: 'Back to the list' }).getAttribute('href')).toBe('/bank/to-sign');
  });

  test('is signed although the first signature request got no answer', async () => {
    const server = await showPayment();
    server.on(`POST ${ONE}/challenge`, { state: 'started', method: 'SMART_ID', secondsLeft: 120 });
    server.on(`GET ${ONE}/challenge`, { state: 'approved', method: 'SMART_ID', secondsLeft: 0 });
    let tries = 0;
    server.on(`POST ${ONE}/signature`, () => {
      tries += 1;
      if (tries === 1) throw new TypeError('network');
      return reply({ transactionStatus: 'ACFC', signatories: [{ name: 'Kaur Kaasallkiri', state: 'signed' }] });
    });
    await press('Sign with Smart-ID');
    await pass(2000);
    expect([tries, screen.getByRole('heading', { name: 'Payment signed' }).textContent]).toEqual([2, 'Payment signed']);
  });

  test.each([
    ['refused', /You refused the request on your device\. The payment still waits/],
    ['timedOut', /did not answer in time/],
    ['wrongCode', /was wrong/],
    ['unreachable', /could not be reached/],
  ])('can be signed again after the challenge ended with %s', async (state, said) => {
    const server = await showPayment();
    server.on(`POST ${ONE}/challenge`, { state: 'started', method: 'SMART_ID', secondsLeft: 120 });
    server.on(`GET ${ONE}/challenge`, { state, method: 'SMART_ID', secondsLeft: 0 });
    await press('Sign with Smart-ID');
    expect(screen.getByRole('alert').textContent).toMatch(said);
    expect(screen.getByRole('button', { name: 'Sign with Smart-ID' })).toBeDefined();
    expect(server.count(`POST ${ONE}/signature`)).toBe(0);
  });

  describe('after a failed challenge', () => {
    const CHALLENGE = `POST ${ONE}/challenge`;
    const METHODS = ['SMART_ID', 'MOBILE_ID', 'IDCARD'] as const;

    async function fail(triesLeft: number): Promise<FakeServer> {
      const server = await showPayment({ ...paymentToSign, authMethods: [...METHODS] });
      server.on(CHALLENGE, { state: 'started', method: 'SMART_ID', secondsLeft: 120 });
      server.on(`GET ${ONE}/challenge`, { state: 'wrongCode', method: 'SMART_ID', secondsLeft: 0, triesLeft });
      await press('Sign with Smart-ID');
      return server;
    }

    test.each([
      [4, '4 tries are left before this method is blocked for 15 minutes.'],
      [1, '1 try is left before this method is blocked for 15 minutes.'],
    ])('says the tries left (%i), beside another try', async (triesLeft, said) => {
      await fail(triesLeft);
      expect(screen.getByRole('alert').textContent).toContain(said);
      expect(screen.getByRole('button', { name: 'Sign with Smart-ID' })).toBeDefined();
    });

    test('offers another method, which the button names and which asks nothing before it is pressed', async () => {
      const server = await fail(4);
      await press('Continue with Mobile-ID');
      expect([server.count(CHALLENGE), screen.queryByRole('alert')]).toEqual([1, null]);
      await pass(500);
      await press('Sign with Mobile-ID');
      const asked = server.calls.filter(({ call }) => call === CHALLENGE);
      expect(asked.map(({ headers }) => headers.get('signing-method'))).toEqual([null, 'MOBILE_ID']);
    });

    test('does not offer a blocked method again', async () => {
      await fail(0);
      expect(screen.getByRole('alert').textContent).toContain('This method is blocked for 15 minutes');
      expect(screen.queryByRole('button', { name: 'Sign with Smart-ID' })).toBeNull();
      expect(screen.getAllByRole('button', { name: /^Continue with/ }).map(({ textContent }) => textContent)).toEqual([
        'Continue with Mobile-ID',
        'Continue with ID-card',
      ]);
    });
  });

  test('without enough money says so and can still be refused', async () => {
    const server = await showPayment();
    server.on(`POST ${ONE}/challenge`, () =>
      refuse(409, 'FUNDS_NOT_AVAILABLE', 'In the bank’s words.', { available: { amount: '1.00', currency: 'EUR' } }),
    );
    await press('Sign with Smart-ID');
    expect(screen.getByRole('alert').textContent).toBe(
      'Not enough money, available 1.00\u00a0EUR. Sign once there is enough on the account that pays, or refuse the payment. No money was moved.',
    );
    expect(screen.getByRole('button', { name: 'Refuse' })).toBeDefined();
  });

  test('is refused once for several presses, and cannot be signed then', async () => {
    const server = await showPayment();
    server.on(`POST ${ONE}/refusal`, hold);
    await pressRefuse();
    fireEvent.click(screen.getByRole('button', { name: 'Refusing' }));
    fireEvent.click(screen.getByRole('button', { name: 'Sign with Smart-ID' }));
    await pass(0);
    expect([server.count(`POST ${ONE}/refusal`), server.count(`POST ${ONE}/challenge`)]).toEqual([1, 0]);
  });

  // Review of 25 November 2026, §3.8.
  test('asks before a refusal, and a double click does not answer', async () => {
    const server = await showPayment();
    await press('Refuse');
    expect(document.activeElement?.textContent).toBe('Refuse this payment? It will not be made, and the refusal cannot be taken back.');
    expect(screen.queryByRole('button', { name: 'Sign with Smart-ID' })).toBeNull();
    await press('Refuse payment');
    expect(server.count(`POST ${ONE}/refusal`)).toBe(0);
    await press('Back');
    expect(screen.getByRole('button', { name: 'Sign with Smart-ID' })).toBeDefined();
    expect(server.count(`POST ${ONE}/refusal`)).toBe(0);
  });

  test('can be signed after a refusal that failed', async () => {
    const server = await showPayment();
    server.on(`POST ${ONE}/refusal`, () => refuse(503, 'UNAVAILABLE', 'In the bank’s words.'));
    await pressRefuse();
    expect(screen.getByRole('button', { name: 'Sign with Smart-ID' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Refuse' })).toBeDefined();
  });

  test('that was refused says that no money was moved', async () => {
    const server = await showPayment();
    server.on(`POST ${ONE}/refusal`, { transactionStatus: 'RJCT', signatories: [{ name: 'Kaur Kaasallkiri', state: 'refused' }] });
    await pressRefuse();
    expect(screen.getByRole('status').textContent).toContain('Payment refused');
    expect(screen.getByRole('status').textContent).toContain('no money was moved');
  });

  describe('whose second authorisation was started by an application', () => {
    const sent = { ...paymentToSign, tppSuccessUrl: 'https://shop.example/paid', tppFailureUrl: 'https://shop.example/failed' };
    const wayBack = () => screen.queryByRole('link', { name: 'Back to service provider' })?.getAttribute('href');
    const decided = (transactionStatus: 'ACCC' | 'RJCT' | 'CANC', state: 'signed' | 'refused' | 'awaited', changes: object = {}) => ({
      ...sent,
      ...changes,
      details: { ...sent.details, transactionStatus, signatories: [{ name: 'Kaur Kaasallkiri', state }] },
    });

    test('shows no way back before the decision', async () => {
      await showPayment(sent);
      expect(wayBack()).toBeUndefined();
    });

    test('links to tppFailureUrl after a refusal', async () => {
      const server = await showPayment(sent);
      server.on(`POST ${ONE}/refusal`, { transactionStatus: 'RJCT', signatories: [{ name: 'Kaur Kaasallkiri', state: 'refused' }] });
      await pressRefuse();
      expect(wayBack()).toBe(sent.tppFailureUrl);
      expect(screen.getByRole('link', { name: 'Back to the list' })).toBeDefined();
    });

    test.each([
      ['signed', decided('ACCC', 'signed'), sent.tppSuccessUrl],
      ['signed and not paid', decided('RJCT', 'signed'), sent.tppFailureUrl],
      ['cancelled', decided('CANC', 'awaited'), sent.tppFailureUrl],
      ['refused, without an address for failure', decided('RJCT', 'refused', { tppFailureUrl: undefined }), sent.tppSuccessUrl],
      ['signed, with an address that is none', decided('ACCC', 'signed', { tppSuccessUrl: 'javascript:alert(1)' }), undefined],
    ])('%s: links to the address for this outcome', async (_what, payment, address) => {
      await showPayment(payment);
      expect(wayBack()).toBe(address);
    });
  });

  test('without a session asks for a sign-in that returns to this payment, and mentions no ended session', async () => {
    const server = createFakeServer({ [`GET ${ONE}`]: () => refuse(410, 'SIGN_IN_UNKNOWN', 'Sign in again.') });
    server.on('POST /bank/sign-in', { location: '/bank/sign-in/sgi_1' });
    await show(server, 'pay_1');
    expect(screen.queryByText(/no longer signed in/)).toBeNull();
    await press('Sign in');
    expect(server.calls.at(-1)?.body).toEqual({ bankCountry: 'ee', locale: 'en', returnTo: ONE.replace('/payments', '') });
  });

  test('says so when the session ends', async () => {
    const server = await showPayment();
    server.on(`POST ${ONE}/challenge`, () => refuse(410, 'SIGN_IN_UNKNOWN', 'Sign in again.'));
    await press('Sign with Smart-ID');
    expect(screen.getByText(/no longer signed in/)).toBeDefined();
  });

  test('that is unknown to this customer can be opened after signing in as another person', async () => {
    const server = createFakeServer({ [`GET ${ONE}`]: () => refuse(404, 'NOT_FOUND', 'none') });
    server.on('DELETE /bank/session', () => reply(undefined, 200));
    server.on('POST /bank/sign-in', { location: '/bank/sign-in/sgi_1' });
    await show(server, 'pay_1');
    await press('Sign out');
    await press('Sign in');
    expect(server.calls.at(-1)?.body).toMatchObject({ returnTo: '/bank/to-sign/pay_1' });
  });

  test.each(NOT_PAID_REASONS)('not executed after the second signature shows the reason (%s) and what to do next', async (notPaidReason) => {
    const server = await showPayment();
    server.on(`POST ${ONE}/challenge`, { state: 'started', method: 'SMART_ID', secondsLeft: 120 });
    server.on(`GET ${ONE}/challenge`, { state: 'approved', method: 'SMART_ID', secondsLeft: 0 });
    server.on(`POST ${ONE}/signature`, { transactionStatus: 'RJCT', notPaidReason, signatories: SIGNED_BY_BOTH });
    await press('Sign with Smart-ID');
    await pass(1000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Not paid: /);
    expect(screen.getByRole('status').textContent).toMatch(/No money has moved\. .*(Tõnu Näidis|bank)/);
    expect(screen.getByRole('status').querySelector('svg')?.outerHTML).toBe(octagon());
    expect(document.body.textContent).not.toContain('Payment signed');
  });

  test.each([
    ['RJCT', { notPaidReason: 'instantUnreachable' }, 'Not paid: the payee’s bank does not take instant payments'],
    ['RJCT', { notPaidReason: 'coSignerRefused' }, 'Not paid: the second signature was refused'],
    ['RJCT', { notPaidReason: 'notSignedInTime' }, 'Not paid: the second signature was not given in time'],
    ['RJCT', {}, 'Not paid: the bank could not make the payment'],
    ['BLCK', {}, 'Not paid out: the payee’s bank blocked the payment'],
    ['PART', {}, 'Partly paid: some payments were not made'],
    ['ACFC', {}, 'Payment signed'],
  ] as const)('opened with the status %s (%o) is titled "%s"', async (transactionStatus, change, title) => {
    await showPayment({ ...paymentToSign, details: { ...paymentToSign.details, ...change, transactionStatus, signatories: SIGNED_BY_BOTH } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.queryByRole('button', { name: /^Sign/ })).toBeNull();
  });

  test('that is periodic and continues shows which of its payments was not made, and why', async () => {
    const unpaidRun = { executionDate: '2026-12-05', notPaidReason: 'fundsNotAvailable' } as const;
    const details = { ...periodicToSign.details, unpaidRun, transactionStatus: 'ACTC' as const, signatories: SIGNED_BY_BOTH };
    await showPayment({ ...periodicToSign, details });
    expect(screen.getByRole('heading', { name: 'Payment signed' })).toBeDefined();
    expect(screen.getByText('Payment of December 5, 2026. Not paid: there was not enough money on the account.')).toBeDefined();
  });

  test.each([
    ['ACSC', { unpaidRun: { executionDate: '2026-12-05', notPaidReason: 'fundsNotAvailable' } }],
    ['RJCT', {}],
    ['BLCK', {}],
    ['CANC', {}],
  ] as const)('signed by both with the status %s (%o) has no green tick', async (transactionStatus, change) => {
    await showPayment({ ...periodicToSign, details: { ...periodicToSign.details, ...change, transactionStatus, signatories: SIGNED_BY_BOTH } });
    const heading = screen.getByRole('heading', { level: 1 }).parentElement;
    expect(heading?.querySelector(`path[d="${TICK}"]`)).toBeNull();
    // Of a periodic payment that stands the signatures are valid.
    expect(document.querySelectorAll(`li path[d="${TICK}"]`)).toHaveLength('unpaidRun' in change ? SIGNED_BY_BOTH.length : 0);
  });

  test('cannot be signed or refused within half a second of opening', async () => {
    const server = createFakeServer({ [`GET ${ONE}`]: paymentToSign, [`GET ${ONE}/challenge`]: { state: 'none' } });
    await show(server, 'pay_1');
    await press('Refuse');
    await press('Sign with Smart-ID');
    expect(server.calls).toHaveLength(2);
  });

  test('reloaded during a challenge shows it without starting another one', async () => {
    const server = createFakeServer({ [`GET ${ONE}`]: paymentToSign });
    server.on(`GET ${ONE}/challenge`, { state: 'started', method: 'SMART_ID', controlCode: '7304', secondsLeft: 60 });
    await show(server, 'pay_1');
    expect(screen.getByRole('img', { name: 'Control code 7 3 0 4' })).toBeDefined();
    expect(server.count(`POST ${ONE}/challenge`)).toBe(0);
  });

  test('decided elsewhere shows the outcome', async () => {
    const server = await showPayment();
    server.on(`POST ${ONE}/challenge`, () => refuse(409, 'SIGNING_STATE_INVALID', 'Decided.'));
    server.on(`GET ${ONE}`, { ...paymentToSign, details: { ...paymentToSign.details, transactionStatus: 'CANC' } });
    await press('Sign with Smart-ID');
    expect(screen.getByRole('heading', { name: 'Not paid: the payment was cancelled' })).toBeDefined();
  });

  test.each([
    [404, 'There is no such payment for you to sign'],
    [410, 'Sign in to Portico Bank'],
  ])('answered with %i is replaced by an explanation or the sign-in', async (status, heading) => {
    await show(createFakeServer({ [`GET ${ONE}`]: () => refuse(status, 'NOT_FOUND', 'none') }), 'pay_1');
    expect(screen.getByRole('heading', { name: heading })).toBeDefined();
  });

  test('is signed with the response of a code calculator', async () => {
    const signatory = { ...paymentToSign.signatory, authMethod: 'CODE_CALCULATOR' as const };
    const server = await showPayment({ ...paymentToSign, signatory });
    const calculatorNumber = [
      { meaning: 'amount', digits: '4680' },
      { meaning: 'once', digits: '12' },
    ];
    const asked = { state: 'started', method: 'CODE_CALCULATOR', calculatorNumber, secondsLeft: 120 };
    server.on(`POST ${ONE}/challenge`, asked);
    server.on(`GET ${ONE}/challenge`, asked);
    server.on(`POST ${ONE}/response`, { ...asked, state: 'approved' });
    await press('Sign with code calculator');
    fireEvent.change(screen.getByRole('textbox', { name: /Response/ }), { target: { value: '1234 5678' } });
    await press('Sign');
    expect(server.calls.find(({ call }) => call === `POST ${ONE}/response`)?.body).toEqual({ response: '12345678' });
  });
});
