/** The dialogs' calls to the identity service (specification §7). Errors are shown in the dialog that sent the call. */
import type {
  ForgotPasswordBody,
  PortalUser,
  ProofBody,
  ResetPasswordBody,
  SecondFactorCodeBody,
  SignInBody,
  SignUpBody,
  SocialStart,
  SocialStartBody,
  VerifyEmailBody,
} from '@portico/contract';
import { IDENTITY_PATHS } from '@portico/contract/values';
import { isPortalUser, isSocialStart } from '../../shared/api/answers.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { createApplicationCalls } from '../../shared/application/application-calls.ts';
import { resetEmailKept, verificationKept } from '../../shared/auth/auth-slice.ts';
import { enterPortal } from '../../shared/auth/session.ts';
import { leavePage } from '../../shared/page/leave-page.ts';
import { type AppDispatch, createRequestThunk, type ThunkExtra } from '../../shared/store/request-thunk.ts';

const base = 'identity';
const method = 'POST';

/** Returns `codeNeeded` for an account with a second factor: {@link signInWithCode} is the next step. */
export const signIn = createRequestThunk<'entered' | 'codeNeeded', SignInBody>(
  'auth/signIn',
  async (body, context) => {
    try {
      const user = await context.extra.api.json<PortalUser>({ base, path: IDENTITY_PATHS.signIn, method, body }, isPortalUser);
      context.extra.storage.resetEmail.clear();
      await enterPortal(user, context);
      return 'entered';
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_NEEDED') return 'codeNeeded';
      throw error;
    }
  },
  'view',
);

export const signInWithCode = createRequestThunk<void, SecondFactorCodeBody>(
  'auth/signInWithCode',
  async (body, context) => {
    const user = await context.extra.api.json<PortalUser>({ base, path: IDENTITY_PATHS.signInCode, method, body }, isPortalUser);
    context.extra.storage.resetEmail.clear();
    await enterPortal(user, context);
  },
  'view',
);

/** The response is the same for known and new addresses. */
export const signUp = createRequestThunk<void, SignUpBody>(
  'auth/signUp',
  async (body, { extra }) => {
    await extra.api.nothing({ base, path: IDENTITY_PATHS.signUp, method, body });
    extra.toasts.show({ kind: 'ok', text: 'Please verify your mail address.' });
  },
  'view',
);

export const verifyEmail = createRequestThunk<void, VerifyEmailBody>(
  'auth/verifyEmail',
  async (body, { extra, dispatch }) => {
    try {
      await extra.api.nothing({ base, path: IDENTITY_PATHS.verifyEmail, method, body });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'VERIFICATION_ELSEWHERE') dispatch(verificationKept(body.token));
      throw error;
    }
    extra.toasts.show({ kind: 'ok', text: 'Your mail address is verified. You can log in now.' });
  },
  'view',
);

export const forgotPassword = createRequestThunk<void, ForgotPasswordBody>(
  'auth/forgotPassword',
  async (body, { extra, dispatch }) => {
    await extra.api.nothing({ base, path: IDENTITY_PATHS.forgotPassword, method, body });
    keepResetEmail(body.email, { extra, dispatch });
    extra.toasts.show({ kind: 'ok', text: 'Check your e-mail for password reset code' });
  },
  'view',
);

export const resetPassword = createRequestThunk<void, ResetPasswordBody>(
  'auth/resetPassword',
  async (body, { extra, dispatch }) => {
    await extra.api.nothing({ base, path: IDENTITY_PATHS.resetPassword, method, body });
    keepResetEmail(null, { extra, dispatch });
    extra.toasts.show({ kind: 'ok', text: 'Your password has been changed.' });
  },
  'view',
);

/** Where a code was sent: also in the tab's storage, so that the code can be entered after a reload. */
export function keepResetEmail(email: string | null, { extra, dispatch }: { extra: Pick<ThunkExtra, 'storage'>; dispatch: AppDispatch }): void {
  if (email === null) extra.storage.resetEmail.clear();
  else extra.storage.resetEmail.write(email);
  dispatch(resetEmailKept(email));
}

/** Redirects to Google. The browser returns signed in, or to the login page with the failure. */
export const startGoogle = createRequestThunk<void, SocialStartBody>(
  'auth/startGoogle',
  async (body, { extra }) => {
    const { location } = await extra.api.json<SocialStart>({ base, path: `${IDENTITY_PATHS.social}/google`, method, body }, isSocialStart);
    leavePage(location);
  },
  'view',
);

/**
 * Checks password and code before anything is deleted, and deletes the applications first, because nothing can delete them once their developer
 * is gone. All calls can be repeated.
 *
 * @param proof undefined for an account without a password and without a second factor
 */
export const deleteProfile = createRequestThunk<void, ProofBody | undefined>(
  'auth/deleteProfile',
  async (proof, { extra }) => {
    if (proof !== undefined) await extra.api.nothing({ base, path: IDENTITY_PATHS.passwordCheck, method, body: proof });
    const applications = createApplicationCalls(extra.api);
    for (const { clientId } of await applications.list()) await applications.remove(clientId);
    // The code was accepted above, and works once.
    const password = proof?.password;
    await extra.api.nothing({ base, path: IDENTITY_PATHS.user, method: 'DELETE', ...(password === undefined ? {} : { body: { password } }) });
    extra.toasts.show({ kind: 'ok', text: 'Your development portal profile is deleted.' });
  },
  'view',
);
