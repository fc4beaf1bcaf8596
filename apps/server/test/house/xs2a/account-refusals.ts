/** What only readings of accounts refuse. */
import { randomUUID } from 'node:crypto';
import { member, textOf } from '@portico/testkit';
import { houseDay } from '../avoid-midnight.ts';
import { askConsent, grantConsent, grantOneOff, outlive, ownAccounts } from './acts.ts';
import { headers, type Provocation, type Provocations, queries, sendAll } from './common-refusals.ts';
import { type Reply, type Request, withHeaders, withQuery } from './wire.ts';
import type { World } from './world.ts';

/** The good reading under other consents. */
function under(...consentsOf: readonly ((world: World) => Promise<string>)[]): Provocation {
  return async (world, good) => {
    const request = await good();
    const replies: Reply[] = [];
    for (const consentOf of consentsOf) replies.push(await world.send(withHeaders(request, { 'consent-id': await consentOf(world) })));
    return replies;
  };
}

async function refused(world: World): Promise<string> {
  const { consentId } = await askConsent(world);
  const { house, holder } = world;
  await house.platform.write((context) => house.modules.access.consents.reject(context, holder.sandboxId, consentId, 'refused'));
  return consentId;
}

async function withdrawn(world: World): Promise<string> {
  const consentId = await grantConsent(world);
  const { house, holder } = world;
  await house.platform.write((context) => house.modules.access.consents.past.revoke(context, holder, consentId, holder.customerId));
  return consentId;
}

async function ended(world: World): Promise<string> {
  const consentId = await grantConsent(world);
  await world.call(world.request('DELETE', `/consents/${consentId}`));
  return consentId;
}

async function replaced(world: World): Promise<string> {
  const consentId = await grantConsent(world);
  await grantConsent(world);
  return consentId;
}

/** A one-off consent after the day of its reading, and a recurring one after its last day. */
const outlived: Provocation = async (world, good) => {
  const { url, method } = await good();
  const { oneOff, recurring, holder } = await outlive(world);
  const read = (consentId: string) => world.as(holder.bearer, { ...world.request(method, '', { 'consent-id': consentId }), url });
  return sendAll(world, [read(oneOff), read(recurring)]);
};

/** The second reading under a one-off consent, with the customer. */
async function readAgain(world: World, good: Request): Promise<Reply> {
  const request = withHeaders(good, { 'consent-id': await grantOneOff(world), 'psu-ip-address': '192.0.2.7' });
  await world.call(request);
  return world.send(request);
}

/** Once too often without the customer; with him, and elsewhere, it goes on. */
const tooOften: Provocation = async (world, good) => {
  const request = withHeaders(await good(), { 'consent-id': await grantConsent(world, { frequencyPerDay: 1 }) });
  await world.call(request);
  const refusal = await world.send(request);
  await world.call(withHeaders(request, { 'psu-ip-address': '192.0.2.7' }));
  const [{ accountId }] = await ownAccounts(world);
  const elsewhere = request.url.endsWith('/balances') ? `/accounts/${accountId}` : `/accounts/${accountId}/balances`;
  const other = withHeaders(request, { 'consent-id': await grantConsent(world, { frequencyPerDay: 1 }) });
  await world.call(other);
  await world.call({ ...other, url: `/api/v1${elsewhere}` });
  return [refusal, await world.send(other)];
};

const unknownAccount: Provocation = async (world, good) => {
  const request = await good();
  const theirs = await grantConsent(world, {}, world.stranger);
  const { body } = await world.call(world.as(world.stranger.bearer, world.request('GET', '/accounts', { 'consent-id': theirs })));
  const to = (id: string): Request => ({ ...request, url: request.url.replace(/acc_[^/?]+/, id) });
  return sendAll(world, [to('acc_00000000000000000000000000'), to(textOf(body, 'accounts', '0', 'resourceId'))]);
};

const READING: Provocations = {
  'Consent-ID is missing': headers({ 'consent-id': undefined }, { 'consent-id': '' }),
  'PSU-IP-Address is no IP address': headers({ 'psu-ip-address': 'yes' }, { 'psu-ip-address': '192.0.2.256' }),
  'a parameter of the query is unknown, comes twice or is not of the accepted form': queries('colour=blue', 'colour=blue&colour=blue'),
  'there is no such consent of this application for this customer': under(
    async () => 'cns_00000000000000000000000000',
    (world) => grantConsent(world, {}, world.stranger),
  ),
  'the consent is not signed yet, was refused, withdrawn or ended by the application': under(
    async (world) => (await askConsent(world)).consentId,
    refused,
    withdrawn,
    ended,
  ),
  'the time of the consent is over, its one reading was made, or a newer one replaced it': async (world, good) => [
    ...(await under(replaced)(world, good)),
    ...(await outlived(world, good)),
    await readAgain(world, await good()),
  ],
  'the readings of today without the customer are used up': tooOften,
};

const ONE_ACCOUNT: Provocations = {
  ...READING,
  'the consent covers the list of accounts only': under((world) => grantConsent(world, { access: { availableAccounts: 'allAccounts' } })),
  'there is no such account under this consent': unknownAccount,
};

/** The account itself, and nothing of it. */
const accountOnly: Provocation = async (world, good) => {
  const [{ iban }] = await ownAccounts(world);
  return under((again) => grantConsent(again, { access: { accounts: [{ iban }] } }))(world, good);
};

const WITH_BALANCE = queries('colour=blue', 'withBalance=true&withBalance=true', 'withBalance=maybe');

/** The list of the good request, asked otherwise. */
function lists(...all: readonly string[]): Provocation {
  return async (world, good) => {
    const request = await good();
    const path = request.url.split('?')[0] ?? '';
    return sendAll(
      world,
      all.map((query) => ({ ...request, url: `${path}?${query}` })),
    );
  };
}

/** The good reading with pages of one, and the link to its second page. */
async function secondPage(world: World, request: Request): Promise<Request> {
  const { body } = await world.call(withQuery(request, 'itemsPerPage=1'));
  const { pathname, search } = new URL(String(member(body, 'transactions', '_links', 'next', 'href')));
  return { ...request, url: `${pathname}${search}` };
}

const foreignCursors: Provocation = async (world, good) => {
  const request = await good();
  const { searchParams } = new URL((await secondPage(world, request)).url, 'http://bank.invalid');
  const other = withHeaders(request, { 'consent-id': await grantOneOff(world), 'psu-ip-address': '192.0.2.7' });
  return sendAll(world, [withQuery(request, 'cursor=x'), withQuery(other, `cursor=${searchParams.get('cursor')}`)]);
};

/** Used once, with two ids of requests. */
export const usedCursor: Provocation = async (world, good) => {
  const next = await secondPage(world, await good());
  await world.call(withHeaders(next, { 'x-request-id': randomUUID() }));
  return [await world.send(withHeaders(next, { 'x-request-id': randomUUID() }))];
};

export const otherPageSize: Provocation = async (world, good) => {
  const next = await secondPage(world, await good());
  return [await world.send({ ...next, url: next.url.replace('itemsPerPage=1', 'itemsPerPage=2') })];
};

export const ACCOUNT_REFUSALS: Readonly<Record<string, Provocations>> = {
  getAccountList: { ...READING, 'a parameter of the query is unknown, comes twice or is not of the accepted form': WITH_BALANCE },
  readAccountDetails: { ...ONE_ACCOUNT, 'a parameter of the query is unknown, comes twice or is not of the accepted form': WITH_BALANCE },
  getBalances: { ...ONE_ACCOUNT, 'the consent does not cover the balances of this account': accountOnly },
  getTransactionList: {
    ...ONE_ACCOUNT,
    'a parameter of the query is unknown, comes twice or is not of the accepted form': queries(
      'colour=blue',
      'bookingStatus=booked',
      'dateFrom=2026-01-01',
      'withBalance=maybe',
      'itemsPerPage=0',
    ),
    'the consent does not cover the transactions of this account': accountOnly,
    'bookingStatus or dateFrom is missing, or a value cannot be read': lists(
      `dateFrom=${houseDay(-1)}`,
      'bookingStatus=booked',
      `bookingStatus=some&dateFrom=${houseDay(-1)}`,
      'bookingStatus=booked&dateFrom=2026-02-30',
    ),
    'the cursor was changed, or is of another consent or account': foreignCursors,
    'the cursor was used, or is of another day': usedCursor,
    'a parameter beside the cursor differs from the first page': otherPageSize,
    'deltaList other than false, pageIndex, or bookingStatus information or all': async (world, good) => [
      ...(await queries('deltaList=true', 'pageIndex=1')(world, good)),
      ...(await lists(`bookingStatus=information&dateFrom=${houseDay(-1)}`, `bookingStatus=all&dateFrom=${houseDay(-1)}`)(world, good)),
    ],
    'dateFrom lies after dateTo, or entryReferenceFrom comes with pending transactions': lists(
      `bookingStatus=booked&dateFrom=${houseDay(-1)}&dateTo=${houseDay(-2)}`,
      `bookingStatus=booked&dateFrom=${houseDay(2)}`,
      'bookingStatus=both&entryReferenceFrom=1',
    ),
    'dateFrom lies more than 90 days back': lists(`bookingStatus=booked&dateFrom=${houseDay(-93)}`),
    'entryReferenceFrom names no entry of this account': lists('bookingStatus=booked&entryReferenceFrom=999999999'),
  },
  getTransactionDetails: {
    ...ONE_ACCOUNT,
    'the consent does not cover the transactions of this account': accountOnly,
    'the account has no such booked transaction of the last 90 days': async (world, good) => {
      const request = await good();
      return sendAll(world, [{ ...request, url: request.url.replace(/[^/]+$/, 'ltx_unknown') }]);
    },
  },
};
