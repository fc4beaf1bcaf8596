/** What requests of the tables stand on: consents, statements and payments as an application makes them, signed by their customer. */
import { member, textOf } from '@portico/testkit';
import { PAYEES } from '#modules/bank/index.ts';
import type { Request } from './wire.ts';
import type { Holder, World } from './world.ts';

export const CONSENT = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

export const PAYMENT = {
  instructedAmount: { amount: '1.00', currency: 'EUR' },
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  creditorName: PAYEES.lumenBooks.name,
  remittanceInformationUnstructured: 'Order 1',
};

export const PRODUCT = 'sepa-credit-transfers';
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
  await house.platform.write((context) => house.modules.consents.sign(context, { sandboxId, consentId, customerId, ibans: undefined }));
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

/** The bank's calendar date so many days from now. */
export function bankDay(days = 0): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Tallinn' }).format(new Date(Date.now() + days * 86_400_000));
}

/** The Berlin Group's payment services and a body that each accepts. */
const ORDERS = {
  payments: () => PAYMENT,
  'periodic-payments': () => ({ ...PAYMENT, startDate: bankDay(1), frequency: 'Monthly' }),
} as const;
export type PaymentService = keyof typeof ORDERS;
export const PAYMENT_SERVICES = ['payments', 'periodic-payments'] as const satisfies readonly PaymentService[];

export function paymentRequest(world: World, service: PaymentService): Request {
  return world.request('POST', `/${service}/${PRODUCT}`, world.initiation, ORDERS[service]());
}

/** A payment that waits for its customer; answers its id. */
export async function createPayment(world: World, service: PaymentService, holder: Holder = world.holder): Promise<string> {
  return textOf((await world.call(world.as(holder.bearer, paymentRequest(world, service)))).body, 'paymentId');
}

/** Older than a consent gives. */
export const statementBody = (iban: string) => ({ account: { iban }, dateFrom: bankDay(-200), dateTo: bankDay(-150) });

/** A statement that waits for its customer. */
export async function askStatement(world: World, holder: Holder = world.holder, iban?: string): Promise<string> {
  const request = world.request('POST', '/transactions-statements', world.initiation, statementBody(iban ?? (await firstIban(world, holder))));
  return textOf((await world.call(world.as(holder.bearer, request))).body, 'statementId');
}

/** A statement that its customer has signed. */
export async function grantStatement(world: World, holder: Holder = world.holder, iban?: string): Promise<string> {
  const statementId = await askStatement(world, holder, iban);
  const { sandboxId, customerId } = holder;
  await world.house.platform.write((context) => world.house.modules.statements.sign(context, { sandboxId, statementId, customerId }));
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
  const oneOff = await grantOneOff(world, late);
  await world.call(world.as(late.bearer, world.request('GET', '/accounts', { 'consent-id': oneOff })));
  const recurring = await grantConsent(world, {}, late);
  const statementId = await grantStatement(world, late);
  return { oneOff, recurring, statementId, holder: await world.halfAYearLater() };
});
