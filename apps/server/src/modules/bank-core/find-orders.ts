/** What the core has done with orders. */
import { BankUnavailable } from '#modules/bank/index.ts';
import type { AskCore } from './core-client.ts';
import { type KnownOrder, OPTIONAL_CALLS } from './wire/optional-calls.ts';

/** One answer for each payment, in their order. @throws BankUnavailable, also where the core answers for other payments. */
export async function findOrders(ask: AskCore, paymentIds: readonly string[]): Promise<readonly KnownOrder[]> {
  if (paymentIds.length === 0) return [];
  const { orders } = await ask(OPTIONAL_CALLS.findOrders, { paymentIds });
  if (orders.length !== paymentIds.length || orders.some(({ paymentId }, index) => paymentId !== paymentIds[index]))
    throw new BankUnavailable('The core’s find-orders answered for other payments than it was asked for.', 1);
  return orders;
}
