/**
 * T31: whatever ends is told once. Customers and applications bring things to every kind of end; then each row that is at an end is held
 * against the audit log: one entry for it, of its own kind. That no entry can be changed unseen is the audit module's own test.
 */
import { type Browser, identityOf, member, textOf, until } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { type AccessKind, createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { openSigner, orderOf, type Signer } from '../house/receipts/sign-everything.ts';

interface Ends {
  /** SQL: chain of the row. */
  readonly chain: string;
  /** SQL: which of the entries of that chain are meant; default: all that are named below. */
  readonly entry?: string;
  /** SQL: of which rows; default: of all. */
  readonly rows?: string;
  /** State or status → event. */
  readonly events: Readonly<Record<string, string>>;
}

/** Every state that a person or an application can bring something to, and that nothing leaves. */
const ENDS: Readonly<Record<string, Ends>> = {
  'signing_session.state': {
    chain: `'signing:' || session_id`,
    events: { signed: 'signing.signed', refused: 'signing.refused', expired: 'signing.expired' },
  },
  'payment.status': {
    // Items of a bulk payment are told together, below.
    rows: 'row.bulk_payment_id is null',
    chain: `'payment:' || payment_id`,
    events: { ACSC: 'payment.executed', ACCC: 'payment.executed', RJCT: 'payment.rejected', CANC: 'payment.cancelled' },
  },
  'consent.status': {
    chain: `'consent:' || consent_id`,
    events: { rejected: 'consent.rejected', terminatedByTpp: 'consent.deleted', revokedByPsu: 'consent.revoked', expired: 'consent.expired' },
  },
  'transactions_statement.status': {
    chain: `'statement:' || statement_id`,
    events: { rejected: 'statement.rejected', terminatedByTpp: 'statement.deleted', expired: 'statement.expired' },
  },
  'challenge.state': {
    // A signature's challenge is told by its session.
    rows: 'row.audit_chain is not null',
    chain: 'audit_chain',
    entry: `ids->>'challengeId' = row.challenge_id`,
    events: { approved: 'sca.approved', refused: 'sca.refused', timedOut: 'sca.timedOut', wrongCode: 'sca.wrongCode' },
  },
  'sign_in.state': {
    // Before somebody has said who he is, there is nobody to tell it of.
    rows: 'row.customer_id is not null',
    chain: `'sign-in:' || sign_in_id`,
    events: { done: 'sign-in.completed', cancelled: 'sign-in.cancelled' },
  },
};
/** Follow something above, or are the bank's own. The console's tests read the audit entry of each end of its requests. */
const NO_ACTS = [
  'account.status',
  'account_hold.state',
  'certificate_status.status',
  'console_request.state',
  'incident_update.state',
  'notification_delivery.state',
  'notification_delivery.status',
  'payment_status_change.from_status',
  'payment_status_change.status',
  'request_log.status',
  'status_service.state',
];

const LATER = 'payments/sepa-credit-transfers';
let house: House;
let signer: Signer;
const query = (text: string, ...values: unknown[]) => house.database.query(text, values);
const statusOf = async (paymentId: string) => member((await query('select status from payment where payment_id = $1', paymentId)).rows[0], 'status');
const inAWeek = () => new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);

beforeAll(async () => {
  house = await openHouse();
  signer = await openSigner(house);
  await bringToEveryEnd();
});
afterAll(() => house.close());

async function bringToEveryEnd(): Promise<void> {
  await signer.pay('payments/instant-sepa-credit-transfers', orderOf('1.00'));
  await (await signer.enter(LATER, orderOf('2.00'), 'payment')).refuse();
  const later = await signer.pay(LATER, orderOf('3.00', { requestedExecutionDate: inAWeek() }));
  await signer.cancel(LATER, later.resourceId, 'payment');
  const together = { payments: [orderOf('1.00'), orderOf('2.00')] };
  await signer.pay('bulk-payments/sepa-credit-transfers', together, 'bulk-payment');
  const { resourceId } = await signer.pay('bulk-payments/instant-sepa-credit-transfers', together, 'bulk-payment');
  await until(async () => (await statusOf(resourceId)) === 'ACCC');
  await signer.enter(LATER, orderOf('4.00'), 'payment');
  await endAccess(signer.browser);
  await cancelSignIn();
  // A day later what nobody signed is over, for the jobs and for whoever looks.
  await query(`update sandbox set clock_offset_ms = clock_offset_ms + 86400000::bigint * 100`);
  const { modules, platform } = house.portico;
  for (const { sandbox_id: sandboxId } of (await query('select distinct sandbox_id from signing_session')).rows.map((row) => Object(row))) {
    await platform.write((context) => modules.signing.end(context, { sandboxId }));
  }
}

async function endAccess(browser: Browser): Promise<void> {
  const pages = createAccessPages(house.config.publicUrl, [overInject(house.portico.app, house.config.publicUrl)]);
  const token = await house.token(browser);
  const statement = { account: { iban: await pages.firstIban(token) }, dateFrom: '2026-01-01', dateTo: '2026-06-30' };
  const bodies: readonly (readonly [AccessKind, object])[] = [
    ['consent', EVERY_ACCOUNT],
    ['transactions-statement', statement],
  ];
  for (const [kind, body] of bodies) {
    await (await pages.enter(browser, await pages.ask(token, kind, body))).refuse();
    const given = await pages.enter(browser, await pages.ask(token, kind, body));
    expect((await given.sign()).status).toBe(200);
    expect((await pages.call(token, 'DELETE', given.path)).status).toBe(204);
  }
}

async function cancelSignIn(): Promise<void> {
  const browser = house.browse();
  const { location = '' } = (await browser.send('GET', house.tpp.authorize('ee').address)).headers;
  expect((await browser.send('POST', `${location}/authentication`, { body: identityOf(house.customers[0]) })).status).toBe(200);
  expect((await browser.send('DELETE', location)).status).toBe(200);
}

describe('an end', () => {
  it('is checked here for every column with a state or status, or is named as an exception', async () => {
    const { rows } = await query(`select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and (column_name in ('state', 'status') or column_name like '%\\_status')
        and not exists (select from pg_inherits where inhrelid = quote_ident(table_name)::regclass) order by 1`);
    expect(rows.map((row) => member(row, 'place'))).toEqual([...Object.keys(ENDS), ...NO_ACTS].sort());
  });

  it.each(Object.entries(ENDS))(
    'in %s has exactly one audit entry, of the event of that end',
    async (place, { chain, entry = 'true', rows: which = 'true', events }) => {
      const [table, column = ''] = place.split('.');
      const told = Object.values(events).map((event) => `'${event}'`);
      const { rows } = await query(
        `select row.${column} as state,
        array(select event from audit_entry where chain = ${chain.replace(/(\w+_id|audit_chain)/, 'row.$1')} and event in (${told.join()}) and ${entry}) as events
      from ${table} row where row.${column} = any($1) and ${which}`,
        Object.keys(events),
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(member(row, 'events'), `${place} ${textOf(row, 'state')}`).toEqual([events[textOf(row, 'state')]]);
    },
  );

  it('of an item of a bulk payment appears once, in the entry of the items that were executed together', async () => {
    const { rows } = await query(`select row.status, array(select line->>'status'
        from audit_entry entry join audit_content using (chain, position), jsonb_path_query(content::jsonb, '$[*]') line
        where entry.chain = 'payment:' || row.bulk_payment_id and event = 'payment.items-executed' and line->>'paymentId' = row.payment_id) as told
      from payment row where row.bulk_payment_id is not null and row.status in ('ACSC', 'ACCC', 'RJCT')`);
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const row of rows) expect(member(row, 'told')).toEqual([textOf(row, 'status')]);
  });

  it('is in a log that verifies', async () => {
    const { db } = house.database;
    expect(await house.portico.modules.audit.verify(db)).toMatchObject({ ok: true, findings: [] });
  });
});
