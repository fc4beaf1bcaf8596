/** What each command does. */
import { readFile } from 'node:fs/promises';
import { orThrow } from '../api-error.ts';
import { originOf } from '../client.ts';
import { readPages } from '../pages.ts';
import { WrongUse } from './failures.ts';
import { confirm, type Given, openApi, type Result, signedIn, THERE, toNumber } from './given.ts';
import {
  advanceClock,
  customerWithToken,
  exportSandbox,
  findCustomer,
  type ImportedSandbox,
  importSandbox,
  listCustomers,
  logIn,
  logOut,
  readClock,
  restoreClock,
  seedSandbox,
  type TestClock,
} from './portal.ts';
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
  customers,
  token,
  accounts,
  transactions,
  'consent create': createConsent,
  'consent show': showConsent,
  'payment create': createPayment,
  'payment show': showPayment,
  'clock show': async ({ session }) => toClock(await readClock(signedIn(session))),
  'clock advance': advance,
  'clock restore': restore,
  'sandbox export': exportDocument,
  'sandbox import': importDocument,
  'sandbox seed': seed,
  reset,
};

async function login({ session, options: { bank: given = '', email = '' }, terminal }: Given): Promise<Result> {
  const bank = originOf(given);
  const { protocol, hostname } = new URL(bank);
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) throw new WrongUse(`The password is not sent to ${bank}: use https.`);
  const password = terminal.env.PORTICO_TPP_PASSWORD || (await terminal.ask(`Password of ${email}: `, true));
  if (password === '') throw new WrongUse('No password was given. Nothing was sent.');
  const file = await saveSession(terminal.env, await logIn(bank, email, password, session?.bank === bank ? session.cookies : {}));
  return { document: { bank, email, file }, lines: [`Logged in at ${bank} as ${email}. The session is in ${file}.`] };
}

async function logout({ session, terminal }: Given): Promise<Result> {
  // Deleted first: without a connection the computer keeps no session either.
  await deleteSession(terminal.env);
  if (session !== undefined) await logOut(session);
  const wasLoggedIn = session !== undefined;
  return { document: { wasLoggedIn }, lines: [wasLoggedIn ? `Logged out at ${session.bank}.` : 'You were not logged in.'] };
}

async function customers({ session }: Given): Promise<Result> {
  const all = await listCustomers(signedIn(session));
  const document = all.map(({ access_token, expiresAt, ...customer }) => ({ ...customer, hasToken: access_token !== undefined }));
  const lines = document.map(({ hasToken, userName, country, companyName, customer, scenario }) => {
    const name = companyName ?? `${customer.name} ${customer.surname}`;
    return `${hasToken ? '*' : ' '} ${userName.padEnd(12)} ${country} ${customer.nationalIdentityNumber.padEnd(13)} ${name.padEnd(26)} ${scenario}`;
  });
  return { document, lines };
}

async function token(given: Given): Promise<Result> {
  const { access_token: accessToken, expiresAt, userName, id } = await customerWithToken(signedIn(given.session), given.options.customer);
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
  const { now } = await readClock(signedIn(given.session));
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

async function advance({ session, options }: Given): Promise<Result> {
  const [given, ...others] = (['minutes', 'days', 'months'] as const).flatMap((unit) =>
    options[unit] === undefined ? [] : [[unit, options[unit]] as const],
  );
  if (given === undefined || others.length > 0) throw new WrongUse('Give one of --minutes, --days and --months.');
  const [unit, value] = given;
  return toClock(await advanceClock(signedIn(session), { [unit]: toNumber(unit, value) }));
}

async function restore(given: Given): Promise<Result> {
  const session = signedIn(given.session);
  await confirm(given, 'Real time again: this resets every test customer of your sandbox.');
  return toClock(await restoreClock(session));
}

async function reset(given: Given): Promise<Result> {
  // Before the token: a new one ends that of another customer.
  const { asked } = await findCustomer(signedIn(given.session), given.options.customer);
  await confirm(given, `This deletes transactions, consents and payments of ${asked?.userName ?? 'the customer of the guides'}.`);
  const api = await openApi(given);
  const { userName, id } = api.customer;
  await orThrow(api.client.DELETE('/v1/sandbox/reset'));
  return { document: { customer: { id, userName } }, lines: [`${userName} is as at the beginning.`] };
}

async function exportDocument({ session }: Given): Promise<Result> {
  const document = await exportSandbox(signedIn(session));
  return { document, lines: [JSON.stringify(document, undefined, 2)] };
}

async function importDocument(given: Given): Promise<Result> {
  const session = signedIn(given.session);
  const document = await readDocument(given.argument);
  const isReplaced = given.options.replace !== undefined;
  if (isReplaced) await confirm(given, `This replaces your sandbox with ${given.argument}; its consents and payments end.`);
  return toImported(await importSandbox(session, document, isReplaced ? 'replace' : 'add'));
}

/** @throws WrongUse unless the file has a JSON object */
async function readDocument(file: string): Promise<object> {
  try {
    const document: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof document === 'object' && document !== null) return document;
  } catch (error) {
    if (Object(error).code !== undefined) throw new WrongUse(`${file} cannot be read (${Object(error).code}). Nothing was sent.`);
  }
  throw new WrongUse(`${file} has no JSON object. Nothing was sent. “portico-tpp sandbox export > ${file}” writes one.`);
}

async function seed(given: Given): Promise<Result> {
  const session = signedIn(given.session);
  await confirm(given, `This replaces your sandbox with that of the seed ${given.argument}; its consents and payments end.`);
  return toImported(await seedSandbox(session, given.argument));
}

function toImported(document: ImportedSandbox): Result {
  const { customers: people, accounts: all, transactions: booked } = document;
  return { document, lines: [`${people} customers, ${all} accounts and ${booked} transactions are imported.`] };
}

function toClock(clock: TestClock): Result {
  return { document: clock, lines: [`${clock.now} ${clock.isRealTime ? 'real time' : 'test time'}`] };
}
