/** The states of a request that needs a second person, and who may move it. The database repeats the rule of the two persons. */
import { CONSOLE_DECISIONS, type ConsoleDecision, type ConsoleRequestState } from '@portico/contract/values';

/** `expire`: its day is over; `overtake`: what it is about had changed at the confirmation. */
export type RequestEvent = ConsoleDecision | 'expire' | 'overtake';

const MOVES: Readonly<Record<ConsoleRequestState, Partial<Readonly<Record<RequestEvent, ConsoleRequestState>>>>> = {
  waiting: { confirm: 'confirmed', decline: 'declined', withdraw: 'withdrawn', expire: 'expired', overtake: 'overtaken' },
  confirmed: {},
  declined: {},
  withdrawn: {},
  expired: {},
  overtaken: {},
};

/** Undefined: the request has ended. */
export const nextState = (state: ConsoleRequestState, event: RequestEvent): ConsoleRequestState | undefined => MOVES[state][event];

const DECIDED_BY: Readonly<Record<ConsoleDecision, 'theOneWhoAsked' | 'another'>> = {
  confirm: 'another',
  decline: 'another',
  withdraw: 'theOneWhoAsked',
};

/** A person is known by the `sub` of the provider, because two people can have one name. */
export const isForThem = (decision: ConsoleDecision, { askedSubject }: { askedSubject: string }, { subject }: { subject: string }): boolean =>
  (askedSubject === subject) === (DECIDED_BY[decision] === 'theOneWhoAsked');

/** The decisions that a person may make about a request in this state. */
export const decisionsOf = (request: { state: ConsoleRequestState; askedSubject: string }, person: { subject: string }): ConsoleDecision[] =>
  CONSOLE_DECISIONS.filter((decision) => nextState(request.state, decision) !== undefined && isForThem(decision, request, person));
