/**
 * The reference model: what signing and the ledger may do, as pure steps on a small world. A call is a few steps; between them others
 * may take theirs. Written from the rules, not from the code: it knows no rows, locks or transactions.
 */

import { type AccountName, at, type Command, change, type PaymentWorld, type PhoneAnswer, spend, type World, withChallenge } from './world.ts';

/** Where a call stands. `claim` is the signature it waits for; `failure` the answer it gives once the session is open again. */
export interface Progress {
  readonly at: string;
  readonly claim?: number;
  readonly isAmended?: boolean;
  readonly isAmendmentShown?: boolean;
  readonly failure?: string;
}

export interface Step {
  readonly world: World;
  readonly progress: Progress;
  /** Present: the call is over. */
  readonly answer?: string;
}

export const FEE_CENTS = 16;
const [TOTAL, IDLE, READABLE, BLOCK, FAILURES_MAX] = [900, 300, 900, 900, 5];
const GONE = '410 SIGNING_TERMINATED';
const ELSEWHERE = '409 SIGNING_STATE_INVALID';

type SignCommand = Command & { readonly kind: 'sign' };

export const START: Progress = { at: 'start' };
/**
 * Another call moved the session: it is looked at afresh. Whether it is overdue is asked at the door, at the claim and at the end; whether
 * what was signed may still be read, only at the door.
 */
const AGAIN: Progress = { at: 'again' };

/** Every way in which the command may go on from here; none: it waits. */
export function stepsOf(world: World, command: Command, progress: Progress): readonly Step[] {
  switch (command.kind) {
    case 'sign':
      return signSteps(world, command, progress);
    case 'refuse':
      return [refuseStep(expireKnown(world, command.payment), command.payment, progress)];
    case 'details':
      return [detailsStep(expireKnown(world, command.payment), command.payment, progress)];
    case 'balance':
      return [balanceStep(world, command.payment, command.account, progress)];
    case 'phone':
      return [over(phoneAnswers(world, command.payment, command.answer), '')];
    case 'amend':
      return [over(amend(world, command.payment), '')];
    case 'clock':
      return [over({ ...world, now: world.now + command.seconds }, '')];
    case 'jobs':
      return [
        over(
          world.payments.reduce((reached, _payment, index) => expireOverdue(reached, index), world),
          '',
        ),
      ];
    case 'stop':
      return [over(world, '')];
    case 'crash':
      return [over({ ...world, willCrash: true }, '')];
  }
}

/** There and back; what is signed or over stays as it is. */
function amend(world: World, index: number): World {
  const { state, isAmended } = at(world, index);
  const isRunning = state === 'received' || state === 'open' || state === 'signing';
  return isRunning ? change(world, index, { isAmended: !isAmended }) : world;
}

function signSteps(given: World, command: SignCommand, progress: Progress): readonly Step[] {
  const { payment: index, account } = command;
  const world = expireKnown(given, index);
  const payment = at(world, index);
  const isMine = payment.claim === progress.claim;
  switch (progress.at) {
    case 'start':
      return payment.state === 'signed' && !isReadable(world, payment) ? [over(world, GONE)] : roundSteps(world, index, account);
    case 'again':
      return roundSteps(given, index, account);
    case 'look': {
      // What is looked at here is what the phone will ask for.
      const { state, isAmended } = at(given, index);
      if (isAmended === progress.isAmendmentShown) return [next(given, { at: 'check', isAmended })];
      return state === 'open' ? [over(given, '409 SCA_CONTENT_CHANGED')] : [next(given, AGAIN)];
    }
    case 'check': {
      const mistake = mistakeOf(given, { ...at(given, index), isAmended: progress.isAmended === true }, account);
      return mistake === undefined ? [next(given, { ...progress, at: 'claim' })] : [over(given, mistake), next(given, AGAIN)];
    }
    case 'claim':
      if (payment.state === 'signing' && payment.account === account) {
        return [next(change(world, index, { activeAt: world.now }), { at: 'wait', claim: payment.claim })];
      }
      if (payment.state !== 'open') return [next(world, AGAIN)];
      return [
        next(change(world, index, { state: 'signing', account, claim: payment.claim + 1, activeAt: world.now }), {
          ...progress,
          at: 'ask',
          claim: payment.claim + 1,
        }),
      ];
    case 'ask':
      if (given.now >= given.blockedUntil) return [next(given, { isAmended: at(given, index).isAmended, ...progress, at: 'record' })];
      return [over(isMine && at(given, index).state === 'signing' ? reopened(given, index) : given, '422 SCA_METHOD_BLOCKED')];
    case 'record':
      if (!isMine || at(given, index).state !== 'signing') return [next(given, AGAIN)];
      return [next(withChallenge(given, index, { state: 'started', isAmended: progress.isAmended === true }), { ...progress, at: 'wait' })];
    case 'wait':
      return waitSteps(given, index, account, progress);
    case 'reopen':
      if (payment.state === 'refused' || payment.state === 'expired') return [over(world, GONE)];
      return [over(isMine && payment.state === 'signing' ? reopened(world, index) : world, progress.failure ?? '')];
    case 'elsewhere':
      return [over(given, mistakeOf(given, at(given, index), account) ?? ELSEWHERE)];
    default:
      return [];
  }
}

function waitSteps(given: World, index: number, account: AccountName, progress: Progress): readonly Step[] {
  const { claim, state, challenges } = at(given, index);
  const challenge = challenges[progress.claim ?? 0];
  // Its phone was never asked, and another claim took its place.
  if (challenge === undefined) return state === 'signing' && claim === progress.claim ? [] : [next(given, AGAIN)];
  if (challenge.state === 'started') return [];
  if (challenge.state !== 'approved') return [next(given, { ...progress, at: 'reopen', failure: FAILURES[challenge.state] })];
  return [concludeStep(expireOverdue(given, index), index, account, progress)];
}

/** False where no steps lead from here to this answer: what has ended stays as it ended. True is no promise. */
export function mayStillAnswer(world: World, { payment: index, account }: SignCommand, progress: Progress, answer: string): boolean {
  const payment = at(world, index);
  const isOver = payment.state === 'refused' || payment.state === 'expired' || (payment.state === 'signed' && payment.account !== account);
  if (isOver && answer === signedAnswer(payment)) return false;
  switch (progress.at) {
    case 'reopen':
      return answer === progress.failure || answer === GONE;
    case 'elsewhere':
      return answer.startsWith('400') || answer === ELSEWHERE;
    case 'wait': {
      const challenge = payment.challenges[progress.claim ?? 0];
      if (challenge === undefined || challenge.state === 'started') return true;
      if (challenge.state === 'approved') return !answer.startsWith('422');
      return answer === FAILURES[challenge.state] || answer === GONE;
    }
    default:
      return true;
  }
}

/** What the session's state decides. */
function roundSteps(world: World, index: number, account: AccountName): readonly Step[] {
  const payment = at(world, index);
  if (payment.state === 'received' || payment.state === 'refused' || payment.state === 'expired') return [over(world, GONE)];
  if (payment.state === 'signed') return [over(world, repeatedAnswer(payment, account))];
  if (payment.state === 'signing') {
    return payment.account === account ? [next(world, { at: 'claim' })] : [over(world, ELSEWHERE)];
  }
  return [next(world, { at: 'look', isAmendmentShown: payment.isAmendmentShown })];
}

const FAILURES = { refused: '422 SCA_REFUSED', wrongCode: '422 SCA_WRONG_CODE', timedOut: '422 SCA_TIMED_OUT' };

function concludeStep(world: World, index: number, account: AccountName, progress: Progress): Step {
  const payment = at(world, index);
  if (payment.state === 'refused' || payment.state === 'expired') return over(world, GONE);
  if (payment.state === 'signed') return over(world, repeatedAnswer(payment, account));
  if (payment.state === 'open' || payment.claim !== progress.claim) return next(world, { at: 'elsewhere' });
  if (payment.challenges[payment.claim]?.isAmended !== payment.isAmended || payment.isAmendmentShown !== payment.isAmended) {
    return next(world, { ...progress, at: 'reopen', failure: '409 SCA_CONTENT_CHANGED' });
  }
  const mistake = mistakeOf(world, payment, account);
  if (mistake !== undefined) return next(world, { ...progress, at: 'reopen', failure: mistake });
  if (world.willCrash) return over({ ...world, willCrash: false }, '500');
  const signed = change(world, index, { state: 'signed', signedAt: world.now });
  return over(account === 'foreign' ? signed : spend(signed, account, costOf(payment)), signedAnswer(payment));
}

function refuseStep(world: World, index: number, progress: Progress): Step {
  const payment = at(world, index);
  if (payment.state === 'received' || payment.state === 'expired') return over(world, GONE);
  if (payment.state === 'signed') {
    if (progress.at === 'start' && !isReadable(world, payment)) return over(world, GONE);
    return progress.at === 'start' ? next(world, { at: 'act' }) : over(world, '409 ALREADY_SIGNED');
  }
  if (progress.at === 'start') return next(world, { at: 'act' });
  return over(payment.state === 'refused' ? world : ended(world, index, 'refused'), '200 RJCT');
}

function detailsStep(world: World, index: number, progress: Progress): Step {
  const payment = at(world, index);
  if (payment.state === 'received' || payment.state === 'refused' || payment.state === 'expired') return over(world, GONE);
  if (progress.at === 'start') return payment.state === 'signed' && !isReadable(world, payment) ? over(world, GONE) : next(world, { at: 'show' });
  const answer = `200 ${payment.state} ${centsOf(payment)}`;
  if (payment.state === 'signed') return over(world, answer);
  return over(change(world, index, { activeAt: world.now, isAmendmentShown: payment.isAmended }), answer);
}

function balanceStep(given: World, index: number, account: 'main' | 'other', progress: Progress): Step {
  if (progress.at === 'read') return over(given, `200 ${given.available[account]}`);
  const world = expireKnown(given, index);
  const payment = at(world, index);
  const isOut = payment.state === 'received' || payment.state === 'refused' || payment.state === 'expired';
  return isOut || (payment.state === 'signed' && !isReadable(world, payment)) ? over(world, GONE) : next(world, { at: 'read' });
}

function phoneAnswers(world: World, index: number, answer: PhoneAnswer): World {
  const { state, claim, challenges } = at(world, index);
  const asked = challenges[claim];
  if (state !== 'signing' || asked?.state !== 'started') return world;
  const isBlocked = world.now < world.blockedUntil;
  const counted = answer === 'approve' && isBlocked ? 'refuse' : answer;
  const challenge = ({ approve: 'approved', refuse: 'refused', wrongCode: 'wrongCode', timeOut: 'timedOut' } as const)[counted];
  const answered = withChallenge(world, index, { ...asked, state: challenge });
  if (isBlocked || challenge === 'timedOut') return answered;
  if (challenge === 'approved') return { ...answered, failures: 0, blockedUntil: 0 };
  const failures = (world.blockedUntil === 0 ? world.failures : 0) + 1;
  return { ...answered, failures, blockedUntil: failures < FAILURES_MAX ? 0 : world.now + BLOCK };
}

function expireOverdue(world: World, index: number): World {
  const { state, createdAt, activeAt } = at(world, index);
  const isOverdue = world.now - createdAt > TOTAL || (state === 'open' && world.now - activeAt > IDLE);
  const isRunning = state === 'received' || state === 'open' || state === 'signing';
  return isRunning && isOverdue ? ended(world, index, 'expired') : world;
}

/** What nobody has opened yet has no signing id that a call could name. */
function expireKnown(world: World, index: number): World {
  return at(world, index).state === 'received' ? world : expireOverdue(world, index);
}

/** The phone stops asking. */
function ended(world: World, index: number, state: 'refused' | 'expired'): World {
  const { claim, challenges } = at(world, index);
  const asked = challenges[claim];
  return change(asked?.state === 'started' ? withChallenge(world, index, { ...asked, state: 'timedOut' }) : world, index, { state });
}

function reopened(world: World, index: number): World {
  return change(world, index, { state: 'open', activeAt: world.now });
}

function mistakeOf(world: World, payment: PaymentWorld, account: AccountName): string | undefined {
  if (account === 'foreign') return '400 ACCOUNT_UNKNOWN';
  const cents = world.available[account];
  return cents < costOf(payment) ? `400 FUNDS_NOT_AVAILABLE ${cents}` : undefined;
}

const centsOf = ({ cents, isAmended }: PaymentWorld): number => cents + (isAmended ? 1 : 0);
const costOf = (payment: PaymentWorld): number => centsOf(payment) + FEE_CENTS;
const signedAnswer = ({ isInstant }: PaymentWorld): string => (isInstant ? '200 ACCC' : '200 ACFC');
const repeatedAnswer = (payment: PaymentWorld, account: AccountName): string =>
  payment.account === account ? signedAnswer(payment) : '409 ALREADY_SIGNED';
const isReadable = (world: World, { signedAt }: PaymentWorld): boolean => signedAt !== undefined && world.now - signedAt <= READABLE;
const over = (world: World, answer: string): Step => ({ world, progress: { at: 'over' }, answer });
const next = (world: World, progress: Progress): Step => ({ world, progress });
