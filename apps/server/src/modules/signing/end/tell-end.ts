/**
 * Adds to the 410 of this browser's session how it ended: `outcome`, read from the database at that moment. The page shows only this outcome.
 * The response contains neither amount nor payee, because another person may use the browser by now.
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

/** Members of the details that hold the status; each kind has its own name for it. */
const isProgress = guardOf(
  Type.Object({
    transactionStatus: Type.Optional(Type.String()),
    consentStatus: Type.Optional(Type.String()),
    statementStatus: Type.Optional(Type.String()),
    notPaidReason: Type.Optional(Type.Enum([...NOT_PAID_REASONS])),
    unpaidRun: PeriodicPaymentDetails.properties.unpaidRun,
  }),
);

/** Runs a call, and adds the end of the session to a 410 of this browser's own session. */
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

/** Undefined: the session was deleted, or is still in progress without a known end. */
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

/** The state `expired` has three causes. The session ran out of time exactly if it ended after its deadline. */
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
