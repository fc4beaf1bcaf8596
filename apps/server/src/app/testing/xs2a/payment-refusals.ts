/** What only calls about payments and funds refuse. */
import { bankDay, createPayment, firstIban, NOBODYS_IBAN, PAYMENT_SERVICES, type PaymentService } from './acts.ts';
import { bodies, type Provocation, type Provocations, sendAll } from './common-refusals.ts';

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

/** Another's, nobody's, of the other product, and of the other services. */
function ownIn(service: PaymentService): Provocations {
  return {
    ...PRODUCT,
    'there is no such payment for this customer, product and application': async (world, good) => {
      const request = await good();
      const theirs = await createPayment(world, service, world.stranger);
      const others = await Promise.all(PAYMENT_SERVICES.filter((other) => other !== service).map((other) => createPayment(world, other)));
      const to = (id: string) => ({ ...request, url: request.url.replace(/pay_[^/]+/, id) });
      const instant = { ...request, url: request.url.replace('/sepa-', '/instant-sepa-') };
      return sendAll(world, [...['pay_00000000000000000000000000', theirs, ...others].map(to), instant]);
    },
  };
}

/** What the creation of every payment refuses. */
const CREATION: Provocations = {
  ...PRODUCT,
  'debtorAccount is no account of this customer': async (world, good) =>
    bodies(more({ debtorAccount: { iban: NOBODYS_IBAN } }), more({ debtorAccount: { iban: await firstIban(world, world.stranger) } }))(world, good),
};

const notOffered = [
  more({ instructedAmount: { amount: '1.00', currency: 'USD' } }),
  more({ retryAsSepa: true }),
  more({ debtorAccount: { iban: NOBODYS_IBAN, currency: 'USD' } }),
];

const PERIODIC = ownIn('periodic-payments');
const SINGLE = ownIn('payments');

export const PAYMENT_REFUSALS: Readonly<Record<string, Provocations>> = {
  initiatePayment: {
    ...CREATION,
    'a valid field that this bank does not offer here': bodies(...notOffered),
    'requestedExecutionDate is not today': bodies(more({ requestedExecutionDate: bankDay(-2) }), more({ requestedExecutionDate: bankDay(2) })),
  },
  getPaymentInformation: SINGLE,
  getPaymentInitiationStatus: SINGLE,
  initiatePeriodicPayment: {
    ...CREATION,
    'a valid field that this bank does not offer here': bodies(...notOffered, more({ frequency: 'MonthlyVariable' })),
    'dayOfExecution stands beside a frequency that counts days': bodies(
      ...['Daily', 'Weekly', 'EveryTwoWeeks'].map((frequency) => more({ frequency, dayOfExecution: '1' })),
    ),
    'startDate is over, or more than 366 days ahead': bodies(more({ startDate: bankDay(-1) }), more({ startDate: bankDay(368) })),
    'endDate lies before startDate, or no payment would be made by then': bodies(
      more({ startDate: bankDay(2), endDate: bankDay(1) }),
      more({ startDate: bankDay(2), endDate: bankDay(2), dayOfExecution: String(Number(bankDay(30).slice(8))) }),
    ),
  },
  getPeriodicPaymentInformation: PERIODIC,
  getPeriodicPaymentInitiationStatus: PERIODIC,
  checkAvailabilityOfFunds: {
    'instructedAmount is in another currency than the account': bodies(more({ instructedAmount: { amount: '1.00', currency: 'USD' } })),
    'cardNumber has a wrong check digit': bodies(more({ cardNumber: '4539578763621487' })),
    'account is no account of this customer': async (world, good) =>
      bodies(more({ account: { iban: NOBODYS_IBAN } }), more({ account: { iban: await firstIban(world, world.stranger) } }))(world, good),
  },
};
