/** The signed-in developer (specification §3, "Portal user / auth state"), for calls, pages and dialogs. */
import type { IdentitySession, PortalUser } from '@portico/contract';
import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';

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
  /** The session that ended during the visit; the developer logs in above the page that it interrupted. */
  interrupted: InterruptedSession | null;
  /** Counts the sessions of this document, for pages that must start again with the next developer. */
  session: number;
  /** Client id of the application that calls are about, sent as `Tpp-Client-Id`; null: the developer's oldest one. */
  clientId: string | null;
  /** Counts the changes to another application, for pages that must start again with it. */
  choice: number;
}

export interface InterruptedSession {
  userId: string;
  /** The page has unsaved input, which stays for the same developer. */
  isFormDirty: boolean;
}

const initialState: AuthState = {
  userId: null,
  userName: null,
  isAuthorized: false,
  isInitialized: false,
  resetEmail: null,
  verification: null,
  socialProviders: [],
  interrupted: null,
  session: 0,
  clientId: null,
  choice: 0,
};

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    /** The user is known and named in calls, but the identity is not registered yet. */
    userFound(state, { payload }: PayloadAction<PortalUser>) {
      const before = state.userId ?? state.interrupted?.userId ?? payload.userId;
      // Another developer has other applications. A page that was reloaded knows no earlier developer and keeps the choice of its tab.
      if (before !== payload.userId) state.clientId = null;
      Object.assign(state, payload, { interrupted: null, session: state.session + 1 });
    },
    /** As `userFound`, for the developer whose session was interrupted: what their pages hold stays. */
    userReturned(state, { payload }: PayloadAction<PortalUser>) {
      Object.assign(state, payload);
    },
    /** The server ended the session; the page stays behind the login. */
    sessionInterrupted(state, { payload: isFormDirty }: PayloadAction<boolean>) {
      const { userId, interrupted } = state;
      Object.assign(state, { userId: null, userName: null, isAuthorized: false });
      state.interrupted = userId === null ? interrupted : { userId, isFormDirty };
    },
    authorized(state) {
      Object.assign(state, { isAuthorized: true, isInitialized: true, resetEmail: null, verification: null, interrupted: null });
    },
    /** No current user: initialized, but not authorized. */
    signedOut: ({ socialProviders, verification, session, choice }) => ({
      ...initialState,
      isInitialized: true,
      socialProviders,
      verification,
      session,
      choice,
    }),
    /** The application that the pages show already is named in calls from now on. */
    applicationPinned(state, { payload }: PayloadAction<string>) {
      state.clientId = payload;
    },
    /** The pages start again with another application. */
    applicationChosen(state, { payload }: PayloadAction<string | null>) {
      state.clientId = payload;
      state.choice += 1;
    },
    socialProvidersFound(state, { payload }: PayloadAction<AuthState['socialProviders']>) {
      state.socialProviders = payload;
    },
    verificationKept(state, { payload }: PayloadAction<string>) {
      state.verification = payload;
    },
    resetEmailKept(state, { payload }: PayloadAction<string | null>) {
      state.resetEmail = payload;
    },
  },
});

export const {
  userFound,
  userReturned,
  sessionInterrupted,
  authorized,
  signedOut,
  applicationPinned,
  applicationChosen,
  socialProvidersFound,
  verificationKept,
  resetEmailKept,
} = authSlice.actions;

/** What was read about one application must not be seen by the next developer, or taken for another application. */
export const isApplicationLeft = isAnyOf(signedOut, userFound, applicationChosen);

export interface AuthRoot {
  auth: AuthState;
}
