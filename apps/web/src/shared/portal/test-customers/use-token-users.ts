/** The developer's test customers, read when the page opens, and what may be done with their tokens. */
import type { TokenUser, TokenUserList } from '@portico/contract';
import { useCallback, useEffect, useMemo } from 'react';
import { useChoice } from '../../auth/use-choice.ts';
import { useAppDispatch, useAppSelector, useRequest } from '../../store/hooks.ts';
import type { RequestFailure } from '../../store/request-failure.ts';
import { useExtra } from '../use-extra.ts';
import { useFormRequest } from '../use-form-request.ts';
import { createTokenCalls, type TokenCalls } from './token-calls.ts';
import { activateUser, loadUsers, renewToken, type TokensRoot, tokensSlice, userChanged } from './tokens-slice.ts';

type Tracked = ReturnType<typeof useFormRequest>;

export interface TokenUsers {
  readonly calls: TokenCalls;
  readonly users: TokenUserList | null;
  readonly failure: RequestFailure | undefined;
  readonly current: TokenUser | undefined;
  readonly choosing: Tracked;
  readonly renewing: Tracked;
  readonly choose: (user: TokenUser) => Promise<void>;
  /** The new token; nothing where it was refused. */
  readonly renew: () => Promise<string | undefined>;
  readonly reload: () => void;
  /** Puts a changed customer into the list. */
  readonly put: (user: TokenUser) => void;
}

export function useTokenUsers(): TokenUsers {
  const { api, addSlices } = useExtra();
  const dispatch = useAppDispatch();
  const users = useAppSelector((state: Partial<TokensRoot>) => state.tokens?.users ?? null);
  const { error: failure } = useRequest(loadUsers.typePrefix);
  const choosing = useFormRequest(activateUser.typePrefix);
  const renewing = useFormRequest(renewToken.typePrefix);
  const choice = useChoice();
  useEffect(() => {
    void choice;
    addSlices(tokensSlice);
    const reading = dispatch(loadUsers());
    return () => reading.abort();
  }, [dispatch, addSlices, choice]);
  const reload = useCallback(() => void dispatch(loadUsers()), [dispatch]);
  return {
    calls: useMemo(() => createTokenCalls(api), [api]),
    users,
    failure,
    current: users?.find(({ access_token }) => access_token !== undefined),
    choosing,
    renewing,
    async choose(user) {
      const chosen = await dispatch(activateUser(user));
      // What another tab did meanwhile: the refusal stays readable, the list becomes true.
      if (activateUser.rejected.match(chosen)) reload();
    },
    async renew() {
      const renewed = await dispatch(renewToken());
      return renewToken.fulfilled.match(renewed) ? renewed.payload.access_token : undefined;
    },
    reload,
    put: (changed) => void dispatch(userChanged(changed)),
  };
}
