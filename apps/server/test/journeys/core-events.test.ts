/** What happens at the core outside an answer reaches Portico once: events that come twice, in another order, with a gap, or of unknown payments. */
import { type Browser, enterSigning, member, obtainToken, type PaymentOrder } from '@portico/testkit';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exportAudit } from '#modules/audit/index.ts';
import { checkCore, listFindings, readFeed, readFeedFigures } from '#modules/bank-core/index.ts';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { msUntilClosedDay } from '../../src/testing/bank-day.ts';
import { setClock } from '../../src/testing/set-clock.ts';
import { createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { KERSTI, OSKAR } from '../house/core-accounts.ts';
import { type CoreHouse, openCoreHouse } from '../house/core-house.ts';

const ORDINARY = 'sepa-credit-transfers';
const WAIT = { interval: 100 };

let house: CoreHouse;
let browser: Browser;
let token: string;
beforeAll(async () => {
  house = await openCoreHouse();
  await setClock(house.database, msUntilClosedDay());
  browser = house.browse();
  token = await obtainToken(browser, house.tpp, KERSTI);
});
afterEach(() => {
  house.line.faultOf = () => 'none';
  house.line.changeAnswer = (_call, _asked, answer) => answer;
});
afterAll(() => house.close());

const feed = () => readFeed(house.database.db);
const statusOf = (paymentId: string, product: PaymentOrder['product'] = ORDINARY) => house.tpp.readStatus(token, { product }, paymentId);
const findingsOf = async (paymentId: string) => (await listFindings(house.database.db)).filter((each) => each.paymentId === paymentId);
const newestOfCore = async () => Number(member(await house.core().ask('list-events', { after: 0, limit: 1 }), 'newest'));
async function followed(): Promise<void> {
  const newest = await newestOfCore();
  await expect.poll(async () => (await feed()).number, WAIT).toBe(newest);
}

/** An ordinary payment whose money the core holds until the next business day. */
async function held(amount: string): Promise<string> {
  const { iban } = await house.account(OSKAR.customerId);
  const order = { product: ORDINARY, amount, creditorName: OSKAR.name, creditorIban: iban } as const;
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(house.browse(), scaRedirect, KERSTI);
  const { iban: own } = await house.account(KERSTI.customerId);
  await page.choose(own);
  expect((await page.sign(own)).status).toBe(200);
  await expect.poll(() => statusOf(paymentId), WAIT).toBe('ACFC');
  return paymentId;
}

const orderOf = async (paymentId: string, amountCents: number) => ({
  paymentId,
  customerId: KERSTI.customerId,
  debtorIban: (await house.account(KERSTI.customerId)).iban,
  creditorIban: (await house.account(OSKAR.customerId)).iban,
  creditorName: OSKAR.name,
  amountCents,
  feeCents: 0,
  currency: 'EUR',
  remittance: '',
  endToEndId: paymentId,
});

async function auditOf(event: string): Promise<number> {
  let found = 0;
  for await (const entry of exportAudit(house.database.db)) if (entry.event === event) found += 1;
  return found;
}

/** What `core compare` prints, and its refusal. */
const compare = (options: Readonly<Record<string, string>>) => operate('core compare', options);

async function operate(command: string, options: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const event of playOrder(house.portico, { command, about: '', operator: 'op', isConfirmed: false, file: '', options })) {
    if ('line' in event) lines.push(event.line);
    if ('exitCode' in event && event.text !== undefined) lines.push(event.text);
  }
  return lines;
}

describe('an event of the core', () => {
  it('rejects a payment that the core rejects after it had accepted it, with the reason', async () => {
    const paymentId = await held('3.10');
    await house.core().ask('staff-reject-order', { paymentId, reason: 'suspectedFraud' });
    await expect.poll(() => statusOf(paymentId), WAIT).toBe('RJCT');
    const read = await house.get(`/api/v1/payments/${ORDINARY}/${paymentId}/status`, token);
    expect(read.text).toContain('FRAD');
    expect(await findingsOf(paymentId)).toEqual([]);
  });

  it('of a payment that Portico does not have is a finding, and the next events are applied', async () => {
    const paymentId = `pay_unknown_${crypto.randomUUID()}`;
    await house.core().ask('transfer', { transfers: [{ ...(await orderOf(paymentId, 10)), product: 'INDIVIDUAL_INSTANT_SEPA' }] });
    await followed();
    expect(await findingsOf(paymentId)).toMatchObject([
      { kind: 'orderBooked', finding: 'The core has booked a payment that Portico does not have.' },
    ]);
  });

  it('explains in the comparison each order of both sides, as JSON and as CSV', async () => {
    const [paid, lost, open] = [await held('1.10'), `pay_lost_${crypto.randomUUID()}`, await held('1.20')];
    await house.core().ask('transfer', { transfers: [{ ...(await orderOf(lost, 11)), product: 'INDIVIDUAL_INSTANT_SEPA' }] });
    await followed();
    await house.database.query("update payment set status = 'ACSC' where payment_id = $1", [paid]);
    const lines = await compare({});
    const lineOf = (paymentId: string) => lines.map((line) => JSON.parse(line)).find((line) => line.paymentId === paymentId);
    expect(lineOf(open)).toMatchObject({ kind: 'same', status: 'ACFC', core: 'held', amountCents: 120 });
    expect(lineOf(paid)).toMatchObject({ kind: 'unknownAtCore', explanation: 'Portico says that it is paid; the core only holds the money.' });
    expect(lineOf(lost)).toMatchObject({
      kind: 'coreHasIt',
      core: 'booked',
      explanation: expect.stringContaining('A backup of Portico was restored'),
    });
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ unknownAtCore: 1 });
    const csv = await compare({ format: 'csv' });
    expect(csv[0]).toBe('paymentId,kind,status,core,signedAt,amountCents,currency,explanation');
    expect(csv).toContainEqual(expect.stringMatching(new RegExp(`^${open},same,ACFC,held,`)));
    expect(await compare({ format: 'xml' })).toEqual(['--format takes json or csv, not "xml".']);
    await house.killCore();
    expect(await compare({})).toContainEqual(expect.stringContaining('The comparison is not complete.'));
    await house.startCore();
    await expect.poll(async () => (await compare({})).length, WAIT).toBe(lines.length);
    await house.database.query("update payment set status = 'ACFC' where payment_id = $1", [paid]);
  });

  it('is applied once when it comes twice and in another order', async () => {
    const [first, second] = [await held('3.20'), await held('3.30')];
    const before = await auditOf('core.orderRejected');
    house.line.changeAnswer = (call, _asked, answer) => {
      const events = call === 'list-events' ? member(answer, 'events') : undefined;
      return Array.isArray(events) ? { ...answer, events: [...events, ...events].toReversed() } : answer;
    };
    for (const paymentId of [first, second]) await house.core().ask('staff-reject-order', { paymentId, reason: 'limitExceeded' });
    for (const paymentId of [first, second]) await expect.poll(() => statusOf(paymentId), WAIT).toBe('RJCT');
    await followed();
    expect(await auditOf('core.orderRejected')).toBe(before + 2);
  });

  it('that is missing holds the later ones back, and Portico says which one', async () => {
    await followed();
    const { number } = await feed();
    const [first, second] = [await held('3.40'), await held('3.50')];
    house.line.changeAnswer = (call, _asked, answer) => {
      const events = call === 'list-events' ? member(answer, 'events') : undefined;
      return Array.isArray(events) ? { ...answer, events: events.filter((event) => member(event, 'number') !== number + 1) } : answer;
    };
    for (const paymentId of [first, second]) await house.core().ask('staff-reject-order', { paymentId, reason: 'duplicate' });
    await expect.poll(async () => (await feed()).problem, WAIT).toBe(`The core returned event ${number + 2} without event ${number + 1}.`);
    expect([(await feed()).number, await statusOf(second)]).toEqual([number, 'ACFC']);
    await house.database.query("update core_feed set problem_since = problem_since - interval '90 seconds'");
    const findings = (await listFindings(house.database.db)).length;
    const figures = await readFeedFigures(house.database.db);
    expect(figures).toEqual({
      lag: 2,
      lastEventSeconds: expect.any(Number),
      answerSeconds: expect.any(Number),
      problemSeconds: expect.any(Number),
      findings,
    });
    expect(figures?.problemSeconds).toBeGreaterThanOrEqual(90);
    expect(JSON.parse((await operate('core events', {})).at(-2) ?? '')).toMatchObject({ applied: number, newestAtCore: number + 2, lag: 2 });
    house.line.changeAnswer = (_call, _asked, answer) => answer;
    await expect.poll(() => statusOf(second), WAIT).toBe('RJCT');
    expect([(await feed()).problem, await statusOf(first)]).toEqual([undefined, 'RJCT']);
    expect(await readFeedFigures(house.database.db)).toMatchObject({ lag: 0, problemSeconds: 0 });
  });

  it('of a core that was restored to an older state is not applied, and Portico says so', async () => {
    await followed();
    const { number } = await feed();
    house.line.changeAnswer = (call, _asked, answer) => (call === 'list-events' ? { events: [], newest: number - 1 } : answer);
    const older = `The core's last event is ${number - 1}, and ${number} was applied here: the core was restored to an older state.`;
    await expect.poll(async () => (await feed()).problem, WAIT).toBe(older);
    house.line.changeAnswer = (call, _asked, answer) => {
      const events = call === 'list-events' ? member(answer, 'events') : undefined;
      return Array.isArray(events) ? { ...answer, events: events.map((event: object) => ({ ...event, eventId: 'another' })) } : answer;
    };
    await expect.poll(async () => (await feed()).problem, WAIT).toContain(`The core has another event ${number}`);
    house.line.changeAnswer = (_call, _asked, answer) => answer;
    await expect.poll(async () => (await feed()).problem, WAIT).toBeUndefined();
  });

  it('is applied from the number that an operator names', async () => {
    await followed();
    expect(await operate('core events', { from: 'x' })).toEqual(['--from takes the number of an event, not "x". Nothing was changed.']);
    expect(await operate('core events', { from: '1' })).toEqual(['The next event to apply is 1. Servers ask for it within seconds.']);
    await followed();
    expect(JSON.parse((await operate('core events', {})).at(-1) ?? '')).toMatchObject({ applied: (await feed()).number, lag: 0 });
  });

  it('is counted by the check of an installation, which applies none', async () => {
    const { core } = house.config;
    if (core === undefined) throw new Error('The settings name no core.');
    expect(await checkCore(core, pino({ level: 'silent' }))).toEqual({ version: 2, newestEvent: await newestOfCore() });
    house.line.faultOf = (call) => (call === 'list-events' ? 'failed' : 'none');
    await expect(checkCore(core, pino({ level: 'silent' }))).rejects.toThrow(/^The bank’s core at http.* cannot be used\. /);
  });

  it('that comes again after a restored backup changes nothing', async () => {
    const paymentId = await held('3.60');
    await house.core().ask('staff-reject-order', { paymentId, reason: 'refused' });
    await followed();
    const known = await listFindings(house.database.db);
    await house.database.query('update core_feed set position = 0, event_id = null', []);
    await followed();
    expect([await statusOf(paymentId), await listFindings(house.database.db)]).toEqual(['RJCT', known]);
  });

  it('of a customer who is gone ends the consents', async () => {
    const pages = createAccessPages(house.config.publicUrl, [house.transport]);
    const page = await pages.enter(browser, await pages.ask(token, 'consent', EVERY_ACCOUNT));
    expect((await page.sign()).status).toBe(200);
    await house.core().ask('staff-remove-customer', { customerId: KERSTI.customerId });
    await followed();
    const { rows } = await house.database.query('select status from consent where consent_id = $1', [page.id]);
    expect(rows).not.toEqual([{ status: 'valid' }]);
    expect(await auditOf('core.customerGone')).toBe(1);
  });
});
