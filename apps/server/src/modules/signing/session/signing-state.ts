/** The life of a signing session as a table: what can happen in which state. What is not listed cannot happen. */

export const SIGNING_STATES = ['received', 'open', 'signing', 'signed', 'refused', 'expired'] as const;
export type SigningState = (typeof SIGNING_STATES)[number];

export const SIGNING_EVENTS = ['enter', 'submit', 'fail', 'sign', 'refuse', 'expire'] as const;
export type SigningEvent = (typeof SIGNING_EVENTS)[number];

/**
 * `enter`: an entry code was exchanged for a signing id. `submit`: a PUT was accepted. `fail`: the challenge came to nothing or the
 * content changed; the customer may try again. `sign`, `refuse`, `expire`: the three ends.
 */
const MOVES: readonly { readonly from: SigningState; readonly event: SigningEvent; readonly to: SigningState }[] = [
  { from: 'received', event: 'enter', to: 'open' },
  { from: 'received', event: 'expire', to: 'expired' },

  { from: 'open', event: 'enter', to: 'open' },
  { from: 'open', event: 'submit', to: 'signing' },
  { from: 'open', event: 'refuse', to: 'refused' },
  { from: 'open', event: 'expire', to: 'expired' },

  // A reloaded page comes in again and joins the running signature; a repeated PUT does the same.
  { from: 'signing', event: 'enter', to: 'signing' },
  { from: 'signing', event: 'submit', to: 'signing' },
  { from: 'signing', event: 'fail', to: 'open' },
  { from: 'signing', event: 'sign', to: 'signed' },
  { from: 'signing', event: 'refuse', to: 'refused' },
  { from: 'signing', event: 'expire', to: 'expired' },

  // Within 15 minutes the success can be shown again.
  { from: 'signed', event: 'enter', to: 'signed' },
];

/** The state after `event`; undefined when it cannot happen in this state. */
export function nextState(from: SigningState, event: SigningEvent): SigningState | undefined {
  return MOVES.find((move) => move.from === from && move.event === event)?.to;
}

export function isTerminal(state: SigningState): boolean {
  return state === 'signed' || state === 'refused' || state === 'expired';
}
