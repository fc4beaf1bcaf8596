/** Who is signed in (specification §3, "Portal user / auth state"). Nobody can sign in yet: at the start the visitor is found signed out. */
import { createSlice } from '@reduxjs/toolkit';

export interface AuthState {
  /** Subject id, sent as `Tpp-Id`. */
  userId: string | null;
  /** The e-mail. */
  userName: string | null;
  isAuthorized: boolean;
  /** True once it is known whether somebody is signed in. */
  isInitialized: boolean;
  resetEmail: string | null;
}

const signedOutState: AuthState = { userId: null, userName: null, isAuthorized: false, isInitialized: true, resetEmail: null };

const slice = createSlice({
  name: 'auth',
  initialState: { ...signedOutState, isInitialized: false },
  reducers: {
    /** No current user: initialized, but not authorized. Also what `/logout` does. */
    signedOut: () => signedOutState,
  },
});

export const authReducer = slice.reducer;
export const { signedOut } = slice.actions;

export interface AuthRoot {
  auth: AuthState;
}
