/**
 * Another role within a visit to the bank: a new bank session replaces the present one, as a sign-in would. What a page has shown for signing belongs to
 * the session that ends, so it can no longer be signed, and nothing of it changes.
 */
import { sha256Hex } from '#platform/crypto/hash.ts';
import { digestPerson } from '../../bank/index.ts';
import { endWaitingChallenges } from '../../sca/index.ts';
import { endBankSession, findBankSession, insertBankSession } from '../bank-session-store.ts';
import type { SignInDeps } from '../sign-in-deps.ts';
import { roleUnknown, visitorUnknown } from '../sign-in-refusals.ts';
import type { BankVisitor } from '../visitor.ts';
import { findOwnRole } from './roles.ts';

/**
 * Returns the secret of the new session; undefined when the person already acts in this role. The session still ends 30 minutes after the sign-in.
 * @throws UiRefusal 409 ROLE_UNKNOWN, 410 when the session has ended since it was read.
 */
export async function changeRole(
  { platform, bank }: Pick<SignInDeps, 'platform' | 'bank'>,
  { session, customer }: Pick<BankVisitor, 'session' | 'customer'>,
  roleId: string,
): Promise<string | undefined> {
  if (roleId === customer.customerId) return undefined;
  const { sandboxId } = customer;
  const roles = await bank.listRoles(platform.db, customer);
  const isOffered = roles.some(({ customerId }) => customerId === roleId);
  const person = digestPerson(platform.config.keys, customer);
  const role = isOffered ? await findOwnRole({ platform, bank }, { sandboxId, customerId: roleId }, person) : undefined;
  if (role === undefined) throw roleUnknown();

  const secret = platform.random.secret();
  await platform.write(async (context) => {
    const present = await findBankSession(context.tx, session.sessionHash);
    if (present === undefined || !(await endBankSession(context.tx, present))) throw visitorUnknown();
    const { deviceKeyHash, signInId, country, authMethod, signedInAt, now } = present;
    const replacing = { sessionHash: sha256Hex(secret), sandboxId, customerId: roleId, signInId, country, authMethod, deviceKeyHash };
    await insertBankSession(context.tx, { ...replacing, signedInAt, lastSeenAt: now });
    await endWaitingChallenges(context, { sandboxId, customerId: customer.customerId, deviceKeyHash });
    await context.audit({
      chain: `sign-in:${signInId}`,
      sandboxId,
      event: 'bank-session.role-changed',
      ids: { signInId, customerId: roleId, formerCustomerId: customer.customerId },
    });
  });
  return secret;
}
