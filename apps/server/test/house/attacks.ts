/** Calls that another site would like to make with the cookies of its visitor (T4). */
import { newDeveloper } from '@portico/testkit';

export interface Attack {
  /** Whose cookies; default: the customer's. */
  readonly as?: 'developer';
  /** What our own page gets; default 200, 201 or 204. */
  readonly works?: number;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export function secondSignatures(act: string): Attack {
  return { path: `/bank/to-sign/payments/pay_unknown/${act}`, works: 404 };
}

export function asDeveloper(path: string, body?: object): Attack {
  return { as: 'developer', path, ...(body === undefined ? {} : { body }) };
}

function subscriptions(act: string, body: object, works = 204): Attack {
  return { path: `/api/specs/subscriptions${act}`, body, works };
}

/** The attacker has no token of a mail. The server refuses a wrong one of our own page, too. */
export const SUBSCRIPTION_ATTACKS: Readonly<Record<string, () => Attack>> = {
  'POST /api/specs/subscriptions': () => subscriptions('', { email: newDeveloper().email, topics: ['incidents'] }),
  'POST /api/specs/subscriptions/confirm': () => subscriptions('/confirm', { token: 'unknown' }, 404),
  'POST /api/specs/subscriptions/read': () => subscriptions('/read', { token: 'unknown' }, 404),
  'POST /api/specs/subscriptions/change': () => subscriptions('/change', { token: 'unknown', topics: ['incidents'] }, 404),
  'POST /api/specs/subscriptions/end': () => subscriptions('/end', { token: 'unknown' }, 404),
};
