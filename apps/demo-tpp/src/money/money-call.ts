/** One call of the overview in a customer's name: the answer as it is read, or the bank's refusal in the shop's words. */
import { ApiError, type Client } from '@portico/client';
import { answerOf, type BankApi } from '../bank-api.ts';
import type { Settings } from '../settings.ts';
import type { Connection } from './connection.ts';
import { toMoneyProblem } from './money-problem.ts';

/** In whose name, and from where. The customer sits before the page: the bank is told so and does not count the reading. */
export interface Visit {
  readonly connection: Connection;
  readonly token: string;
  readonly customerAddress: string;
}

/** `PSU-IP-Address`, for the calls that have it. */
interface Customer {
  readonly 'PSU-IP-Address': string;
}

type Call = (client: Client, customer: Customer) => Parameters<typeof answerOf>[0];

/** @param toProblem what a refusal means here. @throws BankProblem; {@link MoneyProblem} with the bank's code, also where the answer cannot be read */
export type Ask = <Value>(visit: Visit, call: Call, read: (body: unknown) => Value | undefined, toProblem?: typeof toMoneyProblem) => Promise<Value>;

export function createAsk(api: BankApi): Ask {
  return async ({ connection, token, customerAddress }, call, read, toProblem = toMoneyProblem) => {
    const asked = answerOf(call(api(connection.connectionId, token), { 'PSU-IP-Address': customerAddress }));
    const { body } = await asked.catch((error: unknown) => {
      throw error instanceof ApiError ? toProblem(error) : error;
    });
    const value = read(body);
    if (value === undefined) throw toProblem();
    return value;
  };
}

/** The customer goes only to the bank that was asked. @throws MoneyProblem */
export function assertLeadsToBank({ bank }: Pick<Settings, 'bank'>, url: string): void {
  if (URL.parse(url)?.origin !== bank) throw toMoneyProblem();
}
