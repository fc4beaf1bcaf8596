/** What an operator reads: the history of an id with masked values, and values shown with a reason. Each is recorded before anything is read. */
import type { ConsoleEvent, ConsoleFinding, ConsoleShowBody, ConsoleShownValues } from '@portico/contract';
import { CONSOLE_SHOWN_SECONDS } from '@portico/contract/values';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { ConsoleServices } from './console-services.ts';
import { findSubject } from './find-subject.ts';
import { findTrail, type Trail } from './find-trail.ts';
import { listLooks } from './list-looks.ts';
import { recordAct } from './record-act.ts';
import { requireWords } from './require-words.ts';
import type { Operator } from './session-store.ts';

/** @throws UiRefusal 404 NOT_FOUND: nothing has this id. */
export async function lookUp(deps: ConsoleServices, operator: Operator, id: string): Promise<ConsoleFinding> {
  const { platform } = deps;
  await recordAct(platform, operator, { name: 'found', ids: { about: id } });
  await deps.flushRequests();
  const trail = await findTrail(platform.db, id);
  if (trail.entries.length === 0 && trail.requests.length === 0) throw nothingFound(id);
  const subject = await findSubject(deps, platform.db, id, trail);
  return {
    ...(subject?.facts ?? { kind: 'other', id }),
    personal: (subject?.personal ?? []).map(({ field, masked }) => ({ field, masked })),
    events: toEvents(trail),
    lookedAtBy: await listLooks(platform.db, [...new Set([id, ...trail.entries.map(idOfChain)])]),
  };
}

/** `payment:pay_…` → `pay_…`. A look-up by the id of the signing session is a look at its payment, too. */
const idOfChain = ({ chain }: Trail['entries'][number]): string => chain.slice(chain.indexOf(':') + 1);

/**
 * Returns the complete values. @throws UiRefusal 404 NOT_FOUND: nothing has this id; 400 FORMAT_ERROR: this payment or consent lacks a value, or the reason
 * has fewer than three words.
 */
export async function showValues(deps: ConsoleServices, operator: Operator, body: ConsoleShowBody): Promise<ConsoleShownValues> {
  const { platform } = deps;
  const { id, fields, reason, words } = body;
  requireWords(words, 'No value was shown.');
  await recordAct(platform, operator, { name: 'shown', ids: { about: id, fields: fields.join(' '), reason }, content: { words } });
  const subject = await findSubject(deps, platform.db, id, await findTrail(platform.db, id));
  if (subject === undefined) throw nothingFound(id);
  const values = fields.map((field) => {
    const found = subject.personal.find((each) => each.field === field);
    if (found === undefined) throw new UiRefusal(400, 'FORMAT_ERROR', `This ${subject.facts.kind} has no value “${field}”.`, { path: 'fields' });
    return { field, value: found.value };
  });
  const now = await platform.clock.realNow(platform.db);
  return { values, until: new Date(now.getTime() + CONSOLE_SHOWN_SECONDS * 1000).toISOString() };
}

function nothingFound(id: string): UiRefusal {
  const text = `Nothing is known of ${id}. Requests are kept for 30 days. Check the id, and look for the payment, consent, signing or request id.`;
  return new UiRefusal(404, 'NOT_FOUND', text);
}

function toEvents({ entries, requests }: Trail): ConsoleEvent[] {
  const events = [
    ...entries.map(({ recordedAt, event, ids }) => ({ at: recordedAt, event, details: ids })),
    ...requests.map(({ at, ...request }) => ({ at: at.toISOString(), event: 'request', details: textsOf(request) })),
  ];
  return events.sort((left, right) => Date.parse(left.at) - Date.parse(right.at));
}

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, String(value)]])));
