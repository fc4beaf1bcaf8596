/**
 * Creates the data for measurements of reads: one customer with token, consent, account and a booking, made by the real server, and any number of
 * copies of their rows under other ids. Triggers and foreign keys are off while rows are copied.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createTpp, demoClient, jsonOf, obtainToken, openBrowser, overHttp, type PorticoProcess, SITE, textOf } from '@portico/testkit';
import { copyRows, type Query, readPersonalCode } from '../signing/rehearsal.ts';

/** Ids from the real server. */
export interface Original {
  readonly token: string;
  readonly consentId: string;
  readonly customerId: string;
  readonly accountId: string;
  readonly iban: string;
}

/** Number of bookings copied at once, so that sorting stays in memory. */
const PIECE = 100_000;
/** Days of the bookings, ending yesterday. A consent reads back further. */
const HISTORY_DAYS = 80;

/** The ids of the copies, by the same rules as {@link SQL}. Customers count from 1. */
export const copies = {
  token: (customer: number): string => String(customer).padStart(43, 't'),
  consentId: (customer: number): string => `cns_${String(customer).padStart(26, 'n')}`,
  customerId: (customer: number): string => `cus_${String(customer).padStart(26, 'c')}`,
  accountId: (customer: number): string => `acc_${String(customer).padStart(26, 'a')}`,
  customerOf: (accountId: string): number => Number(accountId.replace(/^acc_a*/, '')),
};

/** SQL expressions of `c`, the customer, and `i`, the booking. */
const SQL = {
  consentId: `'cns_' || lpad(c::text, 26, 'n')`,
  customerId: `'cus_' || lpad(c::text, 26, 'c')`,
  accountId: `'acc_' || lpad(c::text, 26, 'a')`,
  bookingId: `'ltx_' || lpad(i::text, 26, '0')`,
  iban: `'EE00' || lpad(c::text, 16, 'A')`,
} as const;

/** Values for the slots of the statements of one read, by name. */
export function slotsOf(customer: number): Readonly<Record<string, string>> {
  return {
    tokenHash: sha256(copies.token(customer)),
    consentId: copies.consentId(customer),
    customerId: copies.customerId(customer),
    accountId: copies.accountId(customer),
  };
}

/** The seeded customer authorises the demo application and grants it one account. The signature is written directly into the database. */
export async function makeOriginal(query: Query, { origin }: PorticoProcess, dataDir: string): Promise<Original> {
  const transport = overHttp(origin);
  const tpp = createTpp({ transport, publicUrl: origin, site: SITE, ...(await demoClient(dataDir)) });
  const customer = { country: 'ee', method: 'SMART_ID', nationalIdentityNumber: await readPersonalCode(query) };
  const token = await obtainToken(openBrowser(transport, origin), tpp, customer);
  const authorization = `Bearer ${token}`;
  // This call books the customer's history.
  const listed = jsonOf(await transport({ method: 'GET', path: '/api/v1/account-list', headers: { authorization } }));
  const iban = textOf(listed, 'accounts', '0', 'iban');
  const rights = { accounts: [{ iban }], balances: [{ iban }], transactions: [{ iban }] };
  const terms = { recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4, combinedServiceIndicator: false };
  const created = await transport({
    method: 'POST',
    path: '/api/v1/consents',
    headers: {
      authorization,
      'content-type': 'application/json',
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': SITE,
    },
    body: JSON.stringify({ access: rights, ...terms }),
  });
  const consentId = textOf(jsonOf(created), 'consentId');
  await query(`update consent set status = 'valid', signed_at = received_at where consent_id = '${consentId}'`);
  const [account] = await query(`select id, customer_id from account where iban = '${iban}'`);
  return { token, consentId, iban, customerId: textOf(account, 'customer_id'), accountId: textOf(account, 'id') };
}

/** Copies customers with a token, a consent and an account each. */
export async function copyCustomers(query: Query, original: Original, customers: number): Promise<void> {
  const from = `(select c, c as i, interval '0' as age from generate_series(1, ${customers}) as c) as copy`;
  const customer = { customer_id: SQL.customerId };
  const consent = `consent_id = '${original.consentId}'`;
  await copyRows(query, 'customer', `id = '${original.customerId}'`, from, {
    id: SQL.customerId,
    seed_key: 'null',
    user_name: `'reader' || c`,
    national_identity_number: `lpad(c::text, 11, '0')`,
    phone_number: `'+999' || lpad(c::text, 8, '0')`,
    user_number: 'null',
  });
  await copyRows(query, 'account', `id = '${original.accountId}'`, from, { ...customer, id: SQL.accountId, iban: SQL.iban });
  await copyRows(query, 'account_balance', `account_id = '${original.accountId}'`, from, { account_id: SQL.accountId });
  await copyRows(query, 'oauth_artifact', `model = 'AccessToken' and id_hash = '${sha256(original.token)}'`, from, {
    ...customer,
    id_hash: `encode(sha256(convert_to(lpad(c::text, 43, 't'), 'UTF8')), 'hex')`,
    expires_at: `now() + interval '1 day'`,
  });
  await copyRows(query, 'consent', consent, from, { ...customer, consent_id: SQL.consentId, authorisation_id: 'null' });
  await copyRows(query, 'consent_account', consent, from, { consent_id: SQL.consentId, account_id: SQL.accountId, iban: SQL.iban });
}

/** Copies payments between the customers and others, in the order of their dates, the same number for each customer. */
export async function copyBookings(
  query: Query,
  original: Original,
  order: { readonly bookings: number; readonly customers: number },
): Promise<void> {
  const { bookings, customers } = order;
  const [booking] = await query(`select transaction_id as id from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id
    where account_id = '${original.accountId}' and kind = 'transfer' limit 1`);
  const id = textOf(booking, 'id');
  const date = { booking_date: `current_date - ${HISTORY_DAYS} + ((i - 1) * ${HISTORY_DAYS} / ${bookings})::integer` };
  for (let first = 1; first <= bookings; first += PIECE) {
    const last = Math.min(bookings, first + PIECE - 1);
    const from = `(select i, (i % ${customers}) + 1 as c, interval '0' as age from generate_series(${first}::bigint, ${last}) as i) as copy`;
    await copyRows(query, 'ledger_transaction', `id = '${id}'`, from, { ...date, id: SQL.bookingId, payment_id: 'null' });
    await copyRows(query, 'ledger_entry', `transaction_id = '${id}'`, from, {
      ...date,
      transaction_id: SQL.bookingId,
      account_id: `case when account_id = '${original.accountId}' then ${SQL.accountId} else account_id end`,
    });
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
