/** Recorded responses about a developer's test customers, application and accounts, with changes by the test. */
import type { TokenUser } from '@portico/contract';
import recordedApplication from '@portico/contract/recorded/application';
import testAccounts from '@portico/contract/recorded/test-accounts';
import testClock from '@portico/contract/recorded/test-clock';
import tokenAccounts from '@portico/contract/recorded/token-accounts';
import tokenUsers from '@portico/contract/recorded/token-users';
import { isAccountListAnswer, isApplicationIdentity, isTestAccounts, isTokenUserList } from '../../../shared/api/answers.ts';
import { createFakeServer, type FakeServer, recordedBody, replay, reply } from '../../../shared/api/fake-server.ts';

const USERS = recordedBody(tokenUsers, isTokenUserList);
export const HOLDER = findUser(({ access_token: token }) => token !== undefined);
export const TOKEN = HOLDER.access_token ?? '';
export const OTHER = findUser(({ access_token: token, country }) => token === undefined && country === 'lt');
/** A customer that the developer created. */
export const OWN: TokenUser = { ...OTHER, id: 'cus_own', userName: 'zane.ozola', isSeeded: false };
export const ACCOUNTS = recordedBody(tokenAccounts, isAccountListAnswer).accounts;
export const BALANCES = recordedBody(testAccounts, isTestAccounts);
export const APPLICATION = recordedBody(recordedApplication, isApplicationIdentity);

/** The customer with the token comes last, so that a page without sorting fails the test. */
export function tokensServer(answers: Readonly<Record<string, object>> = {}): FakeServer {
  return createFakeServer({
    'GET /api/tpp/psu': [OTHER, HOLDER],
    'GET /api/v1/account-list': replay(tokenAccounts),
    'GET /api/tpp': replay(recordedApplication),
    'GET /api/tpp/clock': replay(testClock),
    [`GET /api/tpp/customers/${HOLDER.id}/accounts`]: replay(testAccounts),
    'DELETE /api/v1/sandbox/reset': () => reply(undefined, 204),
    ...answers,
  });
}

export function fullName({ customer }: TokenUser): string {
  return `${customer.name} ${customer.surname}`;
}

function findUser(isWanted: (user: TokenUser) => boolean): TokenUser {
  const user = USERS.find(isWanted);
  if (user === undefined) throw new Error('the recorded test customers have none like this');
  return user;
}
