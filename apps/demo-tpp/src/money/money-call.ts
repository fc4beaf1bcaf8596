/** One call of the overview in a customer's name: the answer as it is read, or the bank's refusal in the shop's words. */
import type { BankCall, BankRequest } from '../bank-call.ts';
import type { Settings } from '../settings.ts';
import type { Connection } from './connection.ts';
import { type MoneyProblem, toMoneyProblem } from './money-problem.ts';

/** In whose name, and from where. The customer sits before the page: the bank is told so and does not count the reading. */
export interface Visit {
  readonly connection: Connection;
  readonly token: string;
  readonly customerAddress: string;
}

interface AskOptions extends Partial<BankRequest> {
  /** Default 200. */
  readonly expected?: number;
  /** What a refusal means here. */
  readonly toProblem?: (status: number, body: unknown) => MoneyProblem;
}

/** @throws BankProblem; {@link MoneyProblem} with the bank's code, also where the answer cannot be read */
export type Ask = <Answer>(visit: Visit, path: string, read: (body: unknown) => Answer | undefined, options?: AskOptions) => Promise<Answer>;

export function createAsk(call: BankCall): Ask {
  return async ({ connection, token, customerAddress }, path, read, options = {}) => {
    const { expected = 200, method = 'GET', body, toProblem = toMoneyProblem } = options;
    const headers = { 'psu-ip-address': customerAddress, ...options.headers };
    const response = await call(connection.connectionId, path, token, { method, headers, ...(body && { body }) });
    const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
    const value = response.status === expected ? read(answer) : undefined;
    if (value === undefined) throw toProblem(response.status >= 400 ? response.status : 502, answer);
    return value;
  };
}

/** The customer goes only to the bank that was asked. @throws MoneyProblem */
export function assertLeadsToBank({ issuer }: Pick<Settings, 'issuer'>, url: string): void {
  if (URL.parse(url)?.origin !== new URL(issuer).origin) throw toMoneyProblem(502, undefined);
}
