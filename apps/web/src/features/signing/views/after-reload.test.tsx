// After a reload a page says the same as before it. Only the page of a success shows green signs.
import type { PeriodicPaymentDetails, Signatory } from '@portico/contract';
import { signedResult, TRANSACTION_STATUSES } from '@portico/contract/values';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuse } from '../../../shared/api/fake-server.ts';
import { isPaid, type SigningSession } from '../engine/signing-session.ts';
import { EVERY_KIND, type KindOfPage, PAGES } from '../testing/every-kind.ts';
import { ACCEPTED, fact, paidServer, periodicSession } from '../testing/paid-fixtures.ts';
import { accounts, everydayAccount, fee } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press } from '../testing/signing-harness.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

/** Of the payment that is cancelled, and of the signature of this page. */
const ORDERED_AT = '2026-11-18T09:30:00.000Z';
const SIGNED_AT = '2026-11-20T12:07:00.000Z';
const SIGNATORIES: Signatory[] = [
  { name: 'Liis Tamm', state: 'signed', signedAt: SIGNED_AT },
  { name: 'Mart Tamm', state: 'refused', signedAt: SIGNED_AT },
];
const TICK = 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM6.5 10.3l2.4 2.4 4.6-5';

const ACCESS = ['valid', 'rejected', 'expired'] as const;
const CASES = EVERY_KIND.flatMap((kind) => {
  const statuses: readonly string[] = kind.statusField === 'transactionStatus' ? TRANSACTION_STATUSES.filter((each) => each !== 'RCVD') : ACCESS;
  return statuses.map((status) => ({ ...kind, value: status }));
});

const signedFee = { amount: fee.sum, currency: fee.crcCode };

/** As the bank answers a page that is loaded again: a cancellation's details still name the signature of the payment. */
function readBack({ open, isCancellation }: KindOfPage, result: object): SigningSession {
  const details = { ...open.details, ...result };
  const own = isCancellation ? { signedAt: ORDERED_AT } : {};
  const debtorAccount = isPaid(open) ? { debtorAccount: { iban: everydayAccount.iban }, fee: signedFee } : {};
  return { ...open, state: 'signed', signedAt: SIGNED_AT, details: { ...details, ...debtorAccount, ...own } } as SigningSession;
}

/** Everything that the page says, without its countdown and buttons. */
function said(): unknown {
  const facts = Array.from(document.querySelectorAll('dt'), (label) => [label.textContent, label.nextElementSibling?.textContent]);
  const signatories = Array.from(document.querySelectorAll('section li'), ({ textContent }) => textContent);
  return { title: document.querySelector('h1')?.textContent, facts, signatories, ticks: ticks() };
}

const ticks = () => document.querySelectorAll(`path[d="${TICK}"]`).length;

async function signIt({ modalId, kind, serve, open, isCancellation }: KindOfPage, result: object) {
  const server = serve(isCancellation ? { details: { ...open.details, signedAt: ORDERED_AT } } : {});
  const page = await openSigningPage({ server, modalId });
  server.on(`PUT /api/ui/${kind}`, result);
  if (isCancellation) {
    await press('YES');
    await pass(500);
  }
  await press(/^Sign with/);
  return page;
}

describe.each(CASES)('the page of a signed $kind that is $value', (each) => {
  const { kind, modalId, serve, value, statusField, isCancellation } = each;
  const isMoney = statusField === 'transactionStatus';
  const refused = value === 'RJCT' ? { notPaidReason: 'coSignerRefused', signatories: SIGNATORIES } : {};
  const isPayment = isMoney && !isCancellation;
  const result = { [statusField]: value, signedAt: SIGNED_AT, ...(isPayment ? { ...refused, fee: signedFee } : {}) };

  test('says the same after a reload', async () => {
    const { unmount } = await signIt(each, result);
    await pass(600);
    const before = said();
    unmount();
    await openSigningPage({ server: serve(readBack(each, result)), modalId, hasTicket: false });
    expect(said()).toEqual(before);
    if (isMoney) expect(fact('Pay from')).toBe(`${everydayAccount.name}${everydayAccount.iban}`);
  });

  test('has a green tick only when it is a success', async () => {
    await openSigningPage({ server: serve(readBack(each, result)), modalId, hasTicket: false });
    expect(ticks() > 0).toBe(signedResult(kind, value) === 'success');
  });
});

describe('a periodic payment with an unpaid execution', () => {
  test.each(['ACTC', 'ACSC', 'ACSP'] as const)('has no green tick and no status of an executed payment (%s)', async (transactionStatus) => {
    const unpaidRun = { executionDate: '2026-11-20', notPaidReason: 'fundsNotAvailable' } as const;
    const details: Partial<PeriodicPaymentDetails> = { ...ACCEPTED, transactionStatus, signedAt: SIGNED_AT, unpaidRun };
    const server = paidServer('periodic-payment', periodicSession(details, { state: 'signed', signedAt: SIGNED_AT }));
    await openSigningPage({ server, modalId: 'signingPeriodicPayment', hasTicket: false });
    expect([fact('Status'), ticks()]).toEqual(['Signed, one payment not made', 0]);
  });
});

describe('the name of the account', () => {
  const signed = () => readBack(PAGES.payment, { transactionStatus: 'ACSC', signedAt: SIGNED_AT });

  test.each([
    ['the list of accounts fails', () => refuse(500, 'INTERNAL_ERROR', 'Failed.')],
    ['the session ends meanwhile', () => refuse(410, 'SIGNING_TERMINATED', 'Terminated.')],
    ['the account is closed', () => Response.json(accounts.slice(1))],
  ])('is omitted when %s, and the page stays', async (_when, answer) => {
    const server = paidServer('payment', signed());
    server.on('GET /api/ui/account/list', answer);
    await openSigningPage({ server, modalId: 'signingPayment', hasTicket: false });
    expect(document.querySelector('h1')?.textContent).toBe('Paid');
    expect(fact('Pay from')).toBe(everydayAccount.iban);
  });

  test('is requested once, without balance and fee', async () => {
    const server = paidServer('payment', signed());
    await openSigningPage({ server, modalId: 'signingPayment', hasTicket: false });
    expect(server.calls.map(({ call }) => call).filter((call) => /account|fee/.test(call))).toEqual(['GET /api/ui/account/list']);
  });
});
