/** Activates a test customer and renews their token. At most one customer of a sandbox has a token. */

import type { TokenUser } from '@portico/contract';
import { GUIDE_CUSTOMER, listTestCustomers, type TestCustomer } from '#modules/bank-sandbox/index.ts';
import { issueToken, revokeTokens } from '#modules/oauth/index.ts';
import type { RegisteredApp } from '#modules/tpp-apps/index.ts';
import { openText, sealText } from '#platform/crypto/seal-text.ts';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { lockTenant } from '#platform/tenant/tenant-store.ts';
import { customerUnknown, pageStale } from '../refusals.ts';
import type { SandboxDeps, ShownUser, SignInCustomer } from '../sandbox.ts';
import { type CurrentCustomer, findCurrent, writeCurrent } from './current-customer-store.ts';

const LOCALE = 'en';

/** @throws UiRefusal 404, 409. */
export async function activateCustomer(
  platform: SandboxDeps['platform'],
  context: WriteContext,
  app: RegisteredApp,
  user: ShownUser,
): Promise<TokenUser> {
  await lockTenant(context.tx, app.sandboxId);
  const customer = (await listTestCustomers(context.tx, app.sandboxId)).find(({ customerId }) => customerId === user.id);
  if (customer === undefined) throw customerUnknown();
  const current = await findCurrent(context.tx, app.sandboxId);
  if (customer.userName !== user.userName) throw pageStale();
  const ownToken = current?.customerId === user.id ? openToken(platform, current) : undefined;
  if (user.shownToken !== undefined && user.shownToken !== ownToken) throw pageStale();
  return toTokenUser(platform, customer, await giveToken(platform, context, app, customer, current));
}

/** Issues a new token to the current customer, or to the customer of the guides if there is none. @throws UiRefusal 404 when the sandbox is empty. */
export async function renewToken(platform: SandboxDeps['platform'], context: WriteContext, app: RegisteredApp): Promise<readonly TokenUser[]> {
  await lockTenant(context.tx, app.sandboxId);
  const customers = await listTestCustomers(context.tx, app.sandboxId);
  const current = await findCurrent(context.tx, app.sandboxId);
  const holder = customers.find(({ customerId }) => customerId === current?.customerId) ?? customers.find(isOfGuides) ?? customers[0];
  if (holder === undefined) throw customerUnknown();
  const renewed = await giveToken(platform, context, app, holder, current);
  return [holder, ...customers.filter((each) => each !== holder)].map((each) => toTokenUser(platform, each, renewed));
}

/** See {@link Sandbox.findSignInCustomer}. */
export async function findSignInCustomer(
  reader: Reader,
  sandboxId: string,
  { country, customerId }: SignInCustomer,
): Promise<TestCustomer | undefined> {
  const customers = (await listTestCustomers(reader, sandboxId)).filter((each) => each.country === country);
  if (customerId !== undefined) return customers.find((each) => each.customerId === customerId);
  const current = await findCurrent(reader, sandboxId);
  return customers.find((each) => each.customerId === current?.customerId) ?? customers.find(isOfGuides) ?? customers[0];
}

const isOfGuides = ({ isSeeded, firstName, surname }: TestCustomer) =>
  isSeeded && firstName === GUIDE_CUSTOMER.firstName && surname === GUIDE_CUSTOMER.surname;

async function giveToken(
  platform: SandboxDeps['platform'],
  context: WriteContext,
  app: RegisteredApp,
  customer: TestCustomer,
  earlier: CurrentCustomer | undefined,
): Promise<CurrentCustomer> {
  if (app.isSuspended)
    throw new UiRefusal(409, 'APPLICATION_SUSPENDED', 'The bank has suspended your application. No token was issued. Ask support why.');
  if (earlier !== undefined) await revokeTokens(context, earlier.grantHash);
  const now = await platform.clock.realNow(context.tx);
  const { customerId, country } = customer;
  const issued = await issueToken(platform, context, { app, customerId, bankCountry: country, locale: LOCALE, now });
  const tokenSealed = sealText(platform.config.keys.secrets, platform.random, boundTo(app.sandboxId), issued.accessToken);
  const { grantHash, expiresAt } = issued;
  const current = { sandboxId: app.sandboxId, customerId, tokenSealed, grantHash, expiresAt };
  await writeCurrent(context.tx, current);
  return current;
}

export function toTokenUser(platform: SandboxDeps['platform'], customer: TestCustomer, current: CurrentCustomer | undefined): TokenUser {
  const isCurrent = current?.customerId === customer.customerId;
  return {
    id: customer.customerId,
    userName: customer.userName,
    ...(current !== undefined && isCurrent ? { access_token: openToken(platform, current), expiresAt: current.expiresAt.toISOString() } : {}),
    country: customer.country,
    customer: { name: customer.firstName, surname: customer.surname, nationalIdentityNumber: customer.nationalIdentityNumber },
    type: customer.type,
    ...(customer.type === 'company' ? { companyName: customer.name } : {}),
    authMethods: [...customer.authMethods],
    ...(customer.phoneNumber === undefined ? {} : { phoneNumber: customer.phoneNumber }),
    ...(customer.userNumber === undefined ? {} : { userNumber: customer.userNumber }),
    scenario: customer.scenario,
    ...(customer.representedBy === undefined ? {} : { representedBy: customer.representedBy }),
    ...(customer.coSigner === undefined
      ? {}
      : { coSigner: { name: customer.coSigner.name, nationalIdentityNumber: customer.coSigner.nationalIdentityNumber } }),
    isSeeded: customer.isSeeded,
  };
}

function openToken(platform: SandboxDeps['platform'], { sandboxId, tokenSealed }: CurrentCustomer): string {
  return openText(platform.config.keys.secrets, boundTo(sandboxId), tokenSealed);
}

/** Binds a sealed token to its row: in another row it cannot be opened. */
const boundTo = (sandboxId: string) => `token:${sandboxId}`;
