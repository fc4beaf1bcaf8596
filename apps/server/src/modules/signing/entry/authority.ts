/**
 * Authorises calls on a signing session: the bank session's cookie and the signing id must belong together. All other calls get the
 * same 410; only the browser of the session also gets the way back.
 */
import type { FastifyRequest } from 'fastify';
import type { Customer } from '#modules/bank/index.ts';
import type { BankSession } from '#modules/sign-in/index.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { Refusal } from '#platform/http/refusal.ts';
import type { EngineDeps } from '../deps.ts';
import { expireIfOverdue } from '../session/expire-signing.ts';
import { terminated, toWayBack, wrongKind } from '../session/refusals.ts';
import { findSessionBySigningId } from '../session/session-store.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { isAnswerReadable, isOverdue } from '../session/signing-time.ts';

export interface Visitor {
  readonly bankSession: BankSession | undefined;
  readonly browserSessionHash: string | undefined;
}

export interface Authority {
  readonly session: SigningSession;
  readonly bankSession: BankSession;
  /** As the bank names the customer now. Undefined for a call that does not ask the bank. */
  readonly customer: Customer | undefined;
  readonly signingId: string;
}

export interface LoadOptions {
  /** The call counts as the customer's activity. */
  readonly touch: boolean;
  /** Absent for calls of every kind. */
  readonly kinds?: readonly string[];
  /** The call may repeat a refusal. */
  readonly acceptRefused?: boolean;
  /** Default true. False for the call that a waiting page repeats, so that the bank is not asked each time who signs for the customer. */
  readonly asksBank?: boolean;
  /** Default true. False when it is uncertain which session is meant, so that the response contains only the way back. */
  readonly tellsEnd?: boolean;
}

export async function readVisitor(deps: EngineDeps, request: FastifyRequest, options: { touch: boolean }): Promise<Visitor> {
  return { bankSession: await deps.signIn.currentSession(request, options), browserSessionHash: deps.signIn.browserSessionHash(request) };
}

/** @throws UiRefusal 410 SIGNING_TERMINATED, 404 SIGNING_KIND_UNKNOWN. */
export async function requireAuthority(
  deps: EngineDeps,
  request: FastifyRequest,
  signingId: string | undefined,
  options: LoadOptions,
): Promise<Authority> {
  const visitor = await readVisitor(deps, request, { touch: options.touch });
  if (signingId === undefined || signingId === '') throw terminated();
  const { session, isCurrent } = await findBySigningId(deps, signingId);
  return { ...(await admit(deps, visitor, isCurrent ? session : undefined, options, session)), signingId };
}

/** A completed signature, for its browser, after the bank session has ended. */
export interface Afterwards {
  readonly session: SigningSession;
  readonly bankSession: undefined;
}

/**
 * As {@link requireAuthority}, for the calls that end a session. The bank session expires after five minutes without activity, but the result of
 * a signature can be read for 15. A PUT that is repeated after a lost response must return that result.
 */
export async function requireAuthorityOrSigned(
  deps: EngineDeps,
  request: FastifyRequest,
  signingId: string | undefined,
  options: LoadOptions,
): Promise<Authority | Afterwards> {
  try {
    return await requireAuthority(deps, request, signingId, options);
  } catch (refusal) {
    // An error of the database would occur again, after another wait.
    if (!(refusal instanceof Refusal)) throw refusal;
    const session = signingId === undefined || signingId === '' ? undefined : await findSigned(deps, request, signingId, options);
    if (session === undefined) throw refusal;
    return { session, bankSession: undefined };
  }
}

async function findSigned(
  deps: EngineDeps,
  request: FastifyRequest,
  signingId: string,
  { kinds }: Pick<LoadOptions, 'kinds'>,
): Promise<SigningSession | undefined> {
  const { session, isCurrent } = await findBySigningId(deps, signingId);
  if (session === undefined || !isCurrent || session.state !== 'signed' || kinds?.includes(session.kind) !== true) return undefined;
  if (session.bankSessionHash !== deps.signIn.browserSessionHash(request)) return undefined;
  return isAnswerReadable(session, await deps.platform.clock.now(deps.platform.db, session.sandboxId)) ? session : undefined;
}

async function findBySigningId(deps: EngineDeps, signingId: string): Promise<{ session: SigningSession | undefined; isCurrent: boolean }> {
  return (await findSessionBySigningId(deps.platform.db, sha256Hex(signingId))) ?? { session: undefined, isCurrent: false };
}

/** Admits a visitor to a session, or throws. `related`: the session whose way back the response may contain when `session` is undefined. */
export async function admit(
  deps: EngineDeps,
  visitor: Visitor,
  session: SigningSession | undefined,
  options: Pick<LoadOptions, 'kinds' | 'acceptRefused' | 'tellsEnd' | 'asksBank'>,
  related: SigningSession | undefined = session,
): Promise<Omit<Authority, 'signingId'>> {
  const { bankSession } = visitor;
  const own = ownSession(visitor, related);
  const told = options.tellsEnd === false && own !== undefined ? toWayBack(own) : own;
  const refusal = () => terminated(told, isSignedIn(visitor, own) ? 'elsewhere' : 'signedOut');
  if (session === undefined || bankSession === undefined || !belongsTo(session, bankSession)) throw refusal();
  const customer = options.asksBank === false ? undefined : await findSignatory(deps, bankSession);
  if (options.asksBank !== false && customer === undefined) throw terminated(told, 'signedOut');
  if (options.kinds?.includes(session.kind) === false) throw wrongKind();
  if (isOverdue(session, session.now) && (await expireIfOverdue(deps, session))) throw refusal();
  if (session.state === 'expired' || (session.state === 'refused' && options.acceptRefused !== true)) throw refusal();
  if (session.state === 'signed' && !isAnswerReadable(session, session.now)) throw refusal();
  return { session, bankSession, customer };
}

/** Returns the session for the browser of its bank session (24 h), and for no other browser: that browser's 410 contains more. */
export function ownSession(visitor: Visitor, session: SigningSession | undefined): SigningSession | undefined {
  if (session?.bankSessionHash === undefined || session.bankSessionHash !== visitor.browserSessionHash) return undefined;
  return session;
}

function isSignedIn({ bankSession }: Visitor, session: SigningSession | undefined): boolean {
  return bankSession !== undefined && session !== undefined && belongsTo(session, bankSession);
}

function belongsTo(session: SigningSession, bankSession: BankSession): boolean {
  return (
    session.bankSessionHash === bankSession.sessionHash &&
    session.customerId === bankSession.customerId &&
    session.sandboxId === bankSession.sandboxId
  );
}

/** The customer while the person who signed in still signs for them. The bank's other pages check the same (`sign-in/visitor.ts`). */
export async function findSignatory({ bank, signIn }: Pick<EngineDeps, 'bank' | 'signIn'>, bankSession: BankSession): Promise<Customer | undefined> {
  const customer = await bank.findCustomer(bankSession);
  return customer !== undefined && signIn.isByPerson(bankSession, customer) ? customer : undefined;
}
