/** The developer's test customers; at most one holds a token and is the current one. */
import type { TokenUser, TokenUserList } from '@portico/contract';
import { useCallback, useMemo } from 'react';
import { type Action, useAction } from '../../shared/portal/use-action.ts';
import { useExtra } from '../../shared/portal/use-extra.ts';
import { type Loaded, useLoaded } from '../../shared/portal/use-loaded.ts';
import { createTokenCalls, type TokenCalls } from './token-calls.ts';

export interface TokenUsers {
  readonly calls: TokenCalls;
  readonly list: Loaded<TokenUserList>;
  readonly current: TokenUser | undefined;
  readonly choosing: Action;
  readonly renewing: Action;
  readonly choose: (user: TokenUser) => Promise<void>;
  readonly renew: () => Promise<void>;
  /** Puts a changed customer into the list. */
  readonly put: (user: TokenUser) => void;
}

export function useTokenUsers(): TokenUsers {
  const { api, toasts } = useExtra();
  const calls = useMemo(() => createTokenCalls(api), [api]);
  const list = useLoaded(calls.users);
  const choosing = useAction();
  const renewing = useAction();
  const { setValue } = list;
  const takeToken = useCallback(
    (holder: TokenUser) => setValue((users) => users?.map((user) => (user.id === holder.id ? holder : withoutToken(user)))),
    [setValue],
  );
  return {
    calls,
    list,
    current: list.value?.find(({ access_token }) => access_token !== undefined),
    choosing,
    renewing,
    choose: async (user) => {
      const isDone = await choosing.run(async () => takeToken(await calls.activate(user)));
      // What another tab did meanwhile: the refusal stays readable, the list becomes true.
      if (!isDone) list.reload();
    },
    renew: async () => {
      const isDone = await renewing.run(async () => takeToken(await calls.renew()));
      if (isDone) toasts.show({ kind: 'ok', text: 'The token is renewed.' });
    },
    put: (changed) => setValue((users) => users?.map((user) => (user.id === changed.id ? changed : user))),
  };
}

function withoutToken({ access_token: _token, expiresAt: _expiry, ...user }: TokenUser): TokenUser {
  return user;
}
