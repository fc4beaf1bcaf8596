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
    /** Present with a user. True: what needs the password needs a code, too. */
    hasSecondFactor: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type IdentitySession = Static<typeof IdentitySession>;

/** `POST /sign-up` → 204 for known and unknown addresses alike; a mail follows. 400 `EMAIL_INVALID`, `PASSWORD_INVALID`. */
export const SignUpBody = Type.Object({ email: Email, password: Password }, closed);
export type SignUpBody = Static<typeof SignUpBody>;

const VerificationToken = Type.String({ minLength: 1, maxLength: 100 });

/**
 * `POST /sign-in` → 200 {@link PortalUser}, cookie set. 401 `CREDENTIALS_WRONG`; 403 `EMAIL_NOT_VERIFIED` (a fresh mail was sent),
 * `SECOND_FACTOR_NEEDED`: the password was right, and this browser has ten minutes for `POST /sign-in/code`.
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

/** As typed: six digits of the authenticator app, or a recovery code, with or without spaces and dashes. */
const Code = Type.String({ minLength: 1, maxLength: 100 });

/**
 * `POST /sign-in/code` → 200 {@link PortalUser}, cookie set. 401 `SECOND_FACTOR_WRONG`, `SECOND_FACTOR_EXPIRED` (sign in again); 429.
 * `POST /second-factor` → 200 {@link RecoveryCodes}: the set-up of this session is confirmed, and all other sessions have ended. 401
 * `NOT_SIGNED_IN`, `SECOND_FACTOR_WRONG`; 409 `SECOND_FACTOR_ON`, `SECOND_FACTOR_EXPIRED`.
 */
export const SecondFactorCodeBody = Type.Object({ code: Code }, closed);
export type SecondFactorCodeBody = Static<typeof SecondFactorCodeBody>;

/**
 * What proves a signed-in developer once more: the password of an account that has one, the code of an account with a second factor.
 *
 * `POST /password-check` → 204. For five minutes the session may then `DELETE {api}/tpp`. `DELETE /user` → 204: deletes the developer and all their
 * sessions; it needs no second code within these five minutes. Both: 401 `NOT_SIGNED_IN`, `CREDENTIALS_WRONG`, `SECOND_FACTOR_WRONG`; 429.
 *
 * `POST /second-factor/setup` → 200 {@link SecondFactorSetup}; 409 `SECOND_FACTOR_ON`. `POST /second-factor/recovery-codes` → 200
 * {@link RecoveryCodes}: the earlier ones are void. `DELETE /second-factor` → 204: it is off. The last two: 409 `SECOND_FACTOR_OFF`.
 */
export const ProofBody = Type.Object({ password: Type.Optional(Password), code: Type.Optional(Code) }, closed);
export type ProofBody = Static<typeof ProofBody>;

/** `GET /second-factor` → 200. 401 `NOT_SIGNED_IN`. */
export const SecondFactorState = Type.Object(
  {
    isOn: Type.Boolean(),
    /** Present when it is on. */
    since: Type.Optional(IsoInstant),
    /** Present when it is on. */
    recoveryCodesLeft: Type.Optional(Type.Integer()),
  },
  closed,
);
export type SecondFactorState = Static<typeof SecondFactorState>;

/** It counts after its first code only, within ten minutes and in this session. No other call shows the secret. */
export const SecondFactorSetup = Type.Object(
  {
    /** Base32 (RFC 4648), 32 characters, for apps that scan nothing. */
    secret: Type.String(),
    /** `otpauth://totp/…`, the text of a QR code. */
    address: Type.String(),
  },
  closed,
);
export type SecondFactorSetup = Static<typeof SecondFactorSetup>;

/** Ten codes. Each works once; no other call shows them. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) }, closed);
export type RecoveryCodes = Static<typeof RecoveryCodes>;

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
