/** Asks the devices of open decoupled requests, and completes what customers approved. Any number of servers may do it at the same time. */
import { isTenantOf } from '#modules/bank/index.ts';
import type { AnsweredChallenge } from '#modules/sca/index.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { Refusal } from '#platform/http/refusal.ts';
import type { EngineDeps } from '../deps.ts';
import { isAsShown } from '../page/show-signing.ts';
import { expireAtOnce, expireIfOverdue, expireLockedIfOverdue } from '../session/expire-signing.ts';
import { findSession, lockSession, updateSession } from '../session/session-store.ts';
import { writeBegun } from '../session/signature-store.ts';
import { auditChain, auditIds, type SigningSession } from '../session/signing-session.ts';
import { isTerminal, nextState } from '../session/signing-state.ts';
import { isOverdue } from '../session/signing-time.ts';
import { digestOfSubmission } from '../sign/answer-repeat.ts';
import type { EndedChallenge } from '../sign/await-answer.ts';
import { completeSignature } from '../sign/complete-signature.ts';
import { refundStart } from './decoupled-limits.ts';
import { type Decoupled, deleteDecoupled, listDecoupled } from './decoupled-store.ts';
import { deviceTextOf } from './device-text.ts';

/** The phone has two minutes; the commit may take a moment more. */
const HOLD_SECONDS = 130;

/** One round. @throws the first failure, after every request had its turn. */
export async function watchDevices(deps: EngineDeps): Promise<void> {
  const open = (await listDecoupled(deps.platform.db)).filter(({ sandboxId }) => isTenantOf(deps.bank.kind, sandboxId));
  const results = await Promise.allSettled(open.map((request) => watchOne(deps, request)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function watchOne(deps: EngineDeps, request: Decoupled): Promise<void> {
  const session = await findSession(deps.platform.db, request);
  if (session !== undefined && !isTerminal(session.state)) await advance(deps, request, session);
  const left = await findSession(deps.platform.db, request);
  if (left === undefined || isTerminal(left.state)) await forget(deps, request, left);
}

async function advance(deps: EngineDeps, request: Decoupled, session: SigningSession): Promise<void> {
  if (isOverdue(session, session.now)) return void (await expireIfOverdue(deps, session));
  if (session.challengeId === undefined) {
    if (request.isOver) return endWithoutSignature(deps, session, 'expired');
    return request.isAsked ? ask(deps, request, session) : undefined;
  }
  // An approval was not accepted: the bank refused the signature.
  if (session.state === 'open') return endWithoutSignature(deps, session, 'expired');
  const answered = await deps.sca.waitForApproval(session.challengeId, { holdMs: 0, signal: deps.shutdown.signal });
  if (answered === undefined) return endWithoutSignature(deps, session, 'expired');
  if (isEnded(answered)) return conclude(deps, request, session, answered);
}

async function conclude(deps: EngineDeps, request: Decoupled, session: SigningSession, answered: EndedChallenge): Promise<void> {
  switch (answered.state) {
    case 'approved':
      return complete(deps, request, session, answered);
    case 'refused':
    case 'wrongCode':
      return endWithoutSignature(deps, session, 'refused');
    case 'timedOut':
    case 'unreachable':
      // Not earlier than a request that asked no device, which must look the same.
      return request.isOver ? endWithoutSignature(deps, session, 'expired') : undefined;
  }
}

async function complete(deps: EngineDeps, { person }: Decoupled, session: SigningSession, approved: EndedChallenge): Promise<void> {
  const { submission, submissionDigest } = session;
  if (submission === undefined || submissionDigest === undefined) return;
  const attempt = { kind: deps.kindOf(session.kind), session, bankSession: { person }, submission, submissionDigest };
  try {
    await completeSignature(deps, attempt, approved);
  } catch (error) {
    // The session is open again, and the next round ends it. A bank that is away is asked again while the approval lasts.
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Asks nothing where the bank would refuse the signature: only a customer who has authenticated may learn of missing funds. */
async function ask(deps: EngineDeps, { method, person }: Decoupled, session: SigningSession): Promise<void> {
  const { platform, bank, sca, signIn } = deps;
  const { db, random } = platform;
  const kind = deps.kindOf(session.kind);
  const details = await kind.details(db, session);
  const submission = details === undefined ? undefined : kind.onDevice?.submission(details);
  const customer = await bank.findCustomer(session);
  if (submission === undefined || customer === undefined || !signIn.isByPerson({ person }, customer)) return;
  const thing = await kind.examine(db, session, submission);
  if (thing === undefined || !isAsShown(kind, session, thing)) return;
  // One question at a time: the phone may be answering for a page of the bank.
  if (await sca.isAsking(customer, method)) return;
  const asked = {
    customer,
    method,
    purpose: 'signing',
    content: { ...thing.content, displayText: deviceTextOf(kind, session, thing) },
    locale: session.locale,
    // The test device of this browser shows it. A customer without one has a device that answers automatically.
    deviceKeyHash: (await signIn.lastBrowser(db, customer)) ?? sha256Hex(random.secret()),
    // A provider asks, so refusals do not block the customer's own browsers.
    isKnownBrowser: false,
    auditChain: auditChain(session),
    provider: session.tppName,
  } as const;
  const begun = { submission, submissionDigest: digestOfSubmission(submission), holdSeconds: HOLD_SECONDS };
  try {
    await thing.check(db);
    const started = await sca.startWith(asked, (row) => writeBegun(db, session, begun, row));
    if (started?.endsSession === true) await expireAtOnce(deps, session);
  } catch (error) {
    // Tried again until the request's time is over: the method is blocked, the bank is away, or the bank refuses the order now.
    if (!(error instanceof Refusal)) throw error;
  }
}

async function endWithoutSignature(deps: EngineDeps, { authorisationId, sandboxId }: SigningSession, reason: 'refused' | 'expired'): Promise<void> {
  const challengeId = await deps.platform.write(async (context) => {
    const session = await lockSession(context.tx, { authorisationId, sandboxId });
    const state = session && nextState(session.state, reason === 'refused' ? 'refuse' : 'expire');
    if (session === undefined || state === undefined || (await expireLockedIfOverdue(deps, context, session))) return undefined;
    const answer = await deps.kindOf(session.kind).refuse(context, session, reason);
    await updateSession(context.tx, session, { state, answer, endedAt: session.now });
    await context.audit({ chain: auditChain(session), sandboxId, event: `signing.${reason}`, ids: auditIds(session) });
    return session.challengeId;
  });
  if (challengeId !== undefined) await deps.sca.abandon(challengeId);
}

/** Its session has ended, here or elsewhere. */
async function forget({ platform }: EngineDeps, request: Decoupled, session: SigningSession | undefined): Promise<void> {
  await platform.write(async ({ tx }) => {
    const isDeleted = await deleteDecoupled(tx, request);
    if (isDeleted && session?.state === 'signed') await refundStart(tx, request.allowances);
  });
}

function isEnded(challenge: AnsweredChallenge): challenge is EndedChallenge {
  return challenge.state !== 'started';
}
