/** Where a signing page stands, as a table: what is not written here cannot happen. Knows no kind of signing. */

export const SIGNING_STEPS = ['loading', 'confirmation', 'info', 'signing', 'success', 'failed', 'terminated', 'leaving'] as const;
export type SigningStep = (typeof SIGNING_STEPS)[number];

export const SIGNING_MOVES = ['load', 'ask', 'confirm', 'open', 'submit', 'finish', 'fail', 'reopen', 'terminate', 'leave'] as const;
export type SigningMove = (typeof SIGNING_MOVES)[number];

/**
 * `load` reads the details again; `open` shows them, `ask` the question that comes before them in a cancellation; `reopen` is 'Try
 * again' after a refused signature.
 */
const SIGNING_TABLE: Readonly<Record<SigningStep, Partial<Readonly<Record<SigningMove, SigningStep>>>>> = {
  loading: { ask: 'confirmation', open: 'info', submit: 'signing', finish: 'success', fail: 'failed', terminate: 'terminated' },
  confirmation: { confirm: 'info', fail: 'failed', terminate: 'terminated', leave: 'leaving' },
  info: { submit: 'signing', fail: 'failed', terminate: 'terminated', leave: 'leaving' },
  // A page that stays while DELETE runs may learn that the signature was quicker: then it shows the success.
  signing: { finish: 'success', fail: 'failed', terminate: 'terminated', leave: 'leaving' },
  success: { leave: 'leaving' },
  failed: { load: 'loading', reopen: 'info', terminate: 'terminated', leave: 'leaving' },
  terminated: { leave: 'leaving' },
  leaving: { finish: 'success' },
};

/** The next step, or undefined where the table forbids the move. */
export function nextSigningStep(step: SigningStep, move: SigningMove): SigningStep | undefined {
  return SIGNING_TABLE[step][move];
}
