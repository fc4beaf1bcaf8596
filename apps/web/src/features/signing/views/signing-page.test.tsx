import challengeNone from '@portico/contract/recorded/challenge-none';
import challengeStarted from '@portico/contract/recorded/challenge-started';
import refusedOnPhone from '@portico/contract/recorded/payment-refused-on-phone';
import terminated from '@portico/contract/recorded/terminated';
import terminatedWithWayBack from '@portico/contract/recorded/terminated-with-way-back';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold, refuse, replay } from '../../../shared/api/fake-server.ts';
import { setPageVisibility } from '../../../shared/page/page-visibility.ts';
import {
  everydayAccount,
  FAILURE_URL,
  fee,
  paymentSession,
  runningSession,
  SUCCESS_URL,
  savingsAccount,
  signedResult,
  signedSession,
} from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press, signingServer } from '../testing/signing-harness.tsx';

const SIGN = 'Sign with Smart-ID';
const DETAILS = 'GET /api/ui/payment/details';
const PUT = 'PUT /api/ui/payment';
const DELETE = 'DELETE /api/ui/payment';
const gone = replay(terminatedWithWayBack);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

describe('arriving', () => {
  test('the entry ticket is sent once, then the signing id with every call', async () => {
    const { server } = await openSigningPage();
    expect(server.count(DETAILS)).toBe(1);
    expect(server.calls[0]?.headers.get('signing-entry')).toBe('ticket-1');
    expect(server.calls[0]?.headers.get('signing-id')).toBeNull();
    for (const call of server.calls.slice(1)) expect(call.headers.get('signing-id')).toBe('signing-1');
  });

  test('the signing id is kept in session storage under signing-id and in the history entry', async () => {
    await openSigningPage();
    expect(window.sessionStorage.getItem('signing-id')).toBe('signing-1');
    expect(window.history.state).toMatchObject({ signingId: 'signing-1' });
  });

  test('the signing id of an earlier session is cleared at startup', async () => {
    window.sessionStorage.setItem('signing-id', 'old');
    const { server } = await openSigningPage({ hasTicket: false });
    expect(server.calls[0]?.headers.get('signing-id')).toBeNull();
  });

  test('a reload takes its signing id from the history entry', async () => {
    window.sessionStorage.setItem('signing-id', 'old');
    window.history.replaceState({ signingId: 'mine' }, '', '/');
    const { server } = await openSigningPage({ hasTicket: false });
    expect(server.calls[0]?.headers.get('signing-id')).toBe('mine');
  });

  test('the address /#/?m=signingPayment is pushed into history', async () => {
    await openSigningPage();
    expect(window.location.hash).toBe('#/?m=signingPayment');
  });

  test('the window is titled with tppApplicationName, and the page with what the customer is asked to do', async () => {
    await openSigningPage();
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe('Confirm payment');
    expect(title.nextElementSibling?.textContent).toBe('Lumen Books online');
    expect(document.title).toBe('Lumen Books online · Portico Bank');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('the page says “You came from website owned by” with the provider’s name', async () => {
    await openSigningPage();
    expect(screen.getByText('You came from website owned by').nextSibling?.textContent).toBe('Lumen Books OÜ (demo)');
  });

  test('the loading placeholder appears after 300 ms', async () => {
    const server = signingServer();
    server.on(DETAILS, hold);
    await openSigningPage({ server, waitMs: 299 });
    expect(screen.getByRole('status').childElementCount).toBe(1);
    await pass(1);
    expect(screen.getByRole('status').childElementCount).toBe(2);
  });
});

describe('signing', () => {
  test('PUT carries debtorAccountIban, and the page shows the control code', async () => {
    const { server } = await openSigningPage();
    await press(SIGN);
    await pass(0);
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual({ debtorAccountIban: everydayAccount.iban });
    expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBe(document.activeElement);
    expect(screen.getByRole('img', { name: 'Control code 7 3 0 4' })).toBeDefined();
    expect(screen.getByText(/^The same code/).textContent).toBe('The same code on your phone? Enter Smart-ID PIN2 there.');
    expect(screen.getByText('1:24').parentElement?.textContent).toBe('Waiting for your phone, 1:24');
    expect(screen.getByText('Another code?').parentElement?.textContent).toBe('Another code? Refuse it on the phone. Nothing is paid.');
  });

  test('a slow bank is explained until the control code arrives', async () => {
    const server = signingServer();
    server.on('GET /api/ui/challenge', replay(challengeNone));
    await openSigningPage({ server });
    await press(SIGN);
    await pass(2000);
    expect(screen.queryByText(/takes longer than usual/)).toBeNull();
    await pass(1000);
    expect(screen.getByText(/takes longer than usual/)).toBeTruthy();
    server.on('GET /api/ui/challenge', replay(challengeStarted));
    await pass(1000);
    expect(screen.queryByText(/takes longer than usual/)).toBeNull();
    expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBeTruthy();
  });

  test('an unreachable bank is explained with the time of the next attempt, which continues the signature', async () => {
    const server = signingServer();
    server.on('GET /api/ui/challenge', replay(challengeNone));
    server.on(PUT, () => refuse(503, 'UNAVAILABLE', 'The bank cannot be reached now.', {}, { 'retry-after': '60' }));
    const { assign } = await openSigningPage({ server });
    await press(SIGN);
    await pass(10_000);
    expect(screen.getByRole('heading', { name: 'The bank does not answer right now' })).toBeTruthy();
    expect(screen.getByText(/cancel and go back to Lumen Books/)).toBeTruthy();
    expect(screen.getByText('0:50')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    server.on(PUT, hold);
    server.on('GET /api/ui/challenge', replay(challengeStarted));
    await pass(51_000);
    expect(server.count(PUT)).toBe(2);
    expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBeTruthy();
    server.on(PUT, () => refuse(503, 'UNAVAILABLE', 'The bank cannot be reached now.', {}, { 'retry-after': '60' }));
    await press('Cancel');
    await pass(0);
    expect(assign).toHaveBeenCalledWith(FAILURE_URL);
  });

  test('the challenge is read every second, but not while the page is hidden', async () => {
    const { server } = await openSigningPage();
    await press(SIGN);
    await pass(3000);
    const seen = server.count('GET /api/ui/challenge');
    expect(seen).toBe(4);
    setPageVisibility('hidden');
    await pass(30_000);
    expect(server.count('GET /api/ui/challenge')).toBeLessThanOrEqual(seen + 1);
  });

  test('the sandbox bank links to the test device in a new tab', async () => {
    await openSigningPage();
    await press(SIGN);
    const link = screen.getByRole('link', { name: 'Open the test device in a new tab' });
    expect(link.getAttribute('href')).toBe('/bank/device');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('the button works only 500 ms after it appeared', async () => {
    const { server } = await openSigningPage({ waitMs: 499 });
    await press(SIGN);
    expect(server.count(PUT)).toBe(0);
    await pass(10);
    await press(SIGN);
    expect(server.count(PUT)).toBe(1);
  });

  test('a double click signs once', async () => {
    const { server } = await openSigningPage();
    const button = screen.getByRole('button', { name: SIGN });
    await act(async () => {
      button.click();
      button.click();
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(server.count(PUT)).toBe(1);
  });

  test('the same body is sent again after 40 s in the Smart-ID app, and the page shows the success', async () => {
    const { server } = await openSigningPage();
    await press(SIGN);
    setPageVisibility('hidden');
    await pass(40_000);
    server.on(PUT, signedResult);
    setPageVisibility('visible');
    await pass(0);
    expect(screen.getByText('Payment signed')).toBeDefined();
    const bodies = server.calls.filter(({ call }) => call === PUT).map(({ body }) => body);
    expect(bodies).toEqual([bodies[0], bodies[0]]);
  });

  test('a reload during the signature joins it with the same body', async () => {
    const server = signingServer();
    const submission = { debtorAccountIban: savingsAccount.iban, debtorDetails: { debtorId: '39001010077' } };
    server.on(DETAILS, { ...runningSession, submission });
    await openSigningPage({ server });
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual(submission);
    expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBeDefined();
  });

  test('a refusal on the phone shows its text, and Try again leads back to the details', async () => {
    const { server } = await openSigningPage();
    server.on(PUT, replay(refusedOnPhone));
    await press(SIGN);
    expect(screen.getByRole('heading', { name: 'This was not signed' })).toBeDefined();
    expect(screen.getByText(/^You refused the request on your phone\./)).toBeDefined();
    expect(screen.getByText('request-1')).toBeDefined();
    await press('Try again');
    await pass(500);
    expect(server.count(DETAILS)).toBe(1);
    await press(SIGN);
    expect(server.count(PUT)).toBe(2);
  });

  test('Try again after a conflict reads the session again', async () => {
    const { server } = await openSigningPage();
    server.on(PUT, () => refuse(409, 'SCA_CONTENT_CHANGED', 'What you were about to sign has changed.'));
    await press(SIGN);
    await press('Try again');
    expect(server.count(DETAILS)).toBe(2);
  });
});

describe('success', () => {
  async function sign() {
    const opened = await openSigningPage();
    opened.server.on(PUT, signedResult);
    await press(SIGN);
    return opened;
  }

  test('counts down 5 s, ticking every 1 s, and goes to tppSuccessUrl', async () => {
    const { assign } = await sign();
    for (const seconds of [5, 4, 3, 2, 1]) {
      expect(screen.getByText(`${seconds}s`).parentElement?.textContent).toBe(`You’ll be redirected back to the website after ${seconds}s`);
      expect(assign).not.toHaveBeenCalled();
      await pass(1000);
    }
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
  });

  test('Stay on this page stops the countdown', async () => {
    const { assign } = await sign();
    await pass(2000);
    await press('Stay on this page');
    expect(document.activeElement?.textContent).toBe('You stay on this page. Go back whenever you are ready.');
    await pass(60_000);
    expect(assign).not.toHaveBeenCalled();
    expect(screen.queryByText(/You’ll be redirected/)).toBeNull();
  });

  test('Back to service provider redirects at once', async () => {
    const { assign } = await sign();
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
  });

  test('a second press in the place of Stay on this page does not leave within 500 ms', async () => {
    const { assign, server } = await sign();
    await pass(500);
    await press('Stay on this page');
    await press('Back to service provider');
    await press('Logout and go back to service provider');
    expect(assign).not.toHaveBeenCalled();
    expect(server.count('DELETE /bank/session')).toBe(0);
    await pass(500);
    await press('Logout and go back to service provider');
    expect(server.count('DELETE /bank/session')).toBe(1);
    expect(assign).toHaveBeenCalledWith(SUCCESS_URL);
  });

  test('Logout and go back to service provider ends the bank session first', async () => {
    const { assign, server } = await sign();
    await press('Logout and go back to service provider');
    expect(server.count('DELETE /bank/session')).toBe(1);
    expect(assign).toHaveBeenCalledWith(SUCCESS_URL);
  });

  test('logging out redirects even if it fails', async () => {
    const { assign, server } = await sign();
    server.on('DELETE /bank/session', () => refuse(500, 'INTERNAL_ERROR', 'no'));
    await press('Logout and go back to service provider');
    expect(assign).toHaveBeenCalledWith(SUCCESS_URL);
  });

  test('shows the time of the signature in the bank’s zone, and the status', async () => {
    await sign();
    expect(screen.getByText('November 20, 2026 at 14:07 EET')).toBeDefined();
    expect(screen.getByText('Settled')).toBeDefined();
  });

  test('a reload shows the success again', async () => {
    const server = signingServer();
    server.on(DETAILS, signedSession);
    await openSigningPage({ server, hasTicket: false });
    expect(screen.getByText('Payment signed')).toBeDefined();
    expect(screen.getByText('Pay from').nextSibling?.textContent).toBe(`${everydayAccount.name}${everydayAccount.iban}`);
    expect(server.count(PUT)).toBe(0);
  });

  test('PATC reads “Additional signature(s) required”', async () => {
    const server = signingServer();
    server.on(DETAILS, { ...signedSession, details: { ...signedSession.details, transactionStatus: 'PATC' } });
    await openSigningPage({ server });
    expect(screen.getByText('Additional signature(s) required')).toBeDefined();
  });
});

describe('cancelling', () => {
  test('sends DELETE and redirects to tppFailureUrl', async () => {
    const { server, assign } = await openSigningPage();
    await press('Cancel');
    expect(server.count(DELETE)).toBe(1);
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('redirects to tppSuccessUrl when there is no tppFailureUrl', async () => {
    const server = signingServer();
    const { tppFailureUrl: _, ...session } = paymentSession();
    server.on(DETAILS, session);
    const { assign } = await openSigningPage({ server });
    await press('Cancel');
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
  });

  test('stops a running signature first', async () => {
    const { server, assign } = await openSigningPage();
    await press(SIGN);
    // A button that has just appeared takes no press.
    await pass(500);
    await press('Cancel');
    await pass(60_000);
    expect(server.count(PUT)).toBe(1);
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('shows the success when the payment was signed before', async () => {
    const { server, assign } = await openSigningPage();
    await press(SIGN);
    await pass(500);
    server.on(DELETE, () => refuse(409, 'ALREADY_SIGNED', 'This was already signed.'));
    server.on(DETAILS, signedSession);
    await press('Cancel');
    await pass(0);
    expect(screen.getByText('Payment signed')).toBeDefined();
    expect(assign).not.toHaveBeenCalled();
  });

  test('never follows an address that is not http(s)', async () => {
    const server = signingServer();
    server.on(DETAILS, paymentSession({ tppFailureUrl: 'javascript:alert(1)' }));
    const { assign } = await openSigningPage({ server });
    await press('Cancel');
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
  });
});

describe('a terminated session', () => {
  test('is flagged as signing-terminated after a 410, and offers the way back', async () => {
    const server = signingServer();
    server.on(DETAILS, gone);
    const { assign } = await openSigningPage({ server });
    expect(window.sessionStorage.getItem('signing-terminated')).not.toBeNull();
    expect(screen.getByText('Your session is terminated')).toBeDefined();
    await press('back to service provider');
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test.each([PUT, 'GET /api/ui/account/balance', 'GET /api/ui/payment/fee', 'GET /api/ui/account/list'])(
    'is shown after a 410 to %s',
    async (call) => {
      const server = signingServer();
      server.on(call, gone);
      await openSigningPage({ server });
      if (call === PUT) await press(SIGN);
      expect(screen.getByText('Your session is terminated')).toBeDefined();
    },
  );

  test('is shown after a 410 to the challenge', async () => {
    const { server } = await openSigningPage();
    server.on('GET /api/ui/challenge', gone);
    await press(SIGN);
    await pass(0);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('links to the portal when no provider is known', async () => {
    const server = signingServer();
    server.on(DETAILS, replay(terminated));
    const { assign } = await openSigningPage({ server });
    await press('Go to Portico');
    expect(assign).toHaveBeenCalledExactlyOnceWith('/');
  });

  test('stays terminated after a reload, even if the call fails with 503', async () => {
    window.sessionStorage.setItem('signing-terminated', 'true');
    const server = signingServer();
    server.on(DETAILS, () => refuse(503, 'UNAVAILABLE', 'no'));
    await openSigningPage({ server, hasTicket: false });
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('loses its flag when the page is left', async () => {
    const server = signingServer();
    server.on(DETAILS, gone);
    const { unmount } = await openSigningPage({ server });
    act(unmount);
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
  });

  test('gives way to a new entry ticket', async () => {
    window.sessionStorage.setItem('signing-terminated', 'true');
    await openSigningPage();
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
    expect(screen.getByRole('button', { name: SIGN })).toBeDefined();
  });
});

describe('errors', () => {
  test.each([DETAILS, 'GET /api/ui/account/list', 'GET /api/ui/account/balance', 'GET /api/ui/payment/fee'])(
    'a failed %s shows the error screen',
    async (call) => {
      const server = signingServer();
      server.on(call, () => refuse(500, 'INTERNAL_ERROR', 'no'));
      await openSigningPage({ server });
      expect(screen.getByRole('heading', { name: 'Oops, something went wrong!' })).toBeDefined();
      expect(screen.getByText('It’s not you, it’s us. We’re sorry.')).toBeDefined();
    },
  );

  test('a known error code is shown with the page’s text', async () => {
    const server = signingServer();
    server.on('GET /api/ui/payment/fee', () => refuse(400, 'FORMAT_ERROR', 'The fee cannot be computed for this account.'));
    await openSigningPage({ server });
    expect(screen.getByText('Some of what you entered or chose is not valid. Check it and try again.')).toBeDefined();
    expect(screen.queryByText('It’s not you, it’s us. We’re sorry.')).toBeNull();
  });

  test('the error screen links to the provider', async () => {
    const server = signingServer();
    server.on('GET /api/ui/payment/fee', () => refuse(500, 'INTERNAL_ERROR', 'no'));
    const { assign } = await openSigningPage({ server });
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('Try again loads everything with the signing id', async () => {
    const server = signingServer();
    server.on('GET /api/ui/payment/fee', () => refuse(500, 'INTERNAL_ERROR', 'no'));
    await openSigningPage({ server });
    server.on('GET /api/ui/payment/fee', fee);
    await press('Try again');
    await pass(600);
    expect(
      server.calls
        .filter(({ call }) => call === DETAILS)
        .at(-1)
        ?.headers.get('signing-id'),
    ).toBe('signing-1');
    expect(screen.getByRole('button', { name: SIGN })).toBeDefined();
  });

  test('Try again after a 502 sends no ticket, which the lost answer may have consumed', async () => {
    const server = signingServer();
    server.on(DETAILS, () => refuse(502, 'INTERNAL_ERROR', 'no'));
    await openSigningPage({ server });
    server.on(DETAILS, paymentSession());
    await press('Try again');
    await pass(600);
    const last = server.calls.filter(({ call }) => call === DETAILS).at(-1);
    expect([last?.headers.get('signing-entry'), last?.headers.get('signing-id')]).toEqual([null, null]);
    expect(screen.getByRole('button', { name: SIGN })).toBeDefined();
  });

  test('the error page of an expired link leads back and clears signing-terminated', async () => {
    const server = signingServer();
    server.on(DETAILS, gone);
    const { assign } = await openSigningPage({ server, hasTicket: false, page: 'error' });
    expect(screen.getByRole('heading', { name: 'This page cannot be opened again' })).toBeDefined();
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });
});

describe('the time left', () => {
  // Review of 25 November 2026, C13.
  test.each([
    ['is an hour ahead', '2026-11-20T13:00:00Z'],
    ['is an hour behind', '2026-11-20T11:00:00Z'],
    ['has lost its date', '1970-01-01T00:00:00Z'],
  ])('counts from the server’s answer when the device’s clock %s', async (_what, now) => {
    vi.setSystemTime(new Date(now));
    await openSigningPage();
    expect(screen.getByText('5:00')).toBeDefined();
    await pass(60_000);
    expect(screen.getByText('4:00')).toBeDefined();
  });

  test('a second press in the place of Give me more time does not sign within 500 ms', async () => {
    const { server } = await openSigningPage();
    await pass(241_000);
    await press('Give me more time');
    await press(SIGN);
    expect(server.count(PUT)).toBe(0);
    await pass(500);
    await press(SIGN);
    expect(server.count(PUT)).toBe(1);
  });

  test('a warning with Give me more time appears in the last 60 s', async () => {
    const { server } = await openSigningPage();
    await pass(238_000);
    expect(screen.queryByRole('button', { name: 'Give me more time' })).toBeNull();
    await pass(2000);
    await press('Give me more time');
    expect(server.count('POST /api/ui/activity')).toBe(1);
    expect(screen.queryByRole('button', { name: 'Give me more time' })).toBeNull();
  });

  // Review of 25 November 2026, C16.
  test('Give me more time leaves the focus at its place, with a sentence', async () => {
    await openSigningPage();
    await pass(241_000);
    screen.getByRole('button', { name: 'Give me more time' }).focus();
    await press('Give me more time');
    expect(document.activeElement?.textContent).toBe('You have more time to sign.');
    expect(document.activeElement?.compareDocumentPosition(screen.getByRole('button', { name: SIGN }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('activity that extends the time does not move the focus', async () => {
    await openSigningPage();
    await pass(241_000);
    const button = screen.getByRole('button', { name: SIGN });
    button.focus();
    fireEvent.keyDown(button, { key: 'Tab' });
    await pass(1000);
    expect(screen.queryByRole('button', { name: 'Give me more time' })).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test('keys and pointer are sent as activity, at most once in 30 s', async () => {
    const { server } = await openSigningPage();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    fireEvent.pointerDown(document.body);
    await pass(29_000);
    fireEvent.keyDown(document.body, { key: 'Tab' });
    expect(server.count('POST /api/ui/activity')).toBe(1);
    await pass(1000);
    fireEvent.pointerDown(document.body);
    await pass(1000);
    expect(server.count('POST /api/ui/activity')).toBe(2);
  });

  test('pressing Cancel sends no activity, which the ended session would refuse with 410', async () => {
    const { server } = await openSigningPage();
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Cancel' }));
    await press('Cancel');
    await pass(60_000);
    expect(server.count('POST /api/ui/activity')).toBe(0);
  });

  test('an expired session is confirmed by the server’s 410 and opens the terminated view', async () => {
    const { server } = await openSigningPage();
    server.on('GET /api/ui/challenge', gone);
    await pass(302_000);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });
});
