/** The sandbox's co-signer has no face of his own: he does what the scenario of the customer says at the moment he is asked. */
import type { CustomerScenario } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import type { CoSignature, Owner } from '../bank.ts';
import { findCustomer } from './customer-store.ts';

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

export async function readCoSignature(reader: Reader, owner: Owner): Promise<CoSignature> {
  const customer = await findCustomer(reader, owner);
  return customer === undefined ? 'pending' : ANSWERS[customer.scenario];
}
