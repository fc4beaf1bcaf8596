/** The calls of the tokens page (specification §7): test customers and their tokens. Account calls carry the customer's token. */
import type { Account, TokenUser, TokenUserList } from '@portico/contract';
import { isAccountListAnswer, isTokenUser, isTokenUserList } from '../../api/answers.ts';
import type { ApiCall, ApiClient } from '../../api/api-client.ts';

export interface TokenCalls {
  /** Sorted by userName. */
  users(signal?: AbortSignal): Promise<TokenUserList>;
  /** Makes a customer the current one; the returned item has the token. */
  activate(user: TokenUser): Promise<TokenUser>;
  /** The current user, with a new token. */
  renew(): Promise<TokenUser>;
  accounts(token: string, signal: AbortSignal): Promise<Account[]>;
  resetData(token: string): Promise<void>;
}

export function createTokenCalls(api: ApiClient): TokenCalls {
  return {
    users: async (signal) => sortByUserName(await api.json({ path: '/tpp/psu', signal }, isTokenUserList)),
    activate: ({ id, userName, access_token, expiresAt }) =>
      api.json({ path: '/tpp/psu', method: 'POST', body: { id, userName, access_token, expiresAt } }, isTokenUser),
    async renew() {
      const [current] = await api.json({ path: '/tpp/refresh' }, isNonEmptyUserList);
      return current;
    },
    accounts: async (token, signal) => (await api.json({ ...withBearer(token), path: '/v1/account-list', signal }, isAccountListAnswer)).accounts,
    resetData: (token) => api.nothing({ ...withBearer(token), path: '/v1/sandbox/reset', method: 'DELETE' }),
  };
}

/** A refused token does not end the developer's session; the page offers to renew the token. */
function withBearer(token: string): Pick<ApiCall, 'caller' | 'headers'> {
  return { caller: 'bearer', headers: { Authorization: `Bearer ${token}` } };
}

function sortByUserName(users: TokenUserList): TokenUserList {
  return [...users].sort((a, b) => (a.userName < b.userName ? -1 : 1));
}

function isNonEmptyUserList(value: unknown): value is [TokenUser, ...TokenUser[]] {
  return isTokenUserList(value) && value.length > 0;
}
