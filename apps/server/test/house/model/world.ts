/** What the model knows: two accounts, two payments with their signing sessions and challenges, and the time. */

export const ACCOUNTS = ['main', 'other', 'foreign'] as const;
export type AccountName = (typeof ACCOUNTS)[number];
export type PhoneAnswer = 'approve' | 'refuse' | 'wrongCode' | 'timeOut';
type SessionState = 'received' | 'open' | 'signing' | 'signed' | 'refused' | 'expired';
type ChallengeState = 'started' | 'approved' | 'refused' | 'wrongCode' | 'timedOut';

export interface Challenge {
  readonly state: ChallengeState;
  readonly isAmended: boolean;
}

export type Command =
  | { readonly kind: 'sign'; readonly payment: number; readonly account: AccountName }
  | { readonly kind: 'refuse' | 'details' | 'amend'; readonly payment: number }
  | { readonly kind: 'balance'; readonly payment: number; readonly account: 'main' | 'other' }
  | { readonly kind: 'phone'; readonly payment: number; readonly answer: PhoneAnswer }
  | { readonly kind: 'clock'; readonly seconds: number }
  | { readonly kind: 'jobs' | 'stop' | 'crash' };

export interface PaymentWorld {
  readonly cents: number;
  readonly isInstant: boolean;
  readonly isAmended: boolean;
  /** Whether the page has shown the amended content. */
  readonly isAmendmentShown: boolean;
  readonly state: SessionState;
  readonly account?: AccountName;
  readonly claim: number;
  /** Of each claim, once the phone asked: whoever waits for one learns its end, whatever came after it. */
  readonly challenges: Readonly<Record<number, Challenge>>;
  readonly createdAt: number;
  readonly activeAt: number;
  readonly signedAt?: number;
}

export interface World {
  /** Seconds. */
  readonly now: number;
  readonly willCrash: boolean;
  readonly failures: number;
  readonly blockedUntil: number;
  /** Cents that can be spent. */
  readonly available: Readonly<Record<'main' | 'other', number>>;
  readonly payments: readonly PaymentWorld[];
}

export function spend(world: World, account: 'main' | 'other', cents: number): World {
  return { ...world, available: { ...world.available, [account]: world.available[account] - cents } };
}

export function change(world: World, index: number, changes: Partial<PaymentWorld>): World {
  return { ...world, payments: world.payments.map((payment, position) => (position === index ? { ...payment, ...changes } : payment)) };
}

export function at(world: World, index: number): PaymentWorld {
  const payment = world.payments[index];
  if (payment === undefined) throw new RangeError(`There is no payment ${index}.`);
  return payment;
}

/** Of the running claim. */
export function withChallenge(world: World, index: number, challenge: Challenge): World {
  const { claim, challenges } = at(world, index);
  return change(world, index, { challenges: { ...challenges, [claim]: challenge } });
}
