/** `GET ui/{kind}/details`: what the customer is asked to sign. The shown content is stored, and a signature of other content is refused. */
import type { ModalId, SigningKind, SigningTimeLeft } from '@portico/contract';
import { SIGNING_MODALS } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';
import { bankDate } from '#modules/bank/index.ts';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { EngineDeps } from '../deps.ts';
import { type Authority, requireAuthority } from '../entry/authority.ts';
import { enterUnfinished, exchangeEntryCode } from '../entry/exchange-entry.ts';
import { expireLockedIfOverdue } from '../session/expire-signing.ts';
import { terminated } from '../session/refusals.ts';
import { lockSession, updateSession } from '../session/session-store.ts';
import { auditChain, auditIds, type SigningSession } from '../session/signing-session.ts';
import { timeLeft } from '../session/signing-time.ts';
import type { Examined, Signable } from '../signing.ts';

export interface Shown extends Authority {
  readonly details: unknown;
  readonly timeLeft: SigningTimeLeft;
  /** `YYYY-MM-DD` at the bank. */
  readonly today: string;
}

interface Given {
  readonly entryCode: string | undefined;
  readonly signingId: string | undefined;
  /** Absent: a page of an older version. */
  readonly page: ModalId | undefined;
}

/** `kinds`: the kinds of this call. An entry code takes precedence over a signing id, so that an id planted in the browser is not adopted. */
export async function showSigning(deps: EngineDeps, kinds: readonly SigningKind[], request: FastifyRequest, given: Given): Promise<Shown> {
  const authority = await enter(deps, kinds, request, given);
  const kind = deps.kindOf(authority.session.kind);
  const { clock, write } = deps.platform;
  const { signedInAt } = authority.bankSession;
  const shown = await write(async (context) => {
    const session = await lockSession(context.tx, authority.session);
    if (session === undefined || (await expireLockedIfOverdue(deps, context, session))) return undefined;
    if (session.state === 'refused' || session.state === 'expired') return undefined;
    const details = await kind.details(context.tx, session);
    if (details === undefined) return undefined;
    const now = await clock.now(context.tx, session.sandboxId);
    const today = bankDate(now, session.bankCountry);
    if (session.state === 'signed') return { session, details, today, timeLeft: timeLeft(session, now, signedInAt) };
    const shownDigest = digestOfShown(kind.shownContent(details));
    await updateSession(context.tx, session, { shownDigest, lastActivityAt: now });
    if (shownDigest !== session.shownDigest) {
      const ids = auditIds(session);
      await context.audit({
        chain: auditChain(session),
        sandboxId: session.sandboxId,
        event: 'signing.shown',
        ids,
        content: kind.shownContent(details),
      });
    }
    return { session, details, today, timeLeft: timeLeft({ ...session, lastActivityAt: now }, now, signedInAt) };
  });
  // The session ended during this call. It belongs to this browser, so the response contains the way back.
  if (shown === undefined) throw terminated(authority.session);
  return { ...authority, ...shown };
}

/** True when the resource still equals what the page showed last. */
export function isAsShown<Details, Result>(kind: Signable<Details, Result>, session: SigningSession, thing: Examined<Details> | undefined): boolean {
  return thing !== undefined && session.shownDigest === digestOfShown(kind.shownContent(thing.details));
}

function enter(deps: EngineDeps, kinds: readonly SigningKind[], request: FastifyRequest, given: Given): Promise<Authority> {
  if (given.entryCode !== undefined) return exchangeEntryCode(deps, request, given.entryCode, kinds);
  if (given.signingId !== undefined) return requireAuthority(deps, request, given.signingId, { touch: true, kinds });
  // Another site can navigate the browser to this address; that must not issue a signing id.
  if (request.headers['sec-fetch-mode'] === 'navigate') throw terminated();
  const { page } = given;
  return enterUnfinished(deps, request, page === undefined ? kinds : kinds.filter((kind) => SIGNING_MODALS[kind] === page));
}

/** Of `Signable.shownContent`. */
export function digestOfShown(value: unknown): string {
  return sha256Hex(canonicalJson(value));
}
