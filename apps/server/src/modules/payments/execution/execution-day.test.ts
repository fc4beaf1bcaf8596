// Review of 25 November 2026, X1
import { addDays, instantAt, isT2BusinessDay } from '@portico/primitives';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bankDate, type CoSignature } from '#modules/bank/index.ts';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { firstExecutionIsAhead } from '../initiation/rules/periodic-rules.ts';
import type { Payment } from '../model/payment.ts';
import type { OfferedFrequency, Schedule } from '../model/schedule.ts';
import type { PaymentService } from '../store/payment-store.ts';
import { get, post, VALID_BODY } from '../testing/payments-harness.ts';
import { openPeriodicHouse, type PeriodicHouse } from '../testing/periodic-house.ts';
import { executionDayOf, isDayOver, onItsDay } from './execution-day.ts';

const ORDINARY = 'sepa-credit-transfers';
const INSTANT = 'instant-sepa-credit-transfers';
const ZONE = 'Europe/Tallinn';

let house: PeriodicHouse;
let needsSecondSignature = false;
let coSignature: CoSignature = 'pending';

beforeAll(async () => {
  house = await openPeriodicHouse(await openTestDatabase(), (bank) => ({
    async findAccount(reader, owner, iban) {
      const account = await bank.findAccount(reader, owner, iban);
      return account && { ...account, needsSecondSignature };
    },
    readCoSignature: async () => coSignature,
  }));
});
beforeEach(() => {
  [needsSecondSignature, coSignature] = [false, 'pending'];
});
afterEach(() => house.reset());
afterAll(() => house.close());

const at = (date: string, time: string) => instantAt(ZONE, date, time);
const setWallClock = (date: string, time: string) => house.setClock(at(date, time).toISOString());

const CREDITOR = { creditorAccount: { iban: PAYEES.lumenBooks.iban } };
const order = (change: object, product = ORDINARY, headers: Readonly<Record<string, string>> = {}) =>
  post(house.harness.app, { ...VALID_BODY, ...CREDITOR, ...change }, { product, headers });
const regularly = (change: object, product = ORDINARY, headers: Readonly<Record<string, string>> = {}) =>
  post(house.harness.app, { ...VALID_BODY, ...CREDITOR, frequency: 'Monthly', ...change }, { service: 'periodic-payments', product, headers });
const EXPLICIT = { 'tpp-explicit-authorisation-preferred': 'true' };

const shown = (paymentId: string) => house.harness.payments.details(house.harness.db, house.owner.sandboxId, paymentId);
const shownDay = async (paymentId: string) => (await shown(paymentId))?.requestedExecutionDate;

async function bookedDay(paymentId: string): Promise<string | undefined> {
  const { rows } = await house.database.query('select booked_at from ledger_transaction where payment_id = $1', [paymentId]);
  const time: unknown = Object(rows[0]).booked_at;
  return time === undefined ? undefined : bankDate(new Date(String(time)), 'ee');
}

describe('a payment without a requested day', () => {
  it('that is received before the cut-off and signed within the time of its signing is executed on the day that was shown', async () => {
    await setWallClock('2030-01-15', '15:55');
    const paymentId = (await order({})).json().paymentId;
    await setWallClock('2030-01-15', '16:02');
    expect(await shownDay(paymentId)).toBe('2030-01-15');
    await house.sign(paymentId);
    await house.advance(at('2030-01-16', '12:00').toISOString());
    expect([await bookedDay(paymentId), await shownDay(paymentId)]).toEqual(['2030-01-15', '2030-01-15']);
  });

  it.each([
    [ORDINARY, '2030-01-21'],
    [INSTANT, '2030-01-19'],
  ])('of %s that is signed days after its order is shown, stored and booked on a day from then on', async (product, day) => {
    await setWallClock('2030-01-15', '10:00');
    const paymentId = (await order({}, product, EXPLICIT)).json().paymentId;
    await setWallClock('2030-01-19', '10:00');
    expect(await shownDay(paymentId)).toBe(day);
    await house.sign(paymentId);
    await house.advance(at('2030-01-22', '12:00').toISOString());
    expect([await bookedDay(paymentId), await shownDay(paymentId)]).toEqual([day, day]);
  });

  it('of instant-sepa-credit-transfers that is signed after midnight is booked on the day of its signature', async () => {
    await setWallClock('2030-01-15', '23:55');
    const paymentId = (await order({}, INSTANT)).json().paymentId;
    expect(await shownDay(paymentId)).toBe('2030-01-15');
    await setWallClock('2030-01-16', '00:00');
    expect(await shownDay(paymentId)).toBe('2030-01-16');
    await house.sign(paymentId);
    expect([await bookedDay(paymentId), await shownDay(paymentId)]).toEqual(['2030-01-16', '2030-01-16']);
  });

  it.each([
    ['on a business day before the cut-off', '2030-01-15', '15:30', '2030-01-15'],
    ['at the cut-off', '2030-01-15', '16:00', '2030-01-16'],
    ['late in the evening', '2030-01-15', '23:30', '2030-01-16'],
    ['at midnight', '2030-01-16', '00:00', '2030-01-16'],
    ['on a Friday after the cut-off', '2030-01-18', '16:30', '2030-01-21'],
    ['on a Saturday', '2030-01-19', '10:00', '2030-01-21'],
    ['on Good Friday', '2030-04-19', '10:00', '2030-04-23'],
    ['on 31 December after the cut-off', '2030-12-31', '18:00', '2031-01-02'],
    ['on the evening before the clocks change', '2030-03-30', '23:30', '2030-04-01'],
  ])('that is signed %s is shown, stored and booked on one day', async (_when, date, time, day) => {
    await setWallClock(date, time);
    const paymentId = (await order({})).json().paymentId;
    expect(await shownDay(paymentId)).toBe(day);
    expect((await shown(paymentId))?.isReservedWhenSigned).toBe(day === date ? undefined : true);
    await house.sign(paymentId);
    expect(await shownDay(paymentId)).toBe(day);
    await house.advance(at(addDays(day, 1), '12:00').toISOString());
    expect([await bookedDay(paymentId), await shownDay(paymentId)]).toEqual([day, day]);
  });
});

describe('a payment whose requested day is over when it is signed', () => {
  const daily = { startDate: '2030-01-21', frequency: 'Daily' };
  const ORDERS = [
    ['payments', ORDINARY, { requestedExecutionDate: '2030-01-21' }],
    ['payments', INSTANT, { requestedExecutionDate: '2030-01-21' }],
    ['bulk-payments', ORDINARY, { requestedExecutionDate: '2030-01-21' }],
    ['periodic-payments', ORDINARY, daily],
    ['periodic-payments', INSTANT, daily],
    // Its first payment would be made on Friday, 18 January.
    ['periodic-payments', ORDINARY, { ...daily, startDate: '2030-01-20', executionRule: 'preceding' }],
  ] as const;
  const ITEM = { ...VALID_BODY, ...CREDITOR };
  const send = (service: PaymentService, product: string, change: object, headers = {}) =>
    post(house.harness.app, service === 'bulk-payments' ? { payments: [ITEM], ...change } : { ...ITEM, ...change }, { service, product, headers });

  it.each(ORDERS)('in %s/%s as %j is not paid', async (service, product, change) => {
    await setWallClock('2030-01-15', '10:00');
    const paymentId = (await send(service, product, change)).json().paymentId;
    await setWallClock('2030-01-22', '00:00');
    const before = await house.available();
    const text = expect.stringContaining('send it again for a later day');
    await expect(house.sign(paymentId)).rejects.toMatchObject({ code: 'EXECUTION_DATE_INVALID', message: text });
    expect([await house.available(), await house.history(paymentId)]).toEqual([before, 'RCVD']);
  });

  it.each(ORDERS.filter(([, , change]) => !('executionRule' in change)))(
    'in %s/%s as %j takes no authorisation',
    async (service, product, change) => {
      await setWallClock('2030-01-21', '23:55');
      const paymentId = (await send(service, product, change, EXPLICIT)).json().paymentId;
      await setWallClock('2030-01-22', '00:00');
      const started = await post(house.harness.app, {}, { service, product: `${product}/${paymentId}/authorisations` });
      expect([started.statusCode, started.json().tppMessages[0].code]).toEqual([400, 'EXECUTION_DATE_INVALID']);
    },
  );
});

describe('a second signature after the day', () => {
  it.each([
    ['a single payment', () => order({ requestedExecutionDate: '2030-01-16' }), 'payments'],
    ['a periodic payment', () => regularly({ startDate: '2030-01-16' }), 'periodic-payments'],
  ])('of %s lets it run on the next business day, which is what is shown and booked', async (_what, send, service) => {
    needsSecondSignature = true;
    await setWallClock('2030-01-15', '10:00');
    const paymentId = (await send()).json().paymentId;
    await house.sign(paymentId);
    await house.advance(at('2030-01-19', '10:00').toISOString());
    if (service === 'payments') expect(await shownDay(paymentId)).toBe('2030-01-21');
    coSignature = 'given';
    await house.advance(at('2030-01-19', '13:00').toISOString());
    if (service === 'payments') expect(await shownDay(paymentId)).toBe('2030-01-21');
    else expect(await house.runs(paymentId)).toEqual(['2030-01-21 ACFC']);
    await house.advance(at('2030-01-22', '10:00').toISOString());
    const path = service === 'payments' ? `${ORDINARY}/${paymentId}` : `${ORDINARY}/${(await house.information(paymentId)).executions[0].paymentId}`;
    expect((await get(house.harness.app, path)).json()).toMatchObject({ transactionStatus: 'ACSC' });
    expect(await bookedDay(path.slice(ORDINARY.length + 1))).toBe('2030-01-21');
  });
});

describe('a periodic payment that is ordered before the cut-off of its first day', () => {
  const FRIDAY = '2030-01-18';
  const SCHEDULES = [
    { startDate: FRIDAY, frequency: 'Daily' },
    { startDate: FRIDAY, frequency: 'EveryTwoWeeks', executionRule: 'preceding' },
    // Planned for Saturday.
    { startDate: '2030-01-19', frequency: 'Weekly', executionRule: 'preceding' },
    { startDate: FRIDAY, frequency: 'Monthly', dayOfExecution: '18' },
    { startDate: FRIDAY, frequency: 'Annual', endDate: '2031-12-31' },
  ] as const;
  const TIMES = [
    ['within the time of its signing', '15:55', '16:04', '16:04', FRIDAY],
    ['within that time, and whose job is late', '15:51', '16:04', '16:08', FRIDAY],
    ['after that time', '15:45', '16:04', '16:04', '2030-01-21'],
    ['after the cut-off at which it was ordered', '16:00', '16:04', '16:04', '2030-01-21'],
  ] as const;

  it.each(TIMES.flatMap((times) => SCHEDULES.map((schedule) => [...times, schedule] as const)))(
    'and signed %s (%s, %s, job %s) is shown, reported, stored and booked on %s: %j',
    async (_when, orderedAt, signedAt, executedAt, day, schedule) => {
      await setWallClock(FRIDAY, orderedAt);
      const paymentId = await house.create(schedule);
      await setWallClock(FRIDAY, signedAt);
      expect(await shownDay(paymentId)).toBe(day);
      await house.sign(paymentId);
      expect((await house.information(paymentId)).nextExecutionDate).toBe(day);
      await setWallClock(FRIDAY, executedAt);
      await house.harness.payments.execute({ sandboxId: house.owner.sandboxId, paymentId });
      await house.advance(at(addDays(day, 1), '07:00').toISOString());
      const first = (await house.information(paymentId)).executions.at(-1);
      expect([first.executionDate, first.transactionStatus, await bookedDay(first.paymentId)]).toEqual([day, 'ACSC', day]);
    },
  );
});

describe('a periodic payment whose rule precedes a closed day', () => {
  it.each([
    ['a Saturday', '2030-01-19', { startDate: '2030-01-19' }],
    ['a Sunday', '2030-01-20', { startDate: '2030-01-20', frequency: 'Weekly' }],
    ['Easter Monday', '2030-04-22', { startDate: '2030-04-22', frequency: 'Daily' }],
    ['New Year’s Day', '2030-01-01', { startDate: '2030-01-01', frequency: 'Annual' }],
    ['the last day of a month, a Sunday', '2030-03-30', { startDate: '2030-03-30', dayOfExecution: '31' }],
  ])('that is %s is refused where the first payment would be made on a day that is over', async (_what, today, when) => {
    await setWallClock(today, '10:00');
    const preceding = await regularly({ ...when, executionRule: 'preceding' });
    expect([preceding.statusCode, preceding.json().tppMessages[0]]).toMatchObject([400, { code: 'EXECUTION_DATE_INVALID', path: 'executionRule' }]);
    expect((await regularly({ ...when, executionRule: 'following' })).statusCode).toBe(201);
    expect((await regularly(when, INSTANT)).statusCode).toBe(201);
  });
});

describe('the day of execution, on every day of eight years', () => {
  const bank = {
    ordinaryExecutionTime: (...given: Parameters<PeriodicHouse['bank']['ordinaryExecutionTime']>) => house.bank.ordinaryExecutionTime(...given),
  };
  const days = fc.integer({ min: 0, max: 8 * 365 }).map((number) => addDays('2024-01-01', number));
  const times = fc.constantFrom('00:00', '07:59', '08:00', '15:59', '16:00', '23:59');
  const frequencies = fc.constantFrom<OfferedFrequency>(
    'Daily',
    'Weekly',
    'EveryTwoWeeks',
    'Monthly',
    'EveryTwoMonths',
    'Quarterly',
    'SemiAnnual',
    'Annual',
  );
  const rules = fc.constantFrom('following' as const, 'preceding' as const);
  const dayOfMonth = fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined });

  it('is never before today, and of an ordinary payment a business day', () => {
    fc.assert(
      fc.property(days, times, fc.option(fc.integer({ min: -3, max: 40 }), { nil: undefined }), fc.boolean(), (today, time, ahead, isInstant) => {
        const now = at(today, time);
        const product = isInstant ? INSTANT : ORDINARY;
        const requestedExecutionDate = ahead === undefined ? undefined : addDays(today, ahead);
        const day = executionDayOf(bank, { product, requestedExecutionDate, bankCountry: 'ee', receivedAt: now, schedule: undefined }, now);
        expect(day >= today && (requestedExecutionDate === undefined || day >= requestedExecutionDate)).toBe(true);
        expect(isInstant || isT2BusinessDay(day)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of a periodic payment is never before the day on which it is ordered, nor before the day on which it is signed', () => {
    fc.assert(
      fc.property(
        fc.record({ today: days, time: times, startsIn: fc.integer({ min: 0, max: 40 }), frequency: frequencies, rule: rules, day: dayOfMonth }),
        fc.integer({ min: 0, max: 60 }),
        ({ today, time, startsIn, frequency, rule, day }, waited) => {
          const isByMonths = !['Daily', 'Weekly', 'EveryTwoWeeks'].includes(frequency);
          const schedule: Schedule = {
            frequency,
            startDate: addDays(today, startsIn),
            endDate: undefined,
            dayOfExecution: isByMonths ? day : undefined,
            executionRule: rule,
          };
          const terms = { product: ORDINARY, requestedExecutionDate: undefined, bankCountry: 'ee', receivedAt: at(today, time), schedule } as const;
          if (firstExecutionIsAhead(schedule, today) !== undefined) return;
          const first = executionDayOf(bank, terms, at(today, time));
          expect(first >= today && isT2BusinessDay(first)).toBe(true);
          const signedOn = addDays(today, waited);
          // What the day is made of: the rest of a payment says nothing about it.
          const payment: Pick<Payment, keyof typeof terms | 'status' | 'executionDate'> = { ...terms, status: 'RCVD', executionDate: first };
          if (isDayOver(Object(payment), at(signedOn, time))) return;
          const { executionDate } = onItsDay(bank, Object(payment), at(signedOn, time));
          expect(executionDate >= signedOn && isT2BusinessDay(executionDate)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
