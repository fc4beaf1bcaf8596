/** What only calls about payments and funds refuse. */

import { randomUUID } from 'node:crypto';
import { ORDER_FIELDS_NOT_OFFERED, PAYEE_FIELDS_NOT_OFFERED } from '@portico/contract';
import { FUNDS_CONFIRMATIONS_PER_DAY, PAYEE_NAMES_PER_DAY } from '@portico/contract/values';
import { houseDay } from '../avoid-midnight.ts';
import { firstIban, NOBODYS_IBAN, outlive } from './acts.ts';
import { bodies, headers, type Provocation, type Provocations, sendAll } from './common-refusals.ts';
import { cancel, createPayment, PAYMENT_SERVICES, type PaymentService, signPayment } from './payment-acts.ts';
import { withHeaders } from './wire.ts';

const more = (changes: object) => (good: object) => ({ ...good, ...changes });

const otherProduct: Provocation = async (world, good) => {
  const request = await good();
  const products = ['target-2-payments', 'pain.001-sepa-credit-transfers', 'x'];
  return sendAll(
    world,
    products.map((product) => ({ ...request, url: request.url.replace('sepa-credit-transfers', product) })),
  );
};

const PRODUCT: Provocations = { 'there is no such payment product': otherProduct };

const explicitly = headers({ 'tpp-explicit-authorisation-preferred': 'yes' });
const idOf = (path: string) => path.split('/').at(-1) ?? '';

/** Another's, nobody's, of the other product, and of the other services. */
function ownIn(service: PaymentService): Provocations {
  return {
    ...PRODUCT,
    'there is no such payment for this customer, product and application': async (world, good) => {
      const request = await good();
      const theirs = await createPayment(world, service, { holder: world.stranger });
      const others = await Promise.all(PAYMENT_SERVICES.filter((other) => other !== service).map((other) => createPayment(world, other)));
      const fresh = () => withHeaders(request, { 'x-request-id': randomUUID() });
      const to = (path: string) => ({ ...fresh(), url: request.url.replace(/pay_[^/]+/, idOf(path)) });
      const instant = { ...fresh(), url: request.url.replace('/sepa-', '/instant-sepa-') };
      return sendAll(world, [...['pay_00000000000000000000000000', theirs, ...others].map(to), instant]);
    },
  };
}

/** What the creation of every payment refuses. */
const CREATION: Provocations = {
  ...PRODUCT,
  'TPP-Explicit-Authorisation-Preferred is neither true nor false': explicitly,
  'debtorAccount is no account of this customer': async (world, good) =>
    bodies(more({ debtorAccount: { iban: NOBODYS_IBAN } }), more({ debtorAccount: { iban: await firstIban(world, world.stranger) } }))(world, good),
};

const onDays: Provocation = bodies(more({ requestedExecutionDate: houseDay(-2) }), more({ requestedExecutionDate: houseDay(368) }));
const notOffered = [
  more({ retryAsSepa: true }),
  more({ debtorAccount: { iban: NOBODYS_IBAN, currency: 'USD' } }),
  more({ debtorAccount: { iban: NOBODYS_IBAN, bban: '1' } }),
  ...ORDER_FIELDS_NOT_OFFERED.map((name) => more({ [name]: 'x' })),
];
const ofThePayee = PAYEE_FIELDS_NOT_OFFERED.map((name) => ({ [name]: [] }));
const DOLLARS = { instructedAmount: { amount: '1.00', currency: 'USD' } };

const CREATIONS: Readonly<Record<PaymentService, Provocations>> = {
  payments: {
    'a valid field that this bank does not offer here': bodies(
      ...notOffered,
      ...ofThePayee.map(more),
      more({ batchBookingPreferred: true }),
      more(DOLLARS),
    ),
    'requestedExecutionDate is over, or more than 366 days ahead': onDays,
  },
  'periodic-payments': {
    'a valid field that this bank does not offer here': bodies(
      ...notOffered,
      ...ofThePayee.map(more),
      more(DOLLARS),
      ...[{ frequency: 'MonthlyVariable' }, { monthsOfExecution: ['2', '5'] }].map(more),
    ),
    'dayOfExecution is given with a frequency that counts days': bodies(
      ...['Daily', 'Weekly', 'EveryTwoWeeks'].map((frequency) => more({ frequency, dayOfExecution: '1' })),
    ),
    'startDate or the day of the first payment is over, or startDate is more than 366 days ahead': bodies(
      more({ startDate: houseDay(-1) }),
      more({ startDate: houseDay(368) }),
    ),
    'endDate lies before startDate, or no payment would be made by then': bodies(
      more({ startDate: houseDay(2), endDate: houseDay(1) }),
      more({ startDate: houseDay(2), endDate: houseDay(2), dayOfExecution: String(Number(houseDay(30).slice(8))) }),
    ),
  },
  'bulk-payments': {
    'a valid field that this bank does not offer here': bodies(
      ...notOffered,
      ...[DOLLARS, ...ofThePayee, { ultimateDebtor: 'x' }].map((changes) => (good: object) => withItem(good, changes)),
    ),
    'requestedExecutionDate is over, or more than 366 days ahead': onDays,
    'the body is larger than 2 MiB': bodies({ colour: 'x'.repeat(2 * 1024 * 1024) }),
  },
};

/** With something else in the last item. */
function withItem(good: object, changes: object): object {
  const payments: unknown = Object(good).payments;
  const items = Array.isArray(payments) ? payments : [];
  return { ...good, payments: [...items.slice(0, -1), { ...items.at(-1), ...changes }] };
}

/** Cancelled already. */
function tooLate(service: PaymentService, below: string): Provocation {
  return async (world, good) => {
    const over = await createPayment(world, service);
    await cancel(world, over);
    const { method } = await good();
    const body = method === 'POST' ? {} : undefined;
    return [await world.send(world.request(method, `${over}${below}`, world.initiation, body))];
  };
}

function refusalsOf(service: PaymentService, name: string): Readonly<Record<string, Provocations>> {
  const own = ownIn(service);
  const withStatus: Provocations = {
    ...own,
    'the payment has no such authorisation': async (world, good) => {
      const request = await good();
      return sendAll(world, [{ ...request, url: request.url.replace(/sgn_[^/]+$/, 'sgn_00000000000000000000000000') }]);
    },
  };
  return {
    [`initiate${name}`]: { ...CREATION, ...CREATIONS[service] },
    [`get${name}Information`]: own,
    [`get${name}InitiationStatus`]: own,
    [`cancel${name}`]: {
      ...own,
      'TPP-Explicit-Authorisation-Preferred is neither true nor false': explicitly,
      'this X-Request-ID came before for another payment': async (world, good) => {
        const request = await good();
        await world.call(request);
        return sendAll(world, [withHeaders(await good(), { 'x-request-id': request.headers['x-request-id'] })]);
      },
      'the payment is being executed or over, or its day has come': tooLate(service, ''),
    },
    [`start${name}Authorisation`]: {
      ...own,
      'the authorisation was not started in time, and the payment has ended': async (world) => {
        const { unstarted, holder } = await outlive(world);
        const path = unstarted.find((each) => each.startsWith(`/${service}/`)) ?? '';
        return [await world.send(world.as(holder.bearer, world.request('POST', `${path}/authorisations`, world.initiation, {})))];
      },
      'the awaited signature has an authorisation, or the payment takes none any more': async (world) => {
        const paths = [await createPayment(world, service), await signPayment(world, service)];
        return sendAll(
          world,
          paths.map((path) => world.request('POST', `${path}/authorisations`, world.initiation, {})),
        );
      },
    },
    [`get${name}InitiationAuthorisation`]: own,
    [`get${name}InitiationScaStatus`]: withStatus,
    [`start${name}InitiationCancellationAuthorisation`]: {
      ...own,
      'the payment is being executed or over, or its day has come': tooLate(service, '/cancellation-authorisations'),
      'the payment is unsigned: DELETE cancels it at once': async (world) => {
        const path = await createPayment(world, service);
        return [await world.send(world.request('POST', `${path}/cancellation-authorisations`, world.initiation, {}))];
      },
    },
    [`get${name}InitiationCancellationAuthorisationInformation`]: own,
    [`get${name}CancellationScaStatus`]: withStatus,
  };
}

export const PAYMENT_REFUSALS: Readonly<Record<string, Provocations>> = {
  ...refusalsOf('payments', 'Payment'),
  ...refusalsOf('periodic-payments', 'PeriodicPayment'),
  ...refusalsOf('bulk-payments', 'BulkPayment'),
  checkAvailabilityOfFunds: {
    'instructedAmount is in another currency than the account, or an account is named by other fields than iban and currency': bodies(
      more(DOLLARS),
      (good) => ({ ...good, account: { ...Object(Object(good).account), pan: '1' } }),
    ),
    'the confirmations of today are used up for this account, by all applications of the developer together': async (world, good) => {
      const request = await good();
      const ask = () => withHeaders(request, { 'x-request-id': randomUUID() });
      for (let asked = 0; asked < FUNDS_CONFIRMATIONS_PER_DAY; asked += 1) await world.send(ask());
      return [await world.send(ask())];
    },
    'account is no account of this customer': async (world, good) =>
      bodies(more({ account: { iban: NOBODYS_IBAN } }), more({ account: { iban: await firstIban(world, world.stranger) } }))(world, good),
  },
  verifyPayee: {
    'the payee is named by other fields than iban and name': bodies(
      more({ requestingAgent: 'PORTEE2X' }),
      (good) => ({ ...good, party: { ...Object(Object(good).party), identification: { dateOfBirth: '2000-01-01' } } }),
      (good) => ({ ...good, partyAccount: { ...Object(Object(good).partyAccount), bban: '1' } }),
    ),
    'too many different names were verified today for this IBAN, or too many payees for this customer': async (world, good) => {
      const request = await good();
      const ask = (name: string) => ({
        ...withHeaders(request, { 'x-request-id': randomUUID() }),
        body: { ...Object(request.body), party: { name } },
      });
      for (let asked = 0; asked < PAYEE_NAMES_PER_DAY; asked += 1) await world.send(ask(`Guess ${asked}`));
      return [await world.send(ask('One more'))];
    },
  },
};
