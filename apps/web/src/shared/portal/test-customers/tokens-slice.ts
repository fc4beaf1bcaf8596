/** The developer's test customers and what their tokens read (specification §3 "Token user", "Account"). */
import type { Account, TokenUser, TokenUserList } from '@portico/contract';
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { isApplicationLeft } from '../../auth/auth-slice.ts';
import { createRequestThunk } from '../../store/request-thunk.ts';
import { createTokenCalls } from './token-calls.ts';

interface TokensState {
  /** Sorted by userName; null until they were read. At most one holds a token and is the current one. */
  users: TokenUserList | null;
  /** By userName. */
  accounts: Record<string, Account[]>;
}

export interface TokensRoot {
  tokens: TokensState;
}

export const loadUsers = createRequestThunk<TokenUserList>('tokens/loadUsers', (_none, { extra, signal }) =>
  createTokenCalls(extra.api).users(signal),
);

/** Makes one current. */
export const activateUser = createRequestThunk<TokenUser, TokenUser>('tokens/activateUser', (user, { extra }) =>
  createTokenCalls(extra.api).activate(user),
);

export const renewToken = createRequestThunk<TokenUser>('tokens/renewToken', async (_none, { extra }) => {
  const user = await createTokenCalls(extra.api).renew();
  extra.toasts.show({ kind: 'ok', text: 'The token is renewed.' });
  return user;
});

export const loadAccounts = createRequestThunk<Account[], { userName: string; token: string }>(
  'tokens/loadAccounts',
  ({ token }, { extra, signal }) => createTokenCalls(extra.api).accounts(token, signal),
  'view',
);

const initialState: TokensState = { users: null, accounts: {} };

export const tokensSlice = createSlice({
  name: 'tokens',
  initialState,
  reducers: {
    /** One customer with another scenario. */
    userChanged(state, { payload: changed }: PayloadAction<TokenUser>) {
      state.users = state.users?.map((user) => (user.id === changed.id ? changed : user)) ?? null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loadUsers.fulfilled, (state, { payload }) => {
        state.users = payload;
      })
      .addCase(loadAccounts.fulfilled, (state, { payload, meta }) => {
        state.accounts[meta.arg.userName] = payload;
      })
      .addMatcher(isApplicationLeft, () => initialState)
      .addMatcher(isAnyOf(activateUser.fulfilled, renewToken.fulfilled), (state, { payload: holder }) => {
        state.users = state.users?.map((user) => (user.id === holder.id ? holder : withoutToken(user))) ?? null;
      });
  },
});

export const { userChanged } = tokensSlice.actions;

function withoutToken({ access_token: _token, expiresAt: _expiry, ...user }: TokenUser): TokenUser {
  return user;
}
