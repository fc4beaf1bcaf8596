/**
 * The second signature in the sandbox bank. A second signatory who is signed in at the bank decides at `/bank/to-sign`. Otherwise the
 * customer's scenario decides as soon as Portico asks.
 */
import type { CustomerScenario } from '@portico/contract';
import type { CoSignature, Owner } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { findCustomer, listSignatories } from '../store/customer-store.ts';

/** True while this customer is signed in at the bank's pages, by tenant time. */
export type AtTheBank = (reader: Reader, owner: Owner) => Promise<boolean>;

const ANSWERS: Readonly<Record<CustomerScenario, CoSignature>> = {
  approves: 'given',
  needsSecondSignature: 'given',
  // These scenarios concern funds, response times and the first signatory's page; they do not affect the second signature.
  notEnoughMoney: 'given',
  bankSlow: 'given',
  sessionExpires: 'given',
  refuses: 'refused',
  wrongCode: 'pending',
  timesOut: 'pending',
  bankDown: 'pending',
};

export async function readCoSignature(deps: { readonly isAtTheBank?: AtTheBank }, reader: Reader, owner: Owner): Promise<CoSignature> {
  const customer = await findCustomer(reader, owner);
  if (customer === undefined || (await isCoSignerPresent(deps, reader, owner))) return 'pending';
  return ANSWERS[customer.scenario];
}

async function isCoSignerPresent({ isAtTheBank }: { readonly isAtTheBank?: AtTheBank }, reader: Reader, owner: Owner): Promise<boolean> {
  if (isAtTheBank === undefined) return false;
  for (const { customerId } of await listSignatories(reader, owner)) {
    if (customerId !== owner.customerId && (await isAtTheBank(reader, { sandboxId: owner.sandboxId, customerId }))) return true;
  }
  return false;
}
