/** What only calls about transactions statements refuse. */
import { textOf } from '@portico/testkit';
import { houseDay } from '../avoid-midnight.ts';
import { otherPageSize, usedCursor } from './account-refusals.ts';
import { askStatement, grantStatement, NOBODYS_IBAN, outlive } from './acts.ts';
import { bodies, type Provocation, type Provocations, queries, sendAll } from './common-refusals.ts';
import type { World } from './world.ts';

const more = (changes: object) => (good: object) => ({ ...good, ...changes });

const foreignStatement: Provocation = async (world, good) => {
  const request = await good();
  const theirs = await askStatement(world, world.stranger);
  return sendAll(
    world,
    [theirs, 'sta_00000000000000000000000000'].map((id) => ({ ...request, url: request.url.replace(/sta_[^/?]+/, id) })),
  );
};

const OWN: Provocations = { 'there is no such statement of this application for this customer': foreignStatement };

async function refused(world: World): Promise<string> {
  const statementId = await askStatement(world);
  const { house, holder } = world;
  await house.platform.write((context) => house.modules.access.statements.reject(context, holder.sandboxId, statementId, 'refused'));
  return statementId;
}

async function ended(world: World): Promise<string> {
  const statementId = await grantStatement(world);
  await world.call(world.request('DELETE', `/transactions-statements/${statementId}`));
  return statementId;
}

const reading = (world: World, statementId: string, query = '') =>
  world.request('GET', `/transactions-statements/${statementId}/transactions${query}`);

export const STATEMENT_REFUSALS: Readonly<Record<string, Provocations>> = {
  createTransactionsStatement: {
    'account is named by other fields than iban and currency': bodies(more({ account: { iban: NOBODYS_IBAN, msisdn: '1' } })),
    'dateFrom lies after dateTo, dateTo lies in the future, or the period is too long': bodies(
      more({ dateTo: houseDay(2) }),
      more({ dateFrom: '2015-01-01' }),
      more({ dateFrom: houseDay(-1), dateTo: houseDay(-2) }),
    ),
    'account is no account of this customer': bodies(more({ account: { iban: NOBODYS_IBAN, outlive } })),
  },
  getTransactionsStatement: OWN,
  getTransactionsStatementStatus: OWN,
  deleteTransactionsStatement: OWN,
  getTransactionsStatementTransactions: {
    ...OWN,
    'a parameter of the query is unknown, comes twice or is not of the accepted form, or the cursor was changed': queries(
      'colour=blue',
      'bookingStatus=booked&bookingStatus=booked',
      'itemsPerPage=0',
      'bookingStatus=some',
      'cursor=x',
    ),
    'the cursor was used': usedCursor,
    'a parameter beside the cursor differs from the first page': otherPageSize,
    'bookingStatus is information or all': queries('bookingStatus=information', 'bookingStatus=all'),
    'the statement is not signed yet, was refused or ended by the application': async (world) =>
      sendAll(world, [reading(world, await askStatement(world)), reading(world, await refused(world)), reading(world, await ended(world))]),
    'the time for reading the statement is over': async (world) => {
      const { statementId, holder } = await outlive(world);
      return sendAll(world, [world.as(holder.bearer, reading(world, statementId))]);
    },
    'the account of the statement is closed': async (world) => {
      const accounts = `/api/tpp/customers/${world.holder.customerId}/accounts`;
      const made = await world.developer('POST', accounts, { name: 'For a while', currency: 'EUR', openingBalance: '0' });
      const iban = textOf(made.body, 'iban');
      const statementId = await grantStatement(world, world.holder, iban);
      await world.developer('DELETE', `${accounts}/${iban}`);
      return sendAll(world, [reading(world, statementId)]);
    },
  },
};
