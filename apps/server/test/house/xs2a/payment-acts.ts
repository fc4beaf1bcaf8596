/** Payments of every kind as an application makes them, signed by their customer, and taken back. */
import { textOf } from '@portico/testkit';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { houseDay } from '../avoid-midnight.ts';
import type { Reply, Request } from './wire.ts';
import type { Holder, World } from './world.ts';

export const PAYMENT = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  creditorName: PAYEES.lumenBooks.name,
  remittanceInformationUnstructured: 'Order 1',
};

const PRODUCT = 'sepa-credit-transfers';
const EXPLICIT = { 'tpp-explicit-authorisation-preferred': 'true' };

/** The Berlin Group's payment services, and for each a body that it accepts: nothing is paid before another day. */
export const PAYMENT_SERVICES = ['payments', 'periodic-payments', 'bulk-payments'] as const;
export type PaymentService = (typeof PAYMENT_SERVICES)[number];

const ORDERS: Readonly<Record<PaymentService, () => object>> = {
  payments: () => ({ ...PAYMENT, requestedExecutionDate: houseDay(9) }),
  'periodic-payments': () => ({ ...PAYMENT, startDate: houseDay(9), frequency: 'Monthly' }),
  'bulk-payments': () => ({ payments: [PAYMENT, PAYMENT], requestedExecutionDate: houseDay(9) }),
};

export function paymentRequest(world: World, service: PaymentService, headers: Request['headers'] = {}): Request {
  return world.request('POST', `/${service}/${PRODUCT}`, { ...world.initiation, ...headers }, ORDERS[service]());
}

interface CreateOptions {
  readonly holder?: Holder;
  /** The application starts the authorisation by itself. */
  readonly isExplicit?: boolean;
}

/** A payment that waits for its customer; answers its path below `/v1`. */
export async function createPayment(
  world: World,
  service: PaymentService,
  { holder = world.holder, isExplicit = false }: CreateOptions = {},
): Promise<string> {
  const request = paymentRequest(world, service, isExplicit ? EXPLICIT : {});
  const { body } = await world.call(world.as(holder.bearer, request));
  return `/${service}/${PRODUCT}/${textOf(body, 'paymentId')}`;
}

/** A payment that its customer has signed; answers its path. */
export async function signPayment(world: World, service: PaymentService): Promise<string> {
  const path = await createPayment(world, service);
  const { bearer, sandboxId, customerId } = world.holder;
  const { body } = await world.call(world.as(bearer, world.request('GET', '/account-list')));
  const debtorAccountIban = textOf(body, 'accounts', '0', 'iban');
  const signature = { sandboxId, customerId, paymentId: path.split('/').at(-1) ?? '', debtorAccountIban, debtorDetails: undefined };
  await world.house.platform.write((context) => world.house.modules.payments.sign(context, signature));
  return path;
}

/** The application wants it back; what was signed waits for the customer. */
export function cancel(world: World, path: string): Promise<Reply> {
  return world.send(world.request('DELETE', path, world.initiation));
}
