/** Calls that a core may leave out. It names those that it answers in `optionalCalls` of `read-terms`; without one, everything else goes on. */
import { literals, PAYMENT_PRODUCTS } from '@portico/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { call } from './call.ts';
import { Currency, Id, Instant, PositiveCents, RefusalReason, Text } from './schemas.ts';

const EVENT = {
  number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'the first event has 1, each further one the next number' }),
  eventId: Id,
  at: Instant,
};
const event = <const Kind extends string, Members extends Record<string, TSchema>>(kind: Kind, members: Members) =>
  Type.Object({ ...EVENT, kind: Type.Literal(kind), ...members });

/** What has happened at the core. */
export const CoreEvent = Type.Union(
  [
    event('orderBooked', { paymentId: Text }),
    event('orderRejected', { paymentId: Text, reason: RefusalReason }),
    event('accountOpened', { customerId: Id, iban: Text }),
    event('accountClosed', { customerId: Id, iban: Text }),
    event('customerGone', { customerId: Id }),
    event('signatoryGone', { customerId: Id }),
    event('none', {}),
  ],
  {
    title: 'Event',
    description:
      '`signatoryGone`: the customer id is that of the person who no longer signs for others. `none`: a number that the core has given and not used.',
  },
);
export type CoreEvent = Static<typeof CoreEvent>;

const KnownOrder = Type.Object(
  {
    paymentId: Text,
    state: literals(['unknown', 'held', 'booked', 'refused', 'released']),
  },
  { title: 'KnownOrder', description: '`released`: without a booking' },
);
export type KnownOrder = Static<typeof KnownOrder>;

const Payee = Type.Object({ creditorIban: Text, creditorName: Text, amountCents: PositiveCents });
const Decision = Type.Union(
  [
    Type.Object({
      decision: Type.Literal('allow'),
      feesCents: Type.Array(PositiveCents, { description: 'what the payer pays for each payee, in the order of the request' }),
      currency: Currency,
    }),
    Type.Object({ decision: Type.Literal('refuse'), reason: RefusalReason }),
  ],
  { title: 'Decision' },
);

export const OPTIONAL_CALLS = {
  decide: call(
    'decide',
    'Decides on an order before the customer signs it, and names its fees. It moves and reserves nothing, and may be asked several times.',
    Type.Object({
      paymentId: Text,
      customerId: Text,
      debtorIban: Text,
      currency: Currency,
      product: literals(PAYMENT_PRODUCTS),
      payees: Type.Array(Payee, { minItems: 1, maxItems: 1_000 }),
    }),
    Type.Object({ decision: Decision }),
  ),
  findOrders: call(
    'find-orders',
    'Returns what the core has done with payments, in the order of the request. It changes nothing.',
    Type.Object({ paymentIds: Type.Array(Text, { maxItems: 1_000 }) }),
    Type.Object({ orders: Type.Array(KnownOrder) }),
  ),
  listEvents: call(
    'list-events',
    'Returns the events after a number, in the order of their numbers.',
    Type.Object({ after: Type.Integer({ minimum: 0 }), limit: Type.Integer({ minimum: 1 }) }),
    Type.Object({
      events: Type.Array(CoreEvent),
      newest: Type.Integer({ minimum: 0, description: 'the number of the last event that the core has; 0 where it has none' }),
    }),
  ),
} as const;
