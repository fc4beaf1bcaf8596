/**
 * The identity service for developers, below `identityBase`. All bodies are JSON. A call that changes something must have the portal's origin and
 * `X-Request-ID`. The session is an HttpOnly cookie. A 401 or 403 is shown in the modal that made the call and ends no session.
 */
import { type Static, Type } from 'typebox';
import { closed, IsoInstant, literals } from '../entities/common.ts';
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX, RESET_CODE_DIGITS, SOCIAL_PROVIDERS } from '../identity-values.ts';

/** The address as entered. The server returns `EMAIL_INVALID` for an invalid or too long address. */
const Email = Type.String({ minLength: 1, maxLength: 4 * EMAIL_LENGTH_MAX });
/** The rules are `PASSWORD_RULES`; the server names the rule that is not met (`PASSWORD_INVALID`). */
const Password = Type.String({ minLength: 1, maxLength: 4 * PASSWORD_LENGTH_MAX });

/** `userId` is the subject, and the value of `Tpp-Id`. `userName` is the e-mail address. */
export const PortalUser = Type.Object({ userId: Type.String(), userName: Type.String() }, closed);
export type PortalUser = Static<typeof PortalUser>;

/** `GET /session` → 200, with or without a session. */
export const IdentitySession = Type.Object(
  {
    user: Type.Union([PortalUser, Type.Null()]),
    /** The providers that the login modal offers. One that is not configured is absent, and its button is hidden. */
    socialProviders: Type.Array(
      Type.Object(
        {
          id: literals(SOCIAL_PROVIDERS),
          /** True: the demo identity provider of development, without real accounts. */
          isStandIn: Type.Boolean(),
        },
        closed,
      ),
    ),
    /** Present with a user. False: the account signs in through Google alone. */
    hasPassword: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type IdentitySession = Static<typeof IdentitySession>;

/** `POST /sign-up` → 204 for known and unknown addresses alike; a mail follows. 400 `EMAIL_INVALID`, `PASSWORD_INVALID`. */
export const SignUpBody = Type.Object({ email: Email, password: Password }, closed);
export type SignUpBody = Static<typeof SignUpBody>;

const VerificationToken = Type.String({ minLength: 1, maxLength: 100 });

/**
 * `POST /sign-in` → 200 {@link PortalUser}, cookie set. 401 `CREDENTIALS_WRONG`; 403 `EMAIL_NOT_VERIFIED` (a fresh mail was sent).
 * `verification`: the token that `POST /verify-email` refused with `VERIFICATION_ELSEWHERE`; with the password it verifies the address.
 */
export const SignInBody = Type.Object({ email: Email, password: Password, verification: Type.Optional(VerificationToken) }, closed);
export type SignInBody = Static<typeof SignInBody>;

/**
 * `POST /verify-email` → 204. `token` comes from the mail's link, `{portal}/?verification={token}`. 400 `VERIFICATION_UNKNOWN`; 403
 * `VERIFICATION_ELSEWHERE`: the sign-up was in another browser, and the link remains valid.
 */
export const VerifyEmailBody = Type.Object({ token: VerificationToken }, closed);
export type VerifyEmailBody = Static<typeof VerifyEmailBody>;

/** `POST /forgot-password` → 204 for known and unknown addresses alike. 400 `EMAIL_INVALID`. */
export const ForgotPasswordBody = Type.Object({ email: Email }, closed);
export type ForgotPasswordBody = Static<typeof ForgotPasswordBody>;

/**
 * `POST /reset-password` → 204; all sessions of the developer end, and none begins. 400 `RESET_CODE_WRONG` (wrong, used, expired or tried too often),
 * `PASSWORD_INVALID` (the code remains valid).
 */
export const ResetPasswordBody = Type.Object(
  { email: Email, code: Type.String({ minLength: 1, maxLength: 4 * RESET_CODE_DIGITS }), password: Password },
  closed,
);
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

/**
 * `POST /social/{provider}` → 200 {@link SocialStart}; the page navigates with `location.assign`. 404 where the provider is not offered. Afterwards
 * the browser returns to `{portal}/#{returnTo}`, signed in, or to `{portal}/#/?m=login&socialError={failure}`.
 */
export const SocialStartBody = Type.Object(
  {
    /** Route of the portal, without the hash; default `/`. */
    returnTo: Type.Optional(Type.String({ pattern: '^/(?:[A-Za-z0-9_-]+/?)*$', maxLength: 200 })),
  },
  closed,
);
export type SocialStartBody = Static<typeof SocialStartBody>;

export const SocialStart = Type.Object({ location: Type.String() }, closed);
export type SocialStart = Static<typeof SocialStart>;

/**
 * `POST /password-check` → 204: this is the password of the signed-in developer. For five minutes the session may then `DELETE {api}/tpp`. 401
 * `NOT_SIGNED_IN`, `CREDENTIALS_WRONG`; 429.
 */
export const PasswordCheckBody = Type.Object({ password: Password }, closed);
export type PasswordCheckBody = Static<typeof PasswordCheckBody>;

/**
 * `DELETE /user` → 204: deletes the developer and all their sessions. Accounts with a password need it. 401 `NOT_SIGNED_IN`, `CREDENTIALS_WRONG`;
 * 429.
 */
export const DeleteUserBody = Type.Object({ password: Type.Optional(Password) }, closed);
export type DeleteUserBody = Static<typeof DeleteUserBody>;

/** A login in one browser. */
export const DeveloperSession = Type.Object(
  {
    /** Ends it, and opens nothing. */
    id: Type.String(),
    /** Browser and system, without versions: `Firefox on Windows`; null: unknown. */
    browser: Type.Union([Type.String(), Type.Null()]),
    startedAt: IsoInstant,
    /** To the minute. */
    lastSeenAt: IsoInstant,
    /** The session of the caller. */
    isCurrent: Type.Boolean(),
  },
  closed,
);
export type DeveloperSession = Static<typeof DeveloperSession>;

/**
 * `GET /sessions` → 200: the sessions within their limits, that of the caller first. `DELETE /sessions` → 204: all others end, and their browsers
 * are no known ones any more. `DELETE /sessions/{id}` → 204; 404 `NOT_FOUND`. All three: 401 `NOT_SIGNED_IN`.
 */
export const DeveloperSessionList = Type.Object({ sessions: Type.Array(DeveloperSession) }, closed);
export type DeveloperSessionList = Static<typeof DeveloperSessionList>;

// `DELETE /session` → 204, also without a session: sign-out.
