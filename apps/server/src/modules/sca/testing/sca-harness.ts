/** Customers as plain values, and challenges that grow old at once: they run in real time, so their rows are moved into the past. */
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { SandboxCustomer } from '../../bank-sandbox/index.ts';

/** Hash of some browser's device key. */
export const DEVICE = 'd'.repeat(64);

export function customer(customerId: string, overrides: Partial<SandboxCustomer> = {}): SandboxCustomer {
  return {
    sandboxId: 'sbx_test',
    customerId,
    userName: `ee-${customerId}`,
    country: 'ee',
    name: 'Mari Näidis',
    firstName: 'Mari',
    surname: 'Näidis',
    nationalIdentityNumber: '40504040001',
    phoneNumber: '+37200000766',
    userNumber: '90000016',
    type: 'person',
    authMethods: ['SMART_ID'],
    scenario: 'approves',
    ...overrides,
  };
}

export async function ageChallenge(database: OpenedDatabase, challengeId: string, seconds: number): Promise<void> {
  const age = `interval '1 second' * $2::integer`;
  await database.query(
    `update challenge set created_at = created_at - ${age}, expires_at = expires_at - ${age}, answers_at = answers_at - ${age} where challenge_id = $1`,
    [challengeId, seconds],
  );
}
