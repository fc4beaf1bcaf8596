/**
 * The sandbox's co-signer. Whoever is signed in at the bank as him answers himself, at `/bank/to-sign`; for one who stays away the
 * scenario of the customer answers at the moment the bank is asked.
 */
import type { CustomerScenario } from '@portico/contract';
import type { CoSignature, Owner } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { findCustomer, listSignatories } from '../store/customer-store.ts';

/** Is this customer signed in at the bank's pages now, by tenant time? */
export type AtTheBank = (reader: Reader, owner: Owner) => Promise<boolean>;

const ANSWERS: Readonly<Record<CustomerScenario, CoSignature>> = {
  approves: 'given',
  needsSecondSignature: 'given',
  // Of the bank's money, its pace and the first signer's page; the co-signer knows nothing of them.
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
