/** The signing sessions of one thing as its application sees them: the beginning and the end. */
import type { ScaStatus } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import { listSessionsFor } from '../session/session-store.ts';
import type { SigningState } from '../session/signing-state.ts';
import { isOverdue } from '../session/signing-time.ts';
import type { SessionsFor, SigningSummary } from '../signing.ts';

const SCA_STATUS_OF: Readonly<Record<SigningState, ScaStatus>> = {
  received: 'received',
  open: 'received',
  signing: 'received',
  signed: 'finalised',
  refused: 'failed',
  expired: 'failed',
};

/** The oldest first. */
export async function listAuthorisations(reader: Reader, of: SessionsFor): Promise<readonly SigningSummary[]> {
  const sessions = await listSessionsFor(reader, of);
  return sessions.map((session) => ({
    authorisationId: session.authorisationId,
    scaStatus: isOverdue(session, session.now) ? 'failed' : SCA_STATUS_OF[session.state],
  }));
}
