/**
 * Who may act on a signing session: the bank session's cookie and the signing id that belong together. Everything else gets the
 * same 410, with the way back only for the browser whose session it was.
 */
import type { FastifyRequest } from 'fastify';
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
  readonly signingId: string;
}

export interface LoadOptions {
  /** The call shows that the customer is there. */
  readonly touch: boolean;
  /** Absent for calls that every kind has. */
  readonly kinds?: readonly string[];
  /** A repeated refusal is answered again. */
  readonly acceptRefused?: boolean;
  /** Default true; false for the call that the page repeats while it waits: the bank is not asked each time who signs for the customer. */
  readonly asksBank?: boolean;
  /** Default true; false where only the way back may be told, because it is not known which session is meant. */
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
  const { session: admitted, bankSession } = await admit(deps, visitor, isCurrent ? session : undefined, options, session);
  return { session: admitted, bankSession, signingId };
}

/** A signature that took place, for the browser that made it, after its bank session has ended. */
export interface Afterwards {
  readonly session: SigningSession;
  readonly bankSession: undefined;
}

/**
 * As {@link requireAuthority}, for the calls that end a session. The bank session ends after five minutes without activity, what was
 * signed can be had again for 15: whoever repeats a PUT because its answer was lost must not hear that nothing was signed.
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
    // What the database did not tell now it would not tell afterwards either, after another wait.
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

/** Lets a visitor to a session, or refuses. `related` is the session whose way back may be shown when `session` is none. */
export async function admit(
  deps: EngineDeps,
  visitor: Visitor,
  session: SigningSession | undefined,
  options: Pick<LoadOptions, 'kinds' | 'acceptRefused' | 'tellsEnd' | 'asksBank'>,
  related: SigningSession | undefined = session,
): Promise<Pick<Authority, 'session' | 'bankSession'>> {
  const { bankSession } = visitor;
  const own = ownSession(visitor, related);
  const told = options.tellsEnd === false && own !== undefined ? toWayBack(own) : own;
  const refusal = () => terminated(told, isSignedIn(visitor, own) ? 'elsewhere' : 'signedOut');
  if (session === undefined || bankSession === undefined || !belongsTo(session, bankSession)) throw refusal();
  if (options.asksBank !== false && !(await isStillCustomer(deps, bankSession))) throw terminated(told, 'signedOut');
  if (options.kinds?.includes(session.kind) === false) throw wrongKind();
  if (isOverdue(session, session.now) && (await expireIfOverdue(deps, session))) throw refusal();
  if (session.state === 'expired' || (session.state === 'refused' && options.acceptRefused !== true)) throw refusal();
  if (session.state === 'signed' && !isAnswerReadable(session, session.now)) throw refusal();
  return { session, bankSession };
}

/** The session itself for the browser whose bank session it was (24 h), and for no other: its 410 says more. */
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

/** Is the person who signed in still the one who signs for this customer? The bank's other pages ask the same (`sign-in/visitor.ts`). */
export async function isStillCustomer({ bank, signIn }: Pick<EngineDeps, 'bank' | 'signIn'>, bankSession: BankSession): Promise<boolean> {
  const customer = await bank.findCustomer(bankSession);
  return customer !== undefined && signIn.isByPerson(bankSession, customer);
}
