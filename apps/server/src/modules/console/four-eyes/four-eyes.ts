/**
 * Acts that need two persons: one asks with a reason, another one confirms within a day. The act, the end of the request and the audit entry commit
 * together. A refusal that must be recorded is returned from the transaction and thrown after it.
 */
import type { ConsoleDecisionBody, ConsoleRequest, ConsoleRequestBody, ConsoleRequestList, ConsoleRequestsBody } from '@portico/contract';
import type { ConsoleDecision } from '@portico/contract/values';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { isAllowed } from '../acts.ts';
import type { ConsoleServices } from '../console-services.ts';
import { entryOf } from '../record-act.ts';
import { requireWords } from '../require-words.ts';
import type { Operator } from '../session-store.ts';
import { type ActServices, REQUEST_KINDS } from './request-kinds.ts';
import { decisionsOf, isForThem, nextState, type RequestEvent } from './request-states.ts';
import { endExpired, endRequest, findWaiting, insertRequest, listRequests, lockRequest, type StoredRequest } from './request-store.ts';

type FourEyesServices = ActServices & Pick<ConsoleServices, 'platform'>;

const PAGE = 50;
const NOTHING_DONE = 'Nothing was changed.';

/** @throws UiRefusal 400 FORMAT_ERROR, 403 ROLE_INVALID, 404 NOT_FOUND, 409 PAGE_STALE */
export function askForSecond(deps: FourEyesServices, operator: Operator, { kind, about, words }: ConsoleRequestBody): Promise<ConsoleRequest> {
  requireWords(words, NOTHING_DONE);
  const { act, examine } = REQUEST_KINDS[kind];
  if (!isAllowed(act, operator.roles)) throw new UiRefusal(403, 'ROLE_INVALID', `Your role may not ask for this. ${NOTHING_DONE}`);
  return deps.platform.write(async (context) => {
    const { tx, audit } = context;
    await expireOverdue(context);
    const found = await examine(deps, tx, about);
    if (found === undefined) throw new UiRefusal(404, 'NOT_FOUND', `There is no application ${about}. ${NOTHING_DONE}`);
    if (found.obstacle !== undefined) throw new UiRefusal(409, 'PAGE_STALE', `${found.obstacle} ${NOTHING_DONE}`);
    const requestId = deps.platform.random.id('req');
    const stored = await insertRequest(tx, { requestId, kind, about, words, name: found.name, seen: found.seen }, operator);
    if (stored === undefined) {
      const other = await findWaiting(tx, about);
      throw new UiRefusal(409, 'PAGE_STALE', `A request of ${other?.askedBy ?? 'another person'} about ${about} waits already. ${NOTHING_DONE}`);
    }
    await audit(entryOf(operator, { name: 'asked', ids: idsOf(stored), content: { words } }));
    return toRequest(stored, operator);
  });
}

/** @throws UiRefusal 400 FORMAT_ERROR, 403 ROLE_INVALID, 404 NOT_FOUND, 409 PAGE_STALE */
export async function decideRequest(deps: FourEyesServices, operator: Operator, body: ConsoleDecisionBody): Promise<ConsoleRequest> {
  const { decision, words } = body;
  if (decision === 'decline' && words === undefined) {
    throw new UiRefusal(400, 'FORMAT_ERROR', `Write why you decline. ${NOTHING_DONE}`, { path: 'words' });
  }
  if (words !== undefined) requireWords(words, NOTHING_DONE);
  const decided = await deps.platform.write((context) => decideInside(deps, context, operator, body));
  if (decided instanceof UiRefusal) throw decided;
  return toRequest(decided, operator);
}

async function decideInside(
  deps: FourEyesServices,
  context: WriteContext,
  operator: Operator,
  { requestId, decision, words }: ConsoleDecisionBody,
): Promise<StoredRequest | UiRefusal> {
  const { tx, audit } = context;
  await expireOverdue(context);
  const request = await lockRequest(tx, requestId);
  if (request === undefined) throw new UiRefusal(404, 'NOT_FOUND', `There is no request ${requestId}. ${NOTHING_DONE}`);
  // Before the state: the person who asked learns the rule, also when the request has ended.
  if (!isForThem(decision, request, operator)) {
    await audit(entryOf(operator, { name: 'decision-refused', ids: { ...idsOf(request), decision } }));
    return new UiRefusal(403, 'ROLE_INVALID', `${wrongPerson(decision, request)} ${NOTHING_DONE}`);
  }
  const to = nextState(request.state, decision);
  if (to === undefined) return new UiRefusal(409, 'PAGE_STALE', `${howItEnded(request)} Your decision did nothing.`);
  const { act, examine, perform } = REQUEST_KINDS[request.kind];
  if (!isAllowed(act, operator.roles)) throw new UiRefusal(403, 'ROLE_INVALID', `Your role may not decide this. ${NOTHING_DONE}`);
  if (decision === 'confirm') {
    const found = await examine(deps, tx, request.about);
    if (found === undefined || found.obstacle !== undefined || found.seen !== request.seen) {
      await end(context, request, { event: 'overtake', by: operator });
      const text = `${request.about} has changed since ${request.askedBy} asked. ${NOTHING_DONE} The request has ended. Look at the provider and ask again.`;
      return new UiRefusal(409, 'PAGE_STALE', text);
    }
    await perform(deps, context, request.about);
  }
  return end(context, request, { event: decision, by: operator, note: words });
}

/** @throws UiRefusal 400 for a cursor that is none. */
export async function listForSecond(
  deps: Pick<FourEyesServices, 'platform'>,
  operator: Operator,
  { isWaiting, before }: ConsoleRequestsBody,
): Promise<ConsoleRequestList> {
  const { db, write } = deps.platform;
  await write(expireOverdue);
  const found = await listRequests(db, { isWaiting, before, limit: PAGE + 1 });
  const requests = found.slice(0, PAGE).map((request) => toRequest(request, operator));
  const last = requests.at(-1);
  return { requests, ...(found.length > PAGE && last !== undefined ? { next: last.requestId } : {}) };
}

export function toRequest(request: StoredRequest, operator: Operator): ConsoleRequest {
  const { seen: _seen, askedSubject, askedAt, expiresAt, decidedBy, decidedAt, note, ...values } = request;
  return {
    ...values,
    askedAt: askedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(decidedBy === null ? {} : { decidedBy }),
    ...(decidedAt === null ? {} : { decidedAt: decidedAt.toISOString() }),
    ...(note === null ? {} : { note }),
    isOwn: askedSubject === operator.subject,
    decisions: isAllowed('decide', operator.roles) && isAllowed(REQUEST_KINDS[values.kind].act, operator.roles) ? decisionsOf(request, operator) : [],
  };
}

/** By database time. No job is needed: a request has no effect without a decision. */
async function expireOverdue({ tx, audit }: WriteContext): Promise<void> {
  for (const request of await endExpired(tx)) {
    await audit(entryOf({ operator: 'Portico', subject: '', roles: [] }, { name: 'request-expired', ids: idsOf(request) }));
  }
}

interface Ending {
  readonly event: RequestEvent;
  readonly by: Operator;
  readonly note?: string | undefined;
}

async function end({ tx, audit }: WriteContext, request: StoredRequest, { event, by, note }: Ending): Promise<StoredRequest> {
  const state = nextState(request.state, event);
  if (state === undefined) throw new Error(`A request that is ${request.state} cannot ${event}.`);
  const ended = await endRequest(tx, { requestId: request.requestId, state, by, note });
  const content = note === undefined ? {} : { content: { words: note } };
  await audit(entryOf(by, { name: `request-${state}`, ids: { ...idsOf(request), askedBy: request.askedBy }, ...content }));
  return ended;
}

const idsOf = ({ requestId, kind, about }: StoredRequest): Record<string, string> => ({ requestId, kind, about });

function wrongPerson(decision: ConsoleDecision, { askedBy }: StoredRequest): string {
  return decision === 'withdraw'
    ? `Only ${askedBy}, who asked, can withdraw this request. You can decline it.`
    : 'You asked for this, so another person must decide. You can withdraw your request.';
}

function howItEnded({ state, decidedBy, decidedAt, expiresAt }: StoredRequest): string {
  if (state === 'expired') return `This request expired at ${expiresAt.toISOString()}.`;
  return `This request was ${state} by ${decidedBy ?? 'another person'} at ${decidedAt?.toISOString() ?? 'an unknown time'}.`;
}
