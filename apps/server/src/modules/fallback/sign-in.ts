/** Signs a customer in: sends a challenge to their device; the approval opens one session for the calling application. */
import type { FallbackSession, FallbackSignIn, FallbackSignInBody, Locale } from '@portico/contract';
import { BANK_SESSION_IDLE_SECONDS, BANK_SESSION_TOTAL_SECONDS, DEVICE_ANSWERS_OF } from '@portico/contract/values';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { type Customer, inWordsOf } from '../bank/index.ts';
import { listTestCustomers } from '../bank-sandbox/index.ts';
import { signInText } from '../sign-in/index.ts';
import type { TppApp } from '../tpp-apps/index.ts';
import { deviceKeyOf, HOLD_MS, toChallengeAnswer } from './ask-device.ts';
import type { FallbackDeps } from './fallback-deps.ts';
import {
  approvedByAnother,
  bankDown,
  contentChanged,
  customerUnknown,
  methodUnknown,
  notConfirmed,
  sessionTaken,
  signInUnknown,
} from './fallback-refusals.ts';
import { beginSignIn, findOpenSignIn, findSignIn, openSession, type StoredSignIn } from './fallback-session-store.ts';
import { refundRequest, requireRequest } from './limit-requests.ts';

type Method = Customer['authMethods'][number];

/** A call starts again only when another one at the same time has moved the sign-in, which few can do. */
const ROUNDS_MAX = 5;

/**
 * A customer's device shows one sign-in of an application at a time. A repeated call returns the open challenge; a call with another method, or after
 * the bank has replaced the person, ends it.
 * @throws UiRefusal 400 CUSTOMER_UNKNOWN; 422 SCA_METHOD_UNKNOWN, SCA_METHOD_BLOCKED; 429 after ten requests without an approval; 503.
 */
export async function startSignIn(
  deps: FallbackDeps,
  app: TppApp,
  { userName, method: wanted }: FallbackSignInBody,
  locale: Locale,
): Promise<FallbackSignIn> {
  const { sandboxId } = app;
  const customer = (await listTestCustomers(deps.platform.db, sandboxId)).find((each) => each.userName === userName);
  if (customer === undefined) throw customerUnknown();
  const method = chooseMethod(deps, customer, wanted);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const begun = await joinOrBegin(deps, app, { customer, method }, locale);
    if (begun !== undefined) return begun;
  }
  throw bankDown();
}

/** Undefined: another call has begun a sign-in meanwhile. */
async function joinOrBegin(
  { platform, sca, signIn }: FallbackDeps,
  app: TppApp,
  { customer, method }: { readonly customer: Customer; readonly method: Method },
  locale: Locale,
): Promise<FallbackSignIn | undefined> {
  const { appId, clientName } = app;
  const { sandboxId, customerId } = customer;
  const earlier = await findOpenSignIn(platform.db, { appId, sandboxId, customerId });
  const running = earlier === undefined ? undefined : await sca.read(earlier.challengeId);
  const isRunning = running?.state === 'started';
  // The device of a person who has been replaced is not waited for.
  const isSame = earlier?.authMethod === method && signIn.isByPerson(earlier, customer);
  if (earlier !== undefined && isRunning && isSame) return { signInId: earlier.signInId, challenge: toChallengeAnswer(running) };

  if (earlier !== undefined && running?.state === 'approved') await refundRequest(platform.db, earlier);
  const signInId = platform.random.id('fsi');
  const asked = {
    customer,
    method,
    purpose: 'signIn',
    content: {
      canonical: { purpose: 'fallbackSignIn', signInId, sandboxId, customerId, appId, nonce: platform.random.secret() },
      displayText: signInText(platform.config.bankName, clientName),
    },
    locale,
    deviceKeyHash: deviceKeyOf(app),
    isKnownBrowser: false,
    auditChain: chainOf(signInId),
  } as const;
  const challenge = await sca
    .startWith(asked, (row) =>
      platform.write(async ({ tx, audit }) => {
        if (!(await beginSignIn(tx, { signInId, appId }, row, earlier))) return false;
        await requireRequest(tx, { customerId, person: row.person, authMethod: method });
        const ids = { signInId, customerId, appId, challengeId: row.challengeId };
        await audit({ chain: chainOf(signInId), sandboxId, event: 'fallback.sign-in-started', ids });
        return true;
      }),
    )
    .catch(inWordsOf(bankDown));
  if (challenge === undefined) return undefined;
  if (isRunning) await sca.abandon(running.challengeId);
  return { signInId, challenge: toChallengeAnswer(challenge) };
}

/** @throws UiRefusal 404. */
export async function readSignIn(deps: FallbackDeps, app: TppApp, signInId: string): Promise<FallbackSignIn> {
  const challenge = await deps.sca.read((await requireOwn(deps, app, signInId)).challengeId);
  if (challenge === undefined) throw signInUnknown();
  return { signInId, challenge: toChallengeAnswer(challenge) };
}

/** Waits for the device. @throws UiRefusal 404; 409 not answered yet, or opened before; 422 with the device's answer, or when the bank has replaced the person who gave it. */
export async function openSignedIn(deps: FallbackDeps, app: TppApp, signInId: string): Promise<FallbackSession> {
  const { platform, sca } = deps;
  const signIn = await requireOwn(deps, app, signInId);
  if (signIn.isOpened) throw sessionTaken();
  const challenge = await sca.waitForAnswer(signIn.challengeId, { holdMs: HOLD_MS, signal: deps.shutdown.signal });
  if (challenge?.state !== 'approved') throw notConfirmed(challenge?.state);
  const { sandboxId, customerId, appId } = signIn;
  const fallbackSession = platform.random.secret();
  await platform.write(async ({ tx, audit }) => {
    const customer = await deps.bank.findCustomer(signIn, tx);
    if (customer === undefined || !deps.signIn.isByPerson(signIn, customer)) throw approvedByAnother();
    const now = await platform.clock.now(tx, sandboxId);
    if (!(await openSession(tx, signInId, sha256Hex(fallbackSession), now))) throw sessionTaken();
    if (!(await sca.consume(tx, signIn.challengeId, signIn.contentHash))) throw contentChanged();
    await audit({ chain: chainOf(signInId), sandboxId, event: 'fallback.session-opened', ids: { signInId, customerId, appId } });
  });
  await refundRequest(platform.db, signIn);
  return { fallbackSession, idleSeconds: BANK_SESSION_IDLE_SECONDS, totalSeconds: BANK_SESSION_TOTAL_SECONDS };
}

async function requireOwn({ platform }: FallbackDeps, { appId }: TppApp, signInId: string): Promise<StoredSignIn> {
  const signIn = await findSignIn(platform.db, appId, signInId);
  if (signIn === undefined) throw signInUnknown();
  return signIn;
}

/** Excludes calculators, whose response is typed into the bank's own pages. */
function chooseMethod({ sca }: Pick<FallbackDeps, 'sca'>, customer: Customer, wanted: Method | undefined): Method {
  const offered = customer.authMethods.filter((method) => sca.isOffered(method) && DEVICE_ANSWERS_OF[method].includes('approve'));
  const [first] = offered;
  const method = wanted ?? first;
  if (method === undefined || !offered.includes(method)) throw methodUnknown();
  return method;
}

export const chainOf = (signInId: string): string => `fallback:${signInId}`;
