/** A signing session in the engine, and functions on it. */
import type { BankCountry, Locale, SigningKind } from '@portico/contract';
import { keptReturnUrl } from '../../tpp-apps/index.ts';
import type { SignableSubject, Submission } from '../signing.ts';
import type { SessionRow } from './session-row.ts';
import type { SigningState } from './signing-state.ts';
import type { SigningTimes } from './signing-time.ts';

/**
 * The addresses to which the customer may return; only the session's browser gets them. An address whose origin the application no longer
 * has registered is absent.
 */
export interface WayBack {
  readonly tppName: string;
  readonly tppSuccessUrl?: string | undefined;
  readonly tppFailureUrl?: string | undefined;
}

export interface SessionKey {
  readonly authorisationId: string;
  readonly sandboxId: string;
}

/** Times are tenant time. */
export interface SigningSession extends SessionKey, SigningTimes, SignableSubject, WayBack {
  readonly kind: SigningKind;
  readonly appId: string;
  readonly tppApplicationName: string;
  readonly locale: Locale;
  readonly bankCountry: BankCountry;
  readonly state: SigningState;
  readonly bankSessionHash: string | undefined;
  readonly entryVersion: number;
  readonly shownDigest: string | undefined;
  readonly submission: Submission | undefined;
  readonly submissionDigest: string | undefined;
  readonly claimId: string | undefined;
  /** Another attempt is starting the challenge at this moment. */
  readonly isClaimed: boolean;
  readonly challengeId: string | undefined;
  readonly challengeContentHash: string | undefined;
  /** The result of `sign` or `refuse`, for repeated calls. */
  readonly answer: unknown;
  /** Tenant time of its end; undefined while it is unfinished. */
  readonly endedAt: Date | undefined;
  /** Tenant time of the query. */
  readonly now: Date;
}

export function toSigningSession(row: SessionRow): SigningSession {
  return {
    authorisationId: row.session_id,
    sandboxId: row.sandbox_id,
    kind: row.kind,
    resourceId: row.resource_id,
    customerId: row.customer_id,
    appId: row.app_id,
    tppName: row.tpp_name,
    tppApplicationName: row.tpp_application_name,
    tppSuccessUrl: keptReturnUrl(row.tpp_success_url, row.redirect_uris),
    tppFailureUrl: keptReturnUrl(row.tpp_failure_url, row.redirect_uris),
    bankCountry: row.bank_country,
    locale: row.locale,
    state: row.state,
    bankSessionHash: row.bank_session_hash ?? undefined,
    isBound: row.bank_session_hash !== null,
    entryVersion: row.entry_version,
    shownDigest: row.shown_digest ?? undefined,
    submission: isObject(row.submission) ? row.submission : undefined,
    submissionDigest: row.submission_digest ?? undefined,
    claimId: row.claim_id ?? undefined,
    isClaimed: row.is_claimed,
    isHeld: row.is_held,
    challengeId: row.challenge_id ?? undefined,
    challengeContentHash: row.challenge_content_hash ?? undefined,
    answer: row.answer === null ? undefined : JSON.parse(row.answer),
    createdAt: row.created_at,
    lastActivityAt: row.last_activity_at,
    signedAt: row.signed_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    now: row.now,
  };
}

function isObject(value: unknown): value is Submission {
  return typeof value === 'object' && value !== null;
}

/** The value that a decoupled session has in place of the hash of a bank cookie, so that no browser can enter it. */
export function boundToDevice({ authorisationId }: Pick<SessionKey, 'authorisationId'>): string {
  return `device:${authorisationId}`;
}

/** True for a session that the customer signs on their device alone. */
export function isDecoupled(session: Pick<SigningSession, 'authorisationId' | 'bankSessionHash'>): boolean {
  return session.bankSessionHash === boundToDevice(session);
}

export function auditChain(session: SessionKey): string {
  return `signing:${session.authorisationId}`;
}

/** The ids in every audit entry of a session. */
export function auditIds(session: Pick<SigningSession, 'authorisationId' | 'kind' | 'resourceId' | 'customerId' | 'appId'>): Record<string, string> {
  const { authorisationId, kind, resourceId, customerId, appId } = session;
  return { sessionId: authorisationId, kind, resourceId, customerId, appId };
}
