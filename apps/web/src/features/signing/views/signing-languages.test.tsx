/** Every kind and every view of the signing pages in all five languages: nothing missing, nothing left in English, nothing restarted. */
import type { SigningChallenge } from '@portico/contract';
import terminatedWithWayBack from '@portico/contract/recorded/terminated-with-way-back';
import { AUTH_METHODS } from '@portico/contract/values';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hold, refuse, replay, reply } from '../../../shared/api/fake-server.ts';
import { expectEveryLanguage } from '../../../shared/i18n/testing/every-language.ts';
import { openConsent } from '../testing/consent-fixtures.ts';
import { EVERY_KIND, PAGES } from '../testing/every-kind.ts';
import { paidServer } from '../testing/paid-fixtures.ts';
import { paymentDetails, paymentSession, runningSession } from '../testing/signing-fixtures.ts';
import { closeSigningPage, type OpenOptions, openSigningPage, pass, signingServer } from '../testing/signing-harness.tsx';

/** Names in the recorded answers and in the bank's settings. */
const DATA =
  /Portico|Lumen Books|Liis|Näidis|Everyday account|Savings|Rainy day|Ona Pavyzdytė|^books$|Payee|Salary|^LB$|support@|request-\d|\b[0-9a-f]{8}-|^[A-Z]{2}\d{2}|Order|Invoice|\w+-\d{3,}/;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

async function pressPrimary(): Promise<void> {
  const primary = screen.getAllByRole('button').find((button) => button.className.includes('primary') && !button.hasAttribute('disabled'));
  if (primary === undefined) throw new Error('there is nothing to press');
  primary.click();
  await pass(600);
}

const { payment, consent } = PAGES;
const CASES = [
  ...EVERY_KIND.map((page) => ({ ...page, where: '' })),
  { ...payment, where: ' in Lithuania', serve: () => payment.serve({ bankCountry: 'lt' }) },
  { ...consent, where: ' with a choice', serve: () => consent.serve(openConsent) },
];

describe.each(CASES)('the page of a $kind$where', ({ modalId, kind, serve, signed, isCancellation: asksFirst }) => {
  const put = `PUT /api/ui/${kind}`;
  test('speaks five languages, from the first view to success, and asks the device once', async () => {
    const server = serve();
    const { language } = await openSigningPage({ server, modalId });
    if (asksFirst) {
      await expectEveryLanguage(language, DATA);
      await pressPrimary();
    }
    await expectEveryLanguage(language, DATA);
    const answer = Promise.withResolvers<Response>();
    server.on(put, () => answer.promise);
    await pressPrimary();
    await expectEveryLanguage(language, DATA);
    expect(server.count(put)).toBe(1);
    answer.resolve(reply(signed));
    await pass(0);
    await expectEveryLanguage(language, DATA);
  });
  test('says in five languages that the device said no', async () => {
    const server = serve();
    server.on(put, () => refuse(422, 'SCA_REFUSED', 'In the bank’s words.'));
    const { language } = await openSigningPage({ server, modalId });
    if (asksFirst) await pressPrimary();
    await pressPrimary();
    await expectEveryLanguage(language, DATA);
  });
});

describe('a payment', () => {
  const open = async (options: OpenOptions) => (await openSigningPage(options)).language;
  const signing = async (challenge: SigningChallenge) => {
    const server = signingServer();
    server.on('GET /api/ui/payment/details', { ...runningSession, authMethod: challenge.method });
    server.on('GET /api/ui/challenge', challenge);
    return open({ server });
  };

  test.each(AUTH_METHODS)('asks a device of %s in five languages', async (method) => {
    const calculatorNumber = [
      { meaning: 'amount', digits: '4680' },
      { meaning: 'account', digits: '1764' },
      { meaning: 'once', digits: '305214' },
    ] as const;
    const code = method === 'CODE_CALCULATOR' ? { calculatorNumber: calculatorNumber.map((part) => ({ ...part })) } : { controlCode: '4711' };
    await expectEveryLanguage(await signing({ state: 'started', method, secondsLeft: 84, ...code }), DATA);
  });

  test.each(['MTCH', 'CMTC', 'NMTC', 'NOAP'] as const)('whose payee was found to be %s is warned of in five languages', async (result) => {
    const payeeVerification = { result, ...(result === 'CMTC' ? { matchedName: 'Lumen Books Osaühing' } : {}) };
    const server = paidServer('payment', paymentSession({ details: paymentDetails({ payeeVerification }) }));
    await expectEveryLanguage(await open({ server }), DATA);
  });

  test('that costs more than there is says so in five languages', async () => {
    const server = signingServer();
    server.on('GET /api/ui/account/balance', { balanceAmount: { amount: '1.00', currency: 'EUR' } });
    await expectEveryLanguage(await open({ server }), DATA);
  });

  test.each([
    [404, 'SIGNING_KIND_UNKNOWN'],
    [500, 'INTERNAL_ERROR'],
    [503, 'UNAVAILABLE'],
    [503, 'MAINTENANCE'],
    [400, 'ACCOUNT_BLOCKED'],
    [400, 'CURRENCY_MISMATCH'],
    [409, 'ALREADY_SIGNED'],
  ])('whose details are refused with %i %s says so in five languages', async (status, code) => {
    const server = signingServer();
    server.on('GET /api/ui/payment/details', () => refuse(status, code, 'In the bank’s words.'));
    const language = await open({ server });
    await expectEveryLanguage(language, DATA);
    expect(document.body.textContent).not.toContain('In the bank’s words.');
  });

  test('that is terminated says so in five languages', async () => {
    const server = signingServer();
    server.on('GET /api/ui/payment/details', replay(terminatedWithWayBack));
    await expectEveryLanguage(await open({ server }), DATA);
  });

  test('whose time runs out warns in five languages', async () => {
    const language = await open({ waitMs: 4.5 * 60 * 1000 });
    await expectEveryLanguage(language, DATA);
  });

  test('waits in five languages while the bank does not answer', async () => {
    const server = signingServer();
    server.on('PUT /api/ui/payment', () => refuse(503, 'UNAVAILABLE', 'no', {}, { 'retry-after': '60' }));
    const language = await open({ server });
    await pressPrimary();
    await expectEveryLanguage(language, DATA);
  });

  test('that loads says so in five languages', async () => {
    const server = signingServer();
    server.on('GET /api/ui/payment/details', hold);
    await expectEveryLanguage(await open({ server }), DATA);
  });

  test('whose link is dead says so in five languages', async () => {
    await expectEveryLanguage(await open({ page: 'error' }), DATA);
  });
});
