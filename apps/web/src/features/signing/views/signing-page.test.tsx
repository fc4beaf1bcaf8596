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

  test('at startup the signing id of an earlier journey is cleared', async () => {
    window.sessionStorage.setItem('signing-id', 'old');
    const { server } = await openSigningPage({ hasTicket: false });
    expect(server.calls[0]?.headers.get('signing-id')).toBeNull();
  });

  test('a reload finds its own signing id in the history entry', async () => {
    window.sessionStorage.setItem('signing-id', 'old');
    window.history.replaceState({ signingId: 'mine' }, '', '/');
    const { server } = await openSigningPage({ hasTicket: false });
    expect(server.calls[0]?.headers.get('signing-id')).toBe('mine');
  });

  test('the address /#/?m=signingPayment is pushed into history', async () => {
    await openSigningPage();
    expect(window.location.hash).toBe('#/?m=signingPayment');
  });

  test('the page is titled with tppApplicationName', async () => {
    await openSigningPage();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lumen Books online');
    expect(document.title).toBe('Lumen Books online · Portico Bank');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('says “You came from website owned by” and the provider', async () => {
    await openSigningPage();
    expect(screen.getByText('You came from website owned by').nextSibling?.textContent).toBe('Lumen Books OÜ (demo)');
  });

  test('grey lines appear after 300 ms only', async () => {
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

  test('a bank that is slow is explained, until the code is there', async () => {
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

  test('a bank that does not answer is said calmly, with the next try and the way back, and the next try goes on', { timeout: 120_000 }, async () => {
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

  test('the challenge is read every second, and not while the page is hidden', async () => {
    const { server } = await openSigningPage();
    await press(SIGN);
    await pass(3000);
    const seen = server.count('GET /api/ui/challenge');
    expect(seen).toBe(4);
    setPageVisibility('hidden');
    await pass(30_000);
    expect(server.count('GET /api/ui/challenge')).toBeLessThanOrEqual(seen + 1);
  });

  test('where the sandbox bank stands behind it, the test device opens in a new tab', async () => {
    await openSigningPage();
    await press(SIGN);
    const link = screen.getByRole('link', { name: 'Open the test device in a new tab' });
    expect(link.getAttribute('href')).toBe('/bank/device');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('the button signs only after it could be seen for 500 ms', async () => {
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

  test('resuming after 40 s in the Smart-ID app ends in success: the same body is sent again', async () => {
    const { server } = await openSigningPage();
    await press(SIGN);
    setPageVisibility('hidden');
    await pass(40_000);
    server.on(PUT, signedResult);
    setPageVisibility('visible');
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Payment signed' })).toBeDefined();
    const bodies = server.calls.filter(({ call }) => call === PUT).map(({ body }) => body);
    expect(bodies).toEqual([bodies[0], bodies[0]]);
  });

  test('a page that was reloaded while it signs joins the running signature with its body', async () => {
    const server = signingServer();
    const submission = { debtorAccountIban: savingsAccount.iban, debtorDetails: { debtorId: '39001010077' } };
    server.on(DETAILS, { ...runningSession, submission });
    await openSigningPage({ server });
    expect(server.calls.find(({ call }) => call === PUT)?.body).toEqual(submission);
    expect(screen.getByRole('heading', { name: 'Compare the control code' })).toBeDefined();
  });

  test('a refusal on the phone shows its text, and Try again leads back to info', async () => {
    const { server } = await openSigningPage();
    server.on(PUT, replay(refusedOnPhone));
    await press(SIGN);
    expect(screen.getByRole('heading', { name: 'Oops, something went wrong!' })).toBeDefined();
    expect(screen.getByText(/^You refused the request on your phone\./)).toBeDefined();
    expect(screen.getByText('request-1')).toBeDefined();
    await press('Try again');
    await pass(500);
    expect(server.count(DETAILS)).toBe(1);
    await press(SIGN);
    expect(server.count(PUT)).toBe(2);
  });

  test('a conflict reads the session again', async () => {
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

  test('Back to service provider goes there at once', async () => {
    const { assign } = await sign();
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
  });

  test('a second press where Stay on this page was meets a button that does not leave yet', async () => {
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

  test('logging out goes back even if it fails', async () => {
    const { assign, server } = await sign();
    server.on('DELETE /bank/session', () => refuse(500, 'INTERNAL_ERROR', 'no'));
    await press('Logout and go back to service provider');
    expect(assign).toHaveBeenCalledWith(SUCCESS_URL);
  });

  test('shows when it was signed in the bank’s zone, and the status', async () => {
    await sign();
    expect(screen.getByText('November 20, 2026 at 14:07 EET')).toBeDefined();
    expect(screen.getByText('Settled')).toBeDefined();
  });

  test('a reload shows the success again', async () => {
    const server = signingServer();
    server.on(DETAILS, signedSession);
    await openSigningPage({ server, hasTicket: false });
    expect(screen.getByRole('heading', { name: 'Payment signed' })).toBeDefined();
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
  test('sends DELETE and goes to tppFailureUrl', async () => {
    const { server, assign } = await openSigningPage();
    await press('Cancel');
    expect(server.count(DELETE)).toBe(1);
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('goes to tppSuccessUrl when there is no tppFailureUrl', async () => {
    const server = signingServer();
    const { tppFailureUrl: _, ...session } = paymentSession();
    server.on(DETAILS, session);
    const { assign } = await openSigningPage({ server });
    await press('Cancel');
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
  });

  test('while it signs, it stops the signature first', async () => {
    const { server, assign } = await openSigningPage();
    await press(SIGN);
    // A button that has just appeared takes no press.
    await pass(500);
    await press('Cancel');
    await pass(60_000);
    expect(server.count(PUT)).toBe(1);
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('a signature that was quicker is shown instead of leaving as refused', async () => {
    const { server, assign } = await openSigningPage();
    await press(SIGN);
    await pass(500);
    server.on(DELETE, () => refuse(409, 'ALREADY_SIGNED', 'This was already signed.'));
    server.on(DETAILS, signedSession);
    await press('Cancel');
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Payment signed' })).toBeDefined();
    expect(assign).not.toHaveBeenCalled();
  });

  test('an address that is not http(s) is never followed', async () => {
    const server = signingServer();
    server.on(DETAILS, paymentSession({ tppFailureUrl: 'javascript:alert(1)' }));
    const { assign } = await openSigningPage({ server });
    await press('Cancel');
    expect(assign).toHaveBeenCalledExactlyOnceWith(SUCCESS_URL);
  });
});

describe('a terminated session', () => {
  test('410 sets signing-terminated and shows the view with the way back', async () => {
    const server = signingServer();
    server.on(DETAILS, gone);
    const { assign } = await openSigningPage({ server });
    expect(window.sessionStorage.getItem('signing-terminated')).not.toBeNull();
    expect(screen.getByText('Your session is terminated')).toBeDefined();
    await press('back to service provider');
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test.each([PUT, 'GET /api/ui/account/balance', 'GET /api/ui/payment/fee', 'GET /api/ui/account/list'])('410 to %s terminates too', async (call) => {
    const server = signingServer();
    server.on(call, gone);
    await openSigningPage({ server });
    if (call === PUT) await press(SIGN);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('410 while the phone is asked terminates', async () => {
    const { server } = await openSigningPage();
    server.on('GET /api/ui/challenge', gone);
    await press(SIGN);
    await pass(0);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('without a known way back it links to the portal', async () => {
    const server = signingServer();
    server.on(DETAILS, replay(terminated));
    const { assign } = await openSigningPage({ server });
    await press('Go to Portico');
    expect(assign).toHaveBeenCalledExactlyOnceWith('/');
  });

  test('a flagged session stays terminated after a reload, whatever the call answers', async () => {
    window.sessionStorage.setItem('signing-terminated', 'true');
    const server = signingServer();
    server.on(DETAILS, () => refuse(503, 'UNAVAILABLE', 'no'));
    await openSigningPage({ server, hasTicket: false });
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });

  test('leaving the page by another way clears the flag too', async () => {
    const server = signingServer();
    server.on(DETAILS, gone);
    const { unmount } = await openSigningPage({ server });
    act(unmount);
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
  });

  test('a new entry ticket starts afresh', async () => {
    window.sessionStorage.setItem('signing-terminated', 'true');
    await openSigningPage();
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
    expect(screen.getByRole('button', { name: SIGN })).toBeDefined();
  });
});

describe('errors', () => {
  test.each([DETAILS, 'GET /api/ui/account/list', 'GET /api/ui/account/balance', 'GET /api/ui/payment/fee'])(
    '%s that fails shows the error screen',
    async (call) => {
      const server = signingServer();
      server.on(call, () => refuse(500, 'INTERNAL_ERROR', 'no'));
      await openSigningPage({ server });
      expect(screen.getByRole('heading', { name: 'Oops, something went wrong!' })).toBeDefined();
      expect(screen.getByText('It’s not you, it’s us. We’re sorry.')).toBeDefined();
    },
  );

  test('a refusal that is known by its code is said in the page’s own words', async () => {
    const server = signingServer();
    server.on('GET /api/ui/payment/fee', () => refuse(400, 'FORMAT_ERROR', 'The fee cannot be computed for this account.'));
    await openSigningPage({ server });
    expect(screen.getByText('Something that was typed or chosen here was not accepted. Check it and try again.')).toBeDefined();
    expect(screen.queryByText('It’s not you, it’s us. We’re sorry.')).toBeNull();
  });

  test('the error screen leads back to the provider', async () => {
    const server = signingServer();
    server.on('GET /api/ui/payment/fee', () => refuse(500, 'INTERNAL_ERROR', 'no'));
    const { assign } = await openSigningPage({ server });
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });

  test('Try again loads everything anew with the signing id', async () => {
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

  test('Try again enters without the ticket when nobody answered: its answer may have been lost on the way', async () => {
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

  test('a dead link shows where to go and clears what its look-up flagged', async () => {
    const server = signingServer();
    server.on(DETAILS, gone);
    const { assign } = await openSigningPage({ server, hasTicket: false, page: 'error' });
    expect(screen.getByRole('heading', { name: 'This page cannot be opened again' })).toBeDefined();
    expect(window.sessionStorage.getItem('signing-terminated')).toBeNull();
    await press('Back to service provider');
    expect(assign).toHaveBeenCalledExactlyOnceWith(FAILURE_URL);
  });
});

describe('the time that is left', () => {
  test('a second press where Give me more time was meets a button that does not sign yet', async () => {
    const { server } = await openSigningPage();
    await pass(241_000);
    await press('Give me more time');
    await press(SIGN);
    expect(server.count(PUT)).toBe(0);
    await pass(500);
    await press(SIGN);
    expect(server.count(PUT)).toBe(1);
  });

  test('a warning with Give me more time appears from 60 s on', async () => {
    const { server } = await openSigningPage();
    await pass(238_000);
    expect(screen.queryByRole('button', { name: 'Give me more time' })).toBeNull();
    await pass(2000);
    await press('Give me more time');
    expect(server.count('POST /api/ui/activity')).toBe(1);
    expect(screen.queryByRole('button', { name: 'Give me more time' })).toBeNull();
  });

  test('keys and pointer are told to the server, at most once in 30 s', async () => {
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

  test('the press that cancels is not told as activity: the session it ends would answer 410', async () => {
    const { server } = await openSigningPage();
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Cancel' }));
    await press('Cancel');
    await pass(60_000);
    expect(server.count('POST /api/ui/activity')).toBe(0);
  });

  test('when it is over, the server is asked and its 410 opens the terminated view', async () => {
    const { server } = await openSigningPage();
    server.on('GET /api/ui/challenge', gone);
    await pass(302_000);
    expect(screen.getByText('Your session is terminated')).toBeDefined();
  });
});
