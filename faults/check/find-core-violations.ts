/** What must not be after kills of Portico and of a bank's core: what customers read, the statuses, the core's ledger and the comparison agree. */
import type { PaidOrder } from '../load/core-payers.ts';

interface Movement {
  readonly paymentId: string;
  readonly cents: number;
}

/** Read from the core's own file. */
export interface CoreBooks {
  /** The payer's side of each booking of an order. */
  readonly debits: readonly Movement[];
  readonly held: readonly Movement[];
  /** Of all entries. */
  readonly sumCents: number;
}

interface Compared {
  readonly orders: readonly PaidOrder[];
  /** By payment, as the application reads them. */
  readonly statuses: ReadonlyMap<string, string>;
  /** The kinds of `portico core compare`, by payment. */
  readonly compared: ReadonlyMap<string, string>;
  readonly books: CoreBooks;
}

export interface CoreViolation {
  readonly kind: 'twice' | 'lost' | 'unsigned' | 'unexplained';
  readonly text: string;
}

const PAID: ReadonlySet<string> = new Set(['ACCC', 'ACSC']);

export function findCoreViolations({ orders, statuses, compared, books }: Compared): readonly CoreViolation[] {
  const known = new Set(orders.map(({ paymentId }) => paymentId));
  const strangers = [...books.debits, ...books.held].filter(({ paymentId }) => !known.has(paymentId));
  return [
    ...strangers.map(({ paymentId }) => ({
      kind: 'unsigned' as const,
      text: `${paymentId}: the core moved money for an order that no customer made`,
    })),
    ...orders.flatMap((order) => violationsOf(order, statuses.get(order.paymentId), compared.get(order.paymentId), books)),
  ];
}

function violationsOf({ paymentId, cents, read }: PaidOrder, status: string | undefined, kind: string | undefined, { debits, held }: CoreBooks) {
  const [booked, reserved] = [debits, held].map((all) => all.filter((each) => each.paymentId === paymentId)) as [Movement[], Movement[]];
  const moved = booked.length + reserved.length;
  const found: CoreViolation[] = [];
  const add = (violation: CoreViolation['kind'], text: string) => void found.push({ kind: violation, text: `${paymentId}: ${text}` });
  if (moved > 1) add('twice', `booked ${booked.length} times, held ${reserved.length} times`);
  if (booked.some((each) => each.cents !== cents))
    add('twice', `booked with ${booked.map((each) => each.cents).join(', ')} cents instead of ${cents}`);
  if (read === 'signed' && moved === 0 && status !== 'RJCT') add('lost', `signed, in status ${status}, and the core has nothing`);
  if ((read === 'unsigned' || read === 'refused') && moved > 0) add('unsigned', `${read}, and the core moved money`);
  if (status !== undefined && PAID.has(status) !== booked.length > 0) add('unexplained', `in status ${status}, and booked ${booked.length} times`);
  if (read === 'signed' && kind !== 'same') add('unexplained', `core compare says ${kind ?? 'nothing'}`);
  return found;
}
