/** The signed-in developer (specification §3, "Portal user / auth state"), for calls, pages and dialogs. */
import type { IdentitySession, PortalUser } from '@portico/contract';
import { createAction } from '@reduxjs/toolkit';
import { createCases } from '../store/create-cases.ts';

export interface AuthState {
  /** Subject id, sent as `Tpp-Id`. */
  userId: string | null;
  /** The email address. */
  userName: string | null;
  isAuthorized: boolean;
  /** True once the page knows whether a developer is signed in. */
  isInitialized: boolean;
  /** The address to which a reset code was sent; cleared after the reset. */
  resetEmail: string | null;
  /** Token of a verification link that needs the password; sent with the next sign-in. */
  verification: string | null;
  /** The providers that the login modal offers besides the password. */
  socialProviders: IdentitySession['socialProviders'];
}

const initialState: AuthState = {
  userId: null,
  userName: null,
  isAuthorized: false,
  isInitialized: false,
  resetEmail: null,
  verification: null,
  socialProviders: [],
};

/** The user is known and named in calls, but the identity is not registered yet. */
export const userFound = createAction<PortalUser>('auth/userFound');
export const authorized = createAction('auth/authorized');
/** No current user: initialized, but not authorized. */
export const signedOut = createAction('auth/signedOut');
export const socialProvidersFound = createAction<AuthState['socialProviders']>('auth/socialProvidersFound');
export const verificationKept = createAction<string>('auth/verificationKept');
export const resetEmailKept = createAction<string | null>('auth/resetEmailKept');

export const authReducer = createCases(initialState, (on) => {
  on(userFound, (state, { payload }) => ({ ...state, ...payload }));
  on(authorized, (state) => ({ ...state, isAuthorized: true, isInitialized: true, resetEmail: null, verification: null }));
  on(signedOut, ({ socialProviders, verification }) => ({ ...initialState, isInitialized: true, socialProviders, verification }));
  on(socialProvidersFound, (state, { payload }) => ({ ...state, socialProviders: payload }));
  on(verificationKept, (state, { payload }) => ({ ...state, verification: payload }));
  on(resetEmailKept, (state, { payload }) => ({ ...state, resetEmail: payload }));
});

export interface AuthRoot {
  auth: AuthState;
}
