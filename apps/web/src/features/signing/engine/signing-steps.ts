/** The steps of a signing page as a transition table; other transitions are impossible. Independent of the kind of signing. */

export const SIGNING_STEPS = ['loading', 'confirmation', 'info', 'signing', 'refusing', 'success', 'failed', 'terminated', 'leaving'] as const;
export type SigningStep = (typeof SIGNING_STEPS)[number];

export const SIGNING_MOVES = ['load', 'ask', 'confirm', 'open', 'submit', 'finish', 'fail', 'reopen', 'refuse', 'terminate', 'leave'] as const;
export type SigningMove = (typeof SIGNING_MOVES)[number];

/**
 * `load` reads the details again; `open` shows them; `ask` shows the question that precedes them in a cancellation; `reopen` is 'Try again' after a
 * refused signature.
 */
const SIGNING_TABLE: Readonly<Record<SigningStep, Partial<Readonly<Record<SigningMove, SigningStep>>>>> = {
  loading: { ask: 'confirmation', open: 'info', submit: 'signing', finish: 'success', fail: 'failed', terminate: 'terminated' },
  confirmation: { confirm: 'info', refuse: 'refusing', fail: 'failed', terminate: 'terminated' },
  info: { submit: 'signing', refuse: 'refusing', fail: 'failed', terminate: 'terminated' },
  signing: { finish: 'success', refuse: 'refusing', fail: 'failed', terminate: 'terminated' },
  // Only the bank's response ends this step: refused, already signed, or ended.
  refusing: { finish: 'success', terminate: 'terminated', leave: 'leaving' },
  success: { leave: 'leaving' },
  failed: { load: 'loading', reopen: 'info', terminate: 'terminated', leave: 'leaving' },
  terminated: { load: 'loading', terminate: 'terminated', leave: 'leaving' },
  leaving: {},
};

/** The next step, or undefined where the table forbids the transition. */
export function nextSigningStep(step: SigningStep, move: SigningMove): SigningStep | undefined {
  return SIGNING_TABLE[step][move];
}
