/** The calls of a bank's core, each with its request and response. `docs/guide/bank-core.md` explains them. */
import { IsoDate, literals, PayeeVerification } from '@portico/contract';
import { AUTH_METHODS } from '@portico/contract/values';
import { type TSchema, Type } from 'typebox';
import { AuthenticationState, BeginAuthentication, BegunAuthentication, CancelAuthentication, ReadAuthentication } from './authentication-calls.ts';
import { call } from './call.ts';
import {
  CoreAccount,
  CoreBooked,
  CoreCustomer,
  CoreOutcome,
  CorePending,
  CoreTerms,
  CoreTransfer,
  CoreVersions,
  Id,
  Instant,
  PERIOD,
  SigningParty,
  Text,
  WantedCustomer,
} from './schemas.ts';

export { type CoreCall, WrongForm } from './call.ts';

const orNone = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const transfers = Type.Object({ transfers: Type.Array(CoreTransfer, { maxItems: 1_000 }) });
const outcomes = Type.Object({ outcomes: Type.Array(CoreOutcome, { description: 'in the order of the transfers' }) });
const ofCustomer = Type.Object({ customerId: Text });

export const CORE_CALLS = {
  readTerms: call('read-terms', 'Returns what applies to every customer; asked once at each start.', Type.Object({}), CoreTerms),
  findCustomer: call(
    'find-customer',
    'Finds a customer by id, by personal code, or by the user number of eParaksts mobile. `null` for a person whom the core does not have.',
    WantedCustomer,
    Type.Object({ customer: orNone(CoreCustomer) }),
  ),
  listAccounts: call(
    'list-accounts',
    'Lists the accounts of a customer in the order of the customer.',
    ofCustomer,
    Type.Object({ accounts: Type.Array(CoreAccount) }),
  ),
  listSigningParties: call(
    'list-signing-parties',
    'Names the persons who sign for a customer, the customer first (none where one signature is enough), and the companies for which this person signs second.',
    ofCustomer,
    Type.Object({ signatories: Type.Array(SigningParty), signedFor: Type.Array(SigningParty) }),
  ),
  readCoSignature: call(
    'read-co-signature',
    "Returns what the bank's channels know of the second signature of a payment.",
    Type.Object({ customerId: Text, paymentId: Text }),
    Type.Object({ coSignature: literals(['given', 'refused', 'pending']) }),
  ),
  verifyPayees: call(
    'verify-payees',
    'Compares names with the holders of accounts (Verification of Payee), in the order of the request; a name is returned for a close match only.',
    Type.Object({ payees: Type.Array(Type.Object({ iban: Text, name: Text }), { maxItems: 1_000 }) }),
    Type.Object({ verifications: Type.Array(PayeeVerification) }),
  ),
  listBooked: call(
    'list-booked',
    'Returns a page of bookings, newest first. `account` is null for an account that does not exist or is not of this customer.',
    Type.Object({ ...PERIOD, after: Type.Optional(Type.Object({ bookingDate: IsoDate, entryId: Type.Integer() })) }),
    Type.Object({ account: orNone(CoreAccount), movements: Type.Array(CoreBooked) }),
  ),
  listBookedSince: call(
    'list-booked-since',
    'Returns bookings after an entry, oldest first, and whether the account has this entry.',
    Type.Object({ ...PERIOD, entryId: Type.Integer() }),
    Type.Object({ account: orNone(CoreAccount), movements: Type.Array(CoreBooked), knowsEntry: Type.Boolean() }),
  ),
  listPending: call(
    'list-pending',
    'Returns a page of holds, newest first. The fee of a hold is a separate movement.',
    Type.Object({ ...PERIOD, after: Type.Optional(Type.Object({ placedAt: Instant, pendingId: Text })) }),
    Type.Object({ account: orNone(CoreAccount), movements: Type.Array(CorePending) }),
  ),
  findTransaction: call(
    'find-transaction',
    'Finds one booking by its transaction id.',
    Type.Object({ customerId: Text, accountId: Id, transactionId: Text }),
    Type.Object({ movement: orNone(CoreBooked) }),
  ),
  transfer: call('transfer', 'Books each transfer at once, or refuses it.', transfers, outcomes),
  hold: call('hold', 'Reserves amount and fee of each transfer, independently of the others.', transfers, outcomes),
  holdAll: call('hold-all', 'Reserves all transfers from one account, or none.', transfers, Type.Object({ outcome: CoreOutcome })),
  settle: call('settle', 'Books transfers that are held, and ends their holds.', transfers, outcomes),
  release: call('release', 'Ends holds for good; bookings stay.', Type.Object({ paymentIds: Type.Array(Text) }), Type.Object({})),
  authenticate: call(
    'authenticate',
    'Starts a challenge at the first call with its id, and returns its state at later calls.',
    Type.Object({
      challengeId: Text,
      customerId: Text,
      method: literals(AUTH_METHODS),
      purpose: literals(['signIn', 'signing']),
      displayText: Type.String(),
      controlCode: Type.Optional(Type.String()),
      contentHash: Text,
      secondsLeft: Type.Integer(),
    }),
    Type.Object({ state: literals(['started', 'approved', 'refused', 'wrongCode', 'timedOut', 'unreachable']) }),
  ),
  beginAuthentication: call(
    'begin-authentication',
    'Begins an authentication on the page or in the app of the bank (`ownAuthentication` of the terms). The same challenge returns the same address; with other content 409.',
    BeginAuthentication,
    BegunAuthentication,
  ),
  readAuthentication: call(
    'read-authentication',
    'Returns the state of an authentication that was begun. The final state is repeated.',
    ReadAuthentication,
    AuthenticationState,
  ),
  cancelAuthentication: call(
    'cancel-authentication',
    'Ends an authentication that the customer left; one that has ended stays as it is.',
    CancelAuthentication,
    Type.Object({}),
  ),
} as const;

/** `read-terms` of a core whose version is not known yet: its other members may have another form. */
export const READ_VERSIONS = call('read-terms', 'As above.', Type.Object({}), CoreVersions);
