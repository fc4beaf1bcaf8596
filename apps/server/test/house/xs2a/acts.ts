/** What requests of the tables stand on: consents, statements and payments as an application makes them, signed by their customer. */
import { member, textOf } from '@portico/testkit';
import { houseDay } from '../avoid-midnight.ts';
import { createPayment, PAYMENT_SERVICES } from './payment-acts.ts';
import type { Request } from './wire.ts';
import type { Holder, World } from './world.ts';

export const CONSENT = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

/** A good IBAN that is nobody's here. */
export const NOBODYS_IBAN = 'EE382200221020145685';

export interface AskedConsent {
  readonly consentId: string;
  /** '' for one whose authorisation the application starts. */
  readonly authorisationId: string;
}

/** A consent that waits for its customer. */
export async function askConsent(
  world: World,
  changes: object = {},
  { holder = world.holder, headers = {} }: { holder?: Holder; headers?: Request['headers'] } = {},
): Promise<AskedConsent> {
  const request = world.request('POST', '/consents', { ...world.initiation, ...headers }, { ...CONSENT, ...changes });
  const { body } = await world.call(world.as(holder.bearer, request));
  const scaStatus = member(body, '_links', 'scaStatus', 'href');
  return { consentId: textOf(body, 'consentId'), authorisationId: typeof scaStatus === 'string' ? (scaStatus.split('/').at(-1) ?? '') : '' };
}

/** A consent that its customer has signed. */
export async function grantConsent(world: World, changes: object = {}, holder: Holder = world.holder): Promise<string> {
  const { consentId } = await askConsent(world, changes, { holder });
  const { sandboxId, customerId } = holder;
  const { house } = world;
  await house.platform.write((context) => house.modules.access.consents.sign(context, { sandboxId, consentId, customerId, ibans: undefined }));
  return consentId;
}

export interface OwnAccount {
  readonly accountId: string;
  readonly iban: string;
}

/** Made once for each world: what cannot change, and what takes long. */
function once<Made>(make: (world: World) => Promise<Made>): (world: World) => Promise<Made> {
  const made = new WeakMap<World, Promise<Made>>();
  return (world) => {
    const found = made.get(world) ?? make(world);
    made.set(world, found);
    return found;
  };
}

/** Two of the customer's accounts in euro. */
export const ownAccounts = once(readAccounts);

async function readAccounts(world: World): Promise<readonly [OwnAccount, OwnAccount]> {
  const consentId = await grantConsent(world);
  const { body } = await world.call(world.request('GET', '/accounts', { 'consent-id': consentId, 'psu-ip-address': '192.0.2.7' }));
  const account = (position: string) => ({
    accountId: textOf(body, 'accounts', position, 'resourceId'),
    iban: textOf(body, 'accounts', position, 'iban'),
  });
  return [account('0'), account('1')];
}

/** Older than a consent gives. */
export const statementBody = (iban: string) => ({ account: { iban }, dateFrom: houseDay(-110), dateTo: houseDay(-60) });

/** A statement that waits for its customer. */
export async function askStatement(world: World, holder: Holder = world.holder, iban?: string): Promise<string> {
  const request = world.request('POST', '/transactions-statements', world.initiation, statementBody(iban ?? (await firstIban(world, holder))));
  return textOf((await world.call(world.as(holder.bearer, request))).body, 'statementId');
}

/** A statement that its customer has signed. */
export async function grantStatement(world: World, holder: Holder = world.holder, iban?: string): Promise<string> {
  const statementId = await askStatement(world, holder, iban);
  const { sandboxId, customerId } = holder;
  await world.house.platform.write((context) => world.house.modules.access.statements.sign(context, { sandboxId, statementId, customerId }));
  return statementId;
}

export async function firstIban(world: World, { bearer }: Holder = world.holder): Promise<string> {
  return textOf((await world.call(world.as(bearer, world.request('GET', '/account-list')))).body, 'accounts', '0', 'iban');
}

const ONE_OFF = { recurringIndicator: false, frequencyPerDay: 1 };

/** Good for one reading. */
export const grantOneOff = (world: World, holder: Holder = world.holder) => grantConsent(world, ONE_OFF, holder);

/** What a holder has half a year after it was signed. */
export const outlive = once(async (world: World) => {
  const { late } = world;
  const unstarted: string[] = [];
  for (const service of PAYMENT_SERVICES) unstarted.push(await createPayment(world, service, { holder: late, isExplicit: true }));
  const oneOff = await grantOneOff(world, late);
  await world.call(world.as(late.bearer, world.request('GET', '/accounts', { 'consent-id': oneOff })));
  const recurring = await grantConsent(world, {}, late);
  const statementId = await grantStatement(world, late);
  return { oneOff, recurring, statementId, unstarted, holder: await world.halfAYearLater() };
});
