/** Sends a challenge to the customer's device. A repeated call returns the open challenge; after a failure it starts a new one. */
import type { AuthMethod, ChallengeForm } from '@portico/contract';
import type { Tx } from '#platform/db/database.ts';
import { noteSandbox } from '#platform/db/turns.ts';
import { type Customer, digestPerson, inWordsOf } from '../bank/index.ts';
import { insertChallenge, type NewChallengeRow } from '../sca/index.ts';
import { newDecoy, readShown, type ShownChallenge, showDecoy } from './decoy/decoy.ts';
import { digestIdentity, requireRequest, requireTry } from './door-limits.ts';
import { checkIdentityFields, couldBeIdentity, findByIdentity, normalizedIdentity } from './find-by-identity.ts';
import { isKnownBrowser } from './known-browser-store.ts';
import { openRequest, REQUEST_SECONDS, releaseRequest } from './open-request.ts';
import { renewRequest } from './open-request-store.ts';
import { isUsable, methodsOf, readChallenge } from './read-sign-in.ts';
import { findRoleOf } from './roles/roles.ts';
import { signInContent } from './sign-in-content.ts';
import type { SignInDeps } from './sign-in-deps.ts';
import { bankDown, customerUnknown, methodNotOffered, requestOpen, signInUnknown } from './sign-in-refusals.ts';
import { isLive } from './sign-in-state.ts';
import { attachChallenge, attachDecoy, findSignIn, lockUnasked, type StoredSignIn } from './sign-in-store.ts';
import { beginVisit } from './visit/begin-visit.ts';

export interface StartAuthentication {
  readonly method: AuthMethod;
  readonly form?: Exclude<ChallengeForm, 'redirect'>;
  /** As typed; `IDENTITY_FIELDS_OF` lists the fields of each method. */
  readonly nationalIdentityNumber?: string;
  readonly phoneNumber?: string;
  readonly userNumber?: string;
  readonly deviceKeyHash: string;
  readonly ip: string;
}

/**
 * @throws UiRefusal 400 FORMAT_ERROR; 422 SCA_METHOD_UNKNOWN, SCA_METHOD_BLOCKED; 400 CUSTOMER_UNKNOWN for an identity of an invalid format;
 * 429 RATE_LIMITED; 410 SIGN_IN_UNKNOWN when the sign-in has ended.
 */
export async function startAuthentication(deps: SignInDeps, signIn: StoredSignIn, input: StartAuthentication): Promise<ShownChallenge> {
  const { method, form = 'notification', deviceKeyHash } = input;
  const { db } = deps.platform;
  const isOnBankPage = deps.sca.isOnBankPage(method);
  checkIdentityFields(input, isOnBankPage);
  if (!methodsOf(deps, signIn.bankCountry).includes(method) || (form === 'deviceLink' && !deps.sca.offersLink(method))) throw methodNotOffered();
  if (isOnBankPage) return beginVisit(deps, signIn, input);
  const customer = await findEntitledCustomer(deps, signIn, input);
  if (customer === undefined && !couldBeIdentity(signIn.bankCountry, input)) {
    // The bank's own core may accept other spellings, so that this answer says that the bank does not know one.
    await requireTry(deps, input, true);
    throw customerUnknown(method);
  }
  if (customer !== undefined) noteSandbox(customer.sandboxId);
  const identityDigest = digestIdentity(deps, [signIn.bankCountry, method, ...whoIsAsked(deps, signIn, input, customer)]);
  const running = await readShown(deps.sca, signIn);
  if (running !== undefined && isUsable(running) && isOf(signIn, { customer, method, identityDigest }) && isInForm(running, form)) return running;

  // The query runs for unknown customers, too, so that both cases take the same time.
  const { sandboxId, customerId } = customer ?? { sandboxId: '', customerId: '' };
  const isKnown = await isKnownBrowser(db, { deviceKeyHash, sandboxId, customerId });
  if (!isKnown) {
    await requireTry(deps, input, customer === undefined);
    await requireRequest(deps, identityDigest);
  }
  await openRequest(deps, signIn, { identityDigest, deviceKeyHash, isKnownBrowser: isKnown });
  try {
    return customer === undefined
      ? await pretend(deps, signIn, { method, form, identityDigest })
      : await askCustomer(deps, signIn, { ...input, customer, identityDigest, isKnownBrowser: isKnown });
  } catch (error) {
    await releaseRequest(deps, signIn.signInId);
    throw error;
  }
}

/** A known person counts as one in every spelling that the bank accepts, and in every role. */
function whoIsAsked({ platform }: SignInDeps, signIn: StoredSignIn, input: StartAuthentication, customer: Customer | undefined): readonly string[] {
  if (customer === undefined) return normalizedIdentity(signIn.bankCountry, input);
  return ['person', customer.sandboxId, digestPerson(platform.config.keys, customer)];
}

/** True when the open challenge or decoy is for the same identity and method. */
function isOf(
  { decoy, authentication }: StoredSignIn,
  asked: { readonly customer: Customer | undefined; readonly method: AuthMethod; readonly identityDigest: string },
): boolean {
  if (decoy !== undefined) return decoy.identityDigest === asked.identityDigest;
  return authentication !== undefined && authentication.customerId === asked.customer?.customerId && authentication.authMethod === asked.method;
}

const isInForm = ({ link }: ShownChallenge, form: ChallengeForm) => (link === undefined) === (form === 'notification');

async function askCustomer(
  deps: SignInDeps,
  signIn: StoredSignIn,
  {
    customer,
    identityDigest,
    method,
    form,
    deviceKeyHash,
    isKnownBrowser: isKnown,
  }: StartAuthentication & { readonly customer: Customer; readonly identityDigest: string; readonly isKnownBrowser: boolean },
): Promise<ShownChallenge> {
  const earlier = await readChallenge(deps.sca, signIn);
  const asked = {
    customer,
    method,
    purpose: 'signIn',
    form,
    content: signInContent(deps.platform, signIn, customer),
    locale: signIn.locale,
    deviceKeyHash,
    isKnownBrowser: isKnown,
    auditChain: `sign-in:${signIn.signInId}`,
    ...(signIn.purpose !== 'bank' && { provider: signIn.tppName }),
  } as const;
  let isReplaced = false;
  const holds = async (tx: Tx) => {
    isReplaced = !(await renewRequest(tx, { identityDigest, signInId: signIn.signInId, seconds: REQUEST_SECONDS }));
    return !isReplaced;
  };
  const challenge = await deps.sca.startWith(asked, (row) => attach(deps, signIn, customer, row, holds)).catch(inWordsOf(bankDown));
  if (isReplaced) throw requestOpen(1);
  if (challenge === undefined) return joinFaster(deps, signIn);
  if (earlier !== undefined) await deps.sca.abandon(earlier.challengeId);
  return challenge;
}

/** Attaches a decoy; no device is contacted. */
async function pretend(
  deps: SignInDeps,
  signIn: StoredSignIn,
  asked: { readonly method: AuthMethod; readonly form: ChallengeForm; readonly identityDigest: string },
): Promise<ShownChallenge> {
  const { write } = deps.platform;
  const earlier = await readChallenge(deps.sca, signIn);
  const decoy = newDecoy(deps, signIn, { ...asked, now: signIn.now });
  const isAttached = await write(async ({ tx }) => {
    if (!(await renewRequest(tx, { identityDigest: asked.identityDigest, signInId: signIn.signInId, seconds: REQUEST_SECONDS })))
      throw requestOpen(1);
    return attachDecoy(tx, signIn, decoy);
  });
  if (!isAttached) throw signInUnknown();
  if (earlier !== undefined) await deps.sca.abandon(earlier.challengeId);
  return { ...showDecoy(decoy, signIn.now), state: 'started', secondsLeft: Math.ceil((decoy.expiresAt - signIn.now.getTime()) / 1000) };
}

/** Undefined when any typed field is wrong. */
async function findEntitledCustomer(deps: SignInDeps, signIn: StoredSignIn, input: StartAuthentication): Promise<Customer | undefined> {
  const found = await findByIdentity(deps, signIn, input);
  const customer = found && (await findRoleOf(deps, signIn, found));
  return customer !== undefined && isEntitled(signIn, customer, input.method) ? customer : undefined;
}

/** True for a customer who has this method and may complete this sign-in. */
export function isEntitled(signIn: StoredSignIn, customer: Customer, method: AuthMethod): boolean {
  if (!customer.authMethods.includes(method)) return false;
  // Second signatories have no accounts, so they can sign in only to the bank's own pages.
  if (customer.signsFor !== undefined && signIn.purpose !== 'bank') return false;
  if (signIn.onlySandboxId !== undefined && signIn.onlySandboxId !== customer.sandboxId) return false;
  return signIn.onlyCustomerId === undefined || signIn.onlyCustomerId === customer.customerId;
}

/**
 * False: the method is blocked, the sign-in has ended, or another call was first, and its challenge is the one that the device shows.
 * `holds` default: nothing else is asked.
 */
export function attach(
  deps: SignInDeps,
  signIn: StoredSignIn,
  customer: Customer,
  challenge: NewChallengeRow,
  holds: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { challengeId, contentHash, method } = challenge;
  const { sandboxId, customerId } = customer;
  const person = digestPerson(deps.platform.config.keys, customer);
  return deps.platform.write(async ({ tx, audit }) => {
    if (!(await lockUnasked(tx, signIn)) || !(await holds(tx)) || !(await insertChallenge(tx, challenge))) return false;
    await attachChallenge(tx, signIn, { sandboxId, customerId, challengeId, contentHash, authMethod: method, person });
    await audit({
      chain: `sign-in:${signIn.signInId}`,
      sandboxId,
      event: 'sign-in.authentication-started',
      ids: { signInId: signIn.signInId, customerId, challengeId },
    });
    return true;
  });
}

/** For two concurrent calls: the slower one asks nothing and returns the other's challenge. */
async function joinFaster(deps: SignInDeps, signIn: StoredSignIn): Promise<ShownChallenge> {
  const now = await findSignIn(deps.platform.db, signIn.signInId);
  const faster = now === undefined || !isLive(now.state) ? undefined : await readShown(deps.sca, now);
  if (faster === undefined) throw signInUnknown();
  return faster;
}
