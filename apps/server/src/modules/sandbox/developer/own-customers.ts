/** The developer's own test customers and their accounts. */

import type { NewCustomerBody, NewTestAccount, TestAccount } from '@portico/contract';
import { CUSTOMER_ACCOUNTS_MAX, type CustomerScenario, OPENING_BALANCE_CENTS_MAX, OWN_CUSTOMERS_MAX } from '@portico/contract/values';
import { formatCents } from '@portico/primitives';
import type { Owner } from '#modules/bank/index.ts';
import {
  addTestAccount,
  closeTestAccount,
  createTestCustomer,
  listRepresented,
  listTestCustomers,
  readTestAccounts,
  removeTestCustomer,
  setTestScenario,
  type TestCustomer,
} from '#modules/bank-sandbox/index.ts';
import { deleteTokens } from '#modules/oauth/index.ts';
import { clientNameFlaw, type RegisteredApp } from '#modules/tpp-apps/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { lockTenant } from '#platform/tenant/tenant-store.ts';
import { accountInUse, accountUnknown, customerSeeded, customerUnknown, limitReached } from '../refusals.ts';
import type { SandboxDeps } from '../sandbox.ts';
import { renewToken } from './current-customer.ts';
import { deletePayloads, findCurrent } from './current-customer-store.ts';

export async function createOwnCustomer(
  deps: SandboxDeps,
  context: WriteContext,
  app: RegisteredApp,
  wanted: NewCustomerBody,
): Promise<TestCustomer> {
  if ((wanted.type === 'company') !== (wanted.companyName !== undefined)) {
    const text = wanted.type === 'company' ? 'A company needs a name.' : 'Only a company has a company name. Leave it out.';
    throw new UiRefusal(400, 'FORMAT_ERROR', `${text} Nothing was changed.`, { path: 'companyName' });
  }
  const { companyName, representedBy } = wanted;
  const representative = representedBy === undefined ? undefined : await requireRepresentative(context, app, { ...wanted, representedBy });
  const { firstName, surname } = representative ?? wanted;
  if (firstName === undefined || surname === undefined) {
    const path = firstName === undefined ? 'firstName' : 'surname';
    throw new UiRefusal(400, 'FORMAT_ERROR', 'This name is missing. Nothing was changed.', { path });
  }
  requireHonestNames({ firstName, surname, companyName });
  const made = await createTestCustomer(
    deps.platform,
    context.tx,
    app.sandboxId,
    { country: wanted.country, type: wanted.type, firstName, surname, ...(companyName !== undefined && { companyName }) },
    representative,
  );
  if (made === undefined) throw limitReached(`You can make ${OWN_CUSTOMERS_MAX} test customers in each country, the removed ones included.`);
  return requireCustomer(context.tx, made);
}

/** @throws UiRefusal 400. */
async function requireRepresentative(
  { tx }: WriteContext,
  { sandboxId }: RegisteredApp,
  { type, country, firstName, surname, representedBy }: NewCustomerBody & { readonly representedBy: string },
): Promise<TestCustomer> {
  const refuse = (path: string, text: string) => new UiRefusal(400, 'FORMAT_ERROR', `${text} Nothing was changed.`, { path });
  if (type !== 'company') throw refuse('representedBy', 'Only a company is represented. Leave it out.');
  if (firstName !== undefined) throw refuse('firstName', 'The representative has a name. Leave it out.');
  if (surname !== undefined) throw refuse('surname', 'The representative has a name. Leave it out.');
  // The representative cannot be removed meanwhile.
  await lockTenant(tx, sandboxId);
  const person = (await listTestCustomers(tx, sandboxId)).find(({ customerId }) => customerId === representedBy);
  if (person?.type !== 'person' || person.country !== country)
    throw refuse('representedBy', 'There is no private test customer with this id in this country.');
  return person;
}

/** His open work ends, also that of the companies that the customer represents; when he held the token, the customer of the guides gets one. */
export async function removeOwnCustomer(deps: SandboxDeps, context: WriteContext, app: RegisteredApp, customerId: string): Promise<void> {
  const owner = { sandboxId: app.sandboxId, customerId };
  const customer = await requireCustomer(context.tx, owner);
  if (customer.isSeeded) throw customerSeeded();
  await lockTenant(context.tx, app.sandboxId);
  for (const represented of await listRepresented(context.tx, owner)) await removeOwnCustomer(deps, context, app, represented);
  await deps.endSignings(context, owner);
  await deps.endPayments(context, owner);
  await deps.endAccess(context, owner);
  await deps.endBankSessions(context.tx, owner);
  await deletePayloads(context.tx, owner);
  if ((await removeTestCustomer(deps.platform, context.tx, owner)) !== true) throw customerUnknown();
  const wasCurrent = (await findCurrent(context.tx, app.sandboxId))?.customerId === customerId;
  await deleteTokens(context.tx, owner);
  if (wasCurrent) await renewToken(deps.platform, context, app);
}

/** Available balances. */
export async function listOwnAccounts(reader: Reader, owner: Owner): Promise<readonly TestAccount[]> {
  await requireCustomer(reader, owner);
  const accounts = await readTestAccounts(reader, owner, false);
  return accounts
    .filter(({ isClosed }) => !isClosed)
    .map(({ iban, currency, name, balanceCents, heldCents }) => ({
      iban,
      currency,
      name,
      balance: { amount: formatCents(balanceCents - heldCents), currency },
    }));
}

export async function addOwnAccount(deps: SandboxDeps, context: WriteContext, owner: Owner, wanted: NewTestAccount): Promise<TestAccount> {
  const openingCents = toCents(wanted.openingBalance);
  const { name, currency } = wanted;
  requireHonestNames({ name });
  const account = await addTestAccount(deps.platform, context.tx, owner, { name, currency, openingCents });
  if (account === undefined) throw customerUnknown();
  if (account === 'full') throw limitReached(`A customer has at most ${CUSTOMER_ACCOUNTS_MAX} accounts, the removed ones included.`);
  return { iban: account.iban, currency, name, balance: { amount: formatCents(openingCents), currency } };
}

export async function removeOwnAccount(deps: SandboxDeps, context: WriteContext, owner: Owner, iban: string): Promise<void> {
  const isClosed = await closeTestAccount(deps.platform, context.tx, owner, iban);
  if (isClosed === 'inUse') throw accountInUse();
  if (!isClosed) throw accountUnknown();
}

export async function setOwnScenario(context: WriteContext, owner: Owner, scenario: CustomerScenario): Promise<TestCustomer> {
  if (!(await setTestScenario(context.tx, owner, scenario))) throw customerUnknown();
  return requireCustomer(context.tx, owner);
}

/** A customer of the bank reads these names before they sign, like the names of applications. @throws UiRefusal 400. */
function requireHonestNames(names: Readonly<Record<string, string | undefined>>): void {
  for (const [path, name] of Object.entries(names)) {
    const flaw = name === undefined ? undefined : clientNameFlaw(name);
    if (flaw !== undefined) throw new UiRefusal(400, 'FORMAT_ERROR', `${flaw} Nothing was changed.`, { path });
  }
}

async function requireCustomer(reader: Reader, { sandboxId, customerId }: Owner): Promise<TestCustomer> {
  const customer = (await listTestCustomers(reader, sandboxId)).find((each) => each.customerId === customerId);
  if (customer === undefined) throw customerUnknown();
  return customer;
}

/** `12`, `12.3` or `12.30`, as the contract's pattern lets through. */
function toCents(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  if (cents <= OPENING_BALANCE_CENTS_MAX) return cents;
  const most = formatCents(OPENING_BALANCE_CENTS_MAX);
  throw new UiRefusal(400, 'FORMAT_ERROR', `An account opens with at most ${most}. Nothing was changed.`, { path: 'openingBalance' });
}
