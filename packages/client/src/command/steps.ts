/** What each command does. */
import { orThrow } from '../api-error.ts';
import { originOf } from '../client.ts';
import { readPages } from '../pages.ts';
import { chooseApplication, showApplications } from './applications.ts';
import { WrongUse } from './failures.ts';
import { confirm, type Given, openApi, type Result, sandboxOf, signedIn, THERE, toNumber } from './given.ts';
import { advanceClock, customerWithToken, findCustomer, listCustomers, logIn, logOut, readClock, restoreClock, type TestClock } from './portal.ts';
import { exportFiles, fillFromSeed, importFiles } from './sandbox-files.ts';
import { deleteSession, saveSession } from './session-file.ts';
import { createConsent, createPayment, showConsent, showPayment } from './signed.ts';

type Step = (given: Given) => Promise<Result>;

const DAYS = 30;
const DAY_MS = 86_400_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** By the name of the command. */
export const STEPS: Readonly<Record<string, Step>> = {
  login,
  logout,
  applications: showApplications,
  'application use': chooseApplication,
  customers,
  token,
  accounts,
  transactions,
  'consent create': createConsent,
  'consent show': showConsent,
  'payment create': createPayment,
  'payment show': showPayment,
  'clock show': async (given) => toClock(await readClock(signedIn(given))),
  'clock advance': advance,
  'clock restore': restore,
  'sandbox export': exportFiles,
  'sandbox import': importFiles,
  'sandbox seed': fillFromSeed,
  reset,
};

async function login({ session, options: { bank: given = '', email = '' }, terminal }: Given): Promise<Result> {
  const bank = originOf(given);
  const { protocol, hostname } = new URL(bank);
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) throw new WrongUse(`The password is not sent to ${bank}: use https.`);
  const password = terminal.env.PORTICO_TPP_PASSWORD || (await terminal.ask(`Password of ${email}: `, true));
  if (password === '') throw new WrongUse('No password was given. Nothing was sent.');
  const opened = await logIn({
    bank,
    email,
    password,
    askCode: async () => terminal.env.PORTICO_TPP_CODE || terminal.ask('Code of your authenticator app, or a recovery code: '),
    earlier: session?.bank === bank ? session.cookies : {},
  });
  // The choice outlives the session, and belongs to the account.
  const isSameAccount = session?.bank === bank && session.email === email;
  const application = isSameAccount ? session.application : undefined;
  const file = await saveSession(terminal.env, { ...opened, ...(application !== undefined && { application }) });
  return { document: { bank, email, file }, lines: [`Logged in at ${bank} as ${email}. The session is in ${file}.`] };
}

async function logout({ session, terminal }: Given): Promise<Result> {
  // Deleted first: without a connection the computer keeps no session either.
  await deleteSession(terminal.env);
  if (session !== undefined) await logOut(session);
  const wasLoggedIn = session !== undefined;
  return { document: { wasLoggedIn }, lines: [wasLoggedIn ? `Logged out at ${session.bank}.` : 'You were not logged in.'] };
}

async function customers(given: Given): Promise<Result> {
  const all = await listCustomers(signedIn(given));
  const document = all.map(({ access_token, expiresAt, ...customer }) => ({ ...customer, hasToken: access_token !== undefined }));
  const lines = document.map(({ hasToken, userName, country, companyName, customer, scenario }) => {
    const name = companyName ?? `${customer.name} ${customer.surname}`;
    return `${hasToken ? '*' : ' '} ${userName.padEnd(12)} ${country} ${customer.nationalIdentityNumber.padEnd(13)} ${name.padEnd(26)} ${scenario}`;
  });
  return { document, lines };
}

async function token(given: Given): Promise<Result> {
  const { access_token: accessToken, expiresAt, userName, id } = await customerWithToken(signedIn(given), given.options.customer);
  return { document: { accessToken, expiresAt, customer: { id, userName } }, lines: [accessToken] };
}

async function accounts(given: Given): Promise<Result> {
  const { client } = await openApi(given);
  const { consent } = given.options;
  if (consent === undefined) {
    const document = await orThrow(client.GET('/v1/account-list'));
    return { document, lines: document.accounts.map(({ iban, currency, name }) => `${iban}  ${currency}  ${name}`) };
  }
  const header = { ...THERE, 'Consent-ID': consent };
  const document = await orThrow(client.GET('/v1/accounts', { params: { header, query: { withBalance: true } } }));
  const lines = document.accounts.map(({ iban, currency, name, balances = [] }) => {
    const sums = balances.map(({ balanceType, balanceAmount }) => `${balanceType} ${balanceAmount.amount}`);
    return [iban, currency, name, ...sums].join('  ');
  });
  return { document, lines };
}

async function transactions(given: Given): Promise<Result> {
  const { account: wanted, consent = '', days = String(DAYS) } = given.options;
  const back = toNumber('days', days) * DAY_MS;
  const { now } = await readClock(signedIn(given));
  const dateFrom = new Date(Date.parse(now) - back).toISOString().slice(0, 10);
  const { client } = await openApi(given);
  const header = { ...THERE, 'Consent-ID': consent };
  const { accounts: all } = await orThrow(client.GET('/v1/accounts', { params: { header } }));
  const chosen = all.filter(({ iban }) => wanted === undefined || iban === wanted);
  if (chosen.length === 0) throw new WrongUse(`The consent has no account ${wanted ?? ''}. “portico-tpp accounts --consent ${consent}” lists all.`);
  const document = [];
  for (const { resourceId: accountId = '', iban } of chosen) {
    const listed: { readonly booked: object[]; readonly pending: object[] } = { booked: [], pending: [] };
    const read = (next: Readonly<Record<string, string>> | undefined) =>
      orThrow(
        client.GET('/v1/accounts/{accountId}/transactions', {
          params: { header, path: { accountId }, query: { bookingStatus: 'both', dateFrom, ...next } },
        }),
      );
    for await (const { transactions: page } of readPages(read)) {
      listed.booked.push(...(page.booked ?? []));
      listed.pending.push(...(page.pending ?? []));
    }
    document.push({ iban, ...listed });
  }
  return { document, lines: document.flatMap(({ iban, booked, pending }) => [iban, ...[...pending, ...booked].map(toTransactionLine)]) };
}

function toTransactionLine(transaction: object): string {
  const { bookingDate = 'pending', transactionAmount, creditorName, debtorName, remittanceInformationUnstructured } = Object(transaction);
  const sum = `${transactionAmount.amount} ${transactionAmount.currency}`.padStart(16);
  return `  ${bookingDate.padEnd(10)} ${sum}  ${[creditorName ?? debtorName, remittanceInformationUnstructured].filter(Boolean).join('  ')}`;
}

async function advance(given: Given): Promise<Result> {
  const { options } = given;
  const [step, ...others] = (['minutes', 'days', 'months'] as const).flatMap((unit) =>
    options[unit] === undefined ? [] : [[unit, options[unit]] as const],
  );
  if (step === undefined || others.length > 0) throw new WrongUse('Give one of --minutes, --days and --months.');
  const [unit, value] = step;
  return toClock(await advanceClock(signedIn(given), { [unit]: toNumber(unit, value) }));
}

async function restore(given: Given): Promise<Result> {
  const session = signedIn(given);
  await confirm(given, `Real time again: this resets every test customer of ${sandboxOf(session)}.`);
  return toClock(await restoreClock(session));
}

async function reset(given: Given): Promise<Result> {
  // Before the token: a new one ends that of another customer.
  const { asked } = await findCustomer(signedIn(given), given.options.customer);
  await confirm(given, `This deletes transactions, consents and payments of ${asked?.userName ?? 'the customer of the guides'}.`);
  const api = await openApi(given);
  const { userName, id } = api.customer;
  await orThrow(api.client.DELETE('/v1/sandbox/reset'));
  return { document: { customer: { id, userName } }, lines: [`${userName} is as at the beginning.`] };
}

function toClock(clock: TestClock): Result {
  return { document: clock, lines: [`${clock.now} ${clock.isRealTime ? 'real time' : 'test time'}`] };
}
