/** The session as the identity service knows it, read when something opens that depends on the kind of account. */
import type { IdentitySession } from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import { useCallback } from 'react';
import { isIdentitySession } from '../api/answers.ts';
import { useExtra } from '../portal/use-extra.ts';
import { type Loaded, useLoaded } from '../portal/use-loaded.ts';

/** Whether the account has a password may have changed since the page began. */
export function useIdentitySession(): Loaded<IdentitySession> {
  const { api } = useExtra();
  return useLoaded(useCallback((signal) => api.json({ base: 'identity', path: IDENTITY_PATHS.session, signal }, isIdentitySession), [api]));
}
