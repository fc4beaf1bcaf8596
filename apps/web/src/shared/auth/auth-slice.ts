/** Who is signed in (specification §3, "Portal user / auth state"). Calls, pages and dialogs all ask it. */
import type { IdentitySession, PortalUser } from '@portico/contract';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface AuthState {
  /** Subject id, sent as `Tpp-Id`. */
  userId: string | null;
  /** The e-mail. */
  userName: string | null;
  isAuthorized: boolean;
  /** True once it is known whether somebody is signed in. */
  isInitialized: boolean;
  /** Where a reset code was sent; cleared after the reset. */
  resetEmail: string | null;
  /** What the login modal offers besides the password. */
  socialProviders: IdentitySession['socialProviders'];
}

const initialState: AuthState = {
  userId: null,
  userName: null,
  isAuthorized: false,
  isInitialized: false,
  resetEmail: null,
  socialProviders: [],
};

const slice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    /** The user is known and named in calls, but the identity is not registered yet. */
    userFound: (state, { payload }: PayloadAction<PortalUser>) => ({ ...state, ...payload }),
    authorized: (state) => ({ ...state, isAuthorized: true, isInitialized: true, resetEmail: null }),
    /** No current user: initialized, but not authorized. */
    signedOut: ({ socialProviders }) => ({ ...initialState, isInitialized: true, socialProviders }),
    socialProvidersFound: (state, { payload }: PayloadAction<AuthState['socialProviders']>) => ({ ...state, socialProviders: payload }),
    resetEmailKept: (state, { payload }: PayloadAction<string | null>) => ({ ...state, resetEmail: payload }),
  },
});

export const authReducer = slice.reducer;
export const { userFound, authorized, signedOut, socialProvidersFound, resetEmailKept } = slice.actions;

export interface AuthRoot {
  auth: AuthState;
}
