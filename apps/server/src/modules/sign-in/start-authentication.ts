/** Asks the customer's device. Asking again while it still waits joins the running challenge; after a failure a new one starts. */
import type { AuthMethod } from '@portico/contract';
import { type Customer, reachBank } from '../bank/index.ts';
import type { Challenge } from '../sca/index.ts';
import { checkIdentityFields, findByIdentity } from './find-by-identity.ts';
import { isUsable, methodsOf, readChallenge } from './read-sign-in.ts';
import { signInContent } from './sign-in-content.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { bankDown, customerUnknown, methodNotOffered, signInUnknown } from './sign-in-refusals.ts';
import { isLive } from './sign-in-state.ts';
import { attachChallenge, findSignIn, type StoredSignIn } from './sign-in-store.ts';

export interface StartAuthentication {
  readonly method: AuthMethod;
  /** As typed; which of them a method needs says `IDENTITY_FIELDS_OF`. */
  readonly nationalIdentityNumber?: string;
  readonly phoneNumber?: string;
  readonly userNumber?: string;
  readonly deviceKeyHash: string;
}

/** @throws UiRefusal 400 FORMAT_ERROR; 422 SCA_METHOD_UNKNOWN, SCA_METHOD_BLOCKED; 400 CUSTOMER_UNKNOWN; 410 SIGN_IN_UNKNOWN when it ended meanwhile. */
export async function startAuthentication(deps: SignInDeps, signIn: StoredSignIn, input: StartAuthentication): Promise<Challenge> {
  const { method } = input;
  checkIdentityFields(input);
  if (!methodsOf(deps, signIn.bankCountry).includes(method)) throw methodNotOffered();
  const customer = await findEntitledCustomer(deps, signIn, input);
  if (!(await reachBank(customer.scenario))) throw bankDown();
  const running = await readChallenge(deps.sca, signIn);
  if (running !== undefined && isUsable(running) && running.customerId === customer.customerId && running.method === method) return running;

  const challenge = await deps.sca.start({
    customer,
    method,
    purpose: 'signIn',
    content: signInContent(deps.platform, signIn, customer),
    locale: signIn.locale,
    deviceKeyHash: input.deviceKeyHash,
    auditChain: `sign-in:${signIn.signInId}`,
  });
  const isAttached = await attach(deps, signIn, customer, challenge);
  if (!isAttached) return joinFaster(deps, signIn, challenge);
  if (running !== undefined) await deps.sca.abandon(running.challengeId);
  return challenge;
}

async function findEntitledCustomer(deps: SignInDeps, signIn: StoredSignIn, input: StartAuthentication): Promise<Customer> {
  const { method } = input;
  const customer = await findByIdentity(deps, signIn, input);
  if (customer === undefined || !customer.authMethods.includes(method)) throw customerUnknown(method);
  // A second signatory has no accounts: he comes for what others have signed, and no application has business with him.
  if (customer.signsFor !== undefined && signIn.purpose !== 'bank') throw customerUnknown(method);
  if (signIn.onlySandboxId !== undefined && signIn.onlySandboxId !== customer.sandboxId) throw customerUnknown(method);
  if (signIn.onlyCustomerId !== undefined && signIn.onlyCustomerId !== customer.customerId) throw customerUnknown(method);
  return customer;
}

function attach(deps: SignInDeps, signIn: StoredSignIn, customer: Customer, challenge: Challenge): Promise<boolean> {
  const { challengeId, contentHash, method } = challenge;
  const { sandboxId, customerId } = customer;
  return deps.platform.write(async ({ tx, audit }) => {
    if (!(await attachChallenge(tx, signIn, { sandboxId, customerId, challengeId, contentHash, authMethod: method }))) return false;
    await audit({
      chain: `sign-in:${signIn.signInId}`,
      sandboxId,
      event: 'sign-in.authentication-started',
      ids: { signInId: signIn.signInId, customerId, challengeId },
    });
    return true;
  });
}

/** Two calls at once: the slower one leaves its own challenge and shows the other's. */
async function joinFaster(deps: SignInDeps, signIn: StoredSignIn, ownChallenge: Challenge): Promise<Challenge> {
  await deps.sca.abandon(ownChallenge.challengeId);
  const now = await findSignIn(deps.platform.db, signIn.signInId);
  const faster = now === undefined || !isLive(now.state) ? undefined : await readChallenge(deps.sca, now);
  if (faster === undefined) throw signInUnknown();
  return faster;
}
