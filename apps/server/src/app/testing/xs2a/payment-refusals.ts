/** What only calls about payments and funds refuse. */
import { bankDay, createPayment, firstIban, NOBODYS_IBAN } from './acts.ts';
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

const OWN: Provocations = {
  ...PRODUCT,
  'there is no such payment for this customer, product and application': async (world, good) => {
    const request = await good();
    const theirs = await createPayment(world, world.stranger);
    const to = (id: string) => ({ ...request, url: request.url.replace(/pay_[^/]+/, id) });
    const instant = { ...request, url: request.url.replace('/sepa-', '/instant-sepa-') };
    return sendAll(world, [to('pay_00000000000000000000000000'), to(theirs), instant]);
  },
};

export const PAYMENT_REFUSALS: Readonly<Record<string, Provocations>> = {
  initiatePayment: {
    ...PRODUCT,
    'a valid field that this bank does not offer here': bodies(
      more({ instructedAmount: { amount: '1.00', currency: 'USD' } }),
      more({ retryAsSepa: true }),
      more({ debtorAccount: { iban: NOBODYS_IBAN, currency: 'USD' } }),
    ),
    'requestedExecutionDate is not today': bodies(more({ requestedExecutionDate: bankDay(-2) }), more({ requestedExecutionDate: bankDay(2) })),
    'debtorAccount is no account of this customer': async (world, good) =>
      bodies(more({ debtorAccount: { iban: NOBODYS_IBAN } }), more({ debtorAccount: { iban: await firstIban(world, world.stranger) } }))(world, good),
  },
  getPaymentInformation: OWN,
  getPaymentInitiationStatus: OWN,
  checkAvailabilityOfFunds: {
    'instructedAmount is in another currency than the account': bodies(more({ instructedAmount: { amount: '1.00', currency: 'USD' } })),
    'cardNumber has a wrong check digit': bodies(more({ cardNumber: '4539578763621487' })),
    'account is no account of this customer': async (world, good) =>
      bodies(more({ account: { iban: NOBODYS_IBAN } }), more({ account: { iban: await firstIban(world, world.stranger) } }))(world, good),
  },
};
