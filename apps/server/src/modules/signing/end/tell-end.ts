/**
 * Says how a session of this browser ended: the 410 of such a session carries `outcome`, read from the database when the answer is made. The
 * page shows it and claims nothing of its own. Neither amount nor payee are told: the browser may belong to another person by now.
 */
import { PeriodicPaymentDetails, type SigningEnd } from '@portico/contract';
import { NOT_PAID_REASONS, type SigningOutcome } from '@portico/contract/values';
import { Type } from 'typebox';
import { guardOf } from '#platform/guard-of.ts';
import type { EngineDeps } from '../deps.ts';
import { expireIfOverdue } from '../session/expire-signing.ts';
import { SigningTerminated, type Unfinished } from '../session/refusals.ts';
import { findSession, listSessionsFor } from '../session/session-store.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { deadline, isOverdue } from '../session/signing-time.ts';

/** What of the details says what became of the thing signed; each kind has its own word for the status. */
const isProgress = guardOf(
  Type.Object({
    transactionStatus: Type.Optional(Type.String()),
    consentStatus: Type.Optional(Type.String()),
    statementStatus: Type.Optional(Type.String()),
    notPaidReason: Type.Optional(Type.Enum([...NOT_PAID_REASONS])),
    unpaidRun: PeriodicPaymentDetails.properties.unpaidRun,
  }),
);

/** Runs a call; a 410 of this browser's own session is thrown with its end. */
export async function tellEnd<Answer>(deps: EngineDeps, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof SigningTerminated) || error.session === undefined) throw error;
    const { authorisationId, sandboxId } = error.session;
    const end =
      authorisationId === undefined || sandboxId === undefined ? undefined : await readEnd(deps, { authorisationId, sandboxId }, error.unfinished);
    throw new SigningTerminated(error.session, error.unfinished, end);
  }
}

/** Undefined: the session is gone, or goes on and nothing is known of its end. */
async function readEnd(
  deps: EngineDeps,
  key: { readonly authorisationId: string; readonly sandboxId: string },
  unfinished: Unfinished | undefined,
): Promise<SigningEnd | undefined> {
  const { db } = deps.platform;
  const found = await findSession(db, key);
  if (found === undefined) return undefined;
  const isExpired = isOverdue(found, found.now) && (await expireIfOverdue(deps, found));
  const session = isExpired ? ((await findSession(db, key)) ?? found) : found;
  const outcome = await outcomeOf(deps, session, unfinished);
  if (outcome === undefined) return undefined;
  const { kind } = deps.kindOf(session.kind);
  const { bankCountry, endedAt } = session;
  if (outcome === 'signed') return { outcome, kind, bankCountry, ...(await signedEnd(deps, session)) };
  return { outcome, kind, bankCountry, ...(endedAt === undefined ? {} : { endedAt: endedAt.toISOString() }) };
}

async function outcomeOf(deps: EngineDeps, session: SigningSession, unfinished: Unfinished | undefined): Promise<SigningOutcome | undefined> {
  switch (session.state) {
    case 'signed':
    case 'refused':
      return session.state;
    case 'expired':
      return expiryOf(deps, session);
    case 'signing':
      return unfinished === 'signedOut' ? 'signing' : unfinished;
    case 'received':
    case 'open':
      return unfinished;
  }
}

/** The state `expired` has three causes. The time was over exactly when the session ended after its deadline. */
async function expiryOf(deps: EngineDeps, session: SigningSession): Promise<SigningOutcome> {
  const { endedAt, createdAt } = session;
  if (endedAt === undefined || endedAt > deadline(session)) return 'expired';
  const sessions = await listSessionsFor(deps.platform.db, session);
  return sessions.some((other) => other.createdAt > createdAt) ? 'superseded' : 'ended';
}

async function signedEnd(deps: EngineDeps, session: SigningSession): Promise<Omit<SigningEnd, 'outcome' | 'kind' | 'bankCountry'>> {
  const details = await deps.kindOf(session.kind).details(deps.platform.db, session);
  const { transactionStatus, consentStatus, statementStatus, notPaidReason, unpaidRun } = isProgress(details) ? details : {};
  const status = transactionStatus ?? consentStatus ?? statementStatus;
  return {
    receiptId: session.authorisationId,
    ...(session.signedAt === undefined ? {} : { signedAt: session.signedAt.toISOString() }),
    ...(status === undefined ? {} : { status }),
    ...(notPaidReason === undefined ? {} : { notPaidReason }),
    ...(unpaidRun === undefined || session.kind !== 'periodic-payment' ? {} : { unpaidRun }),
  };
}
