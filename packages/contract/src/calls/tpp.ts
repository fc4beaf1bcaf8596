/**
 * The developer's application, at `{api}/tpp`. All calls need the developer's session (401 `NOT_SIGNED_IN`; 403 `TPP_ID_MISMATCH` when `Tpp-Id` names
 * another developer). A developer has up to {@link APPLICATIONS_MAX} applications, each with its sandbox; the header `Tpp-Client-Id` names the
 * one that a call below `{api}/tpp` and `{api}/prefills` is about, and without it the oldest one is meant (404 for one that is not theirs). Calls that change something need the portal's origin, JSON and `X-Request-ID`.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/tpp` | 200 {@link ApplicationIdentity}; 404 before the first `POST` |
 * | `POST {api}/tpp` | 204; the first one creates application and sandbox, a repetition changes nothing; 429 `RATE_LIMITED` after ten within 24 hours
 * |
 * | `GET {api}/tpp/applications` | 200 {@link ApplicationList}, oldest first; addition |
 * | `POST {api}/tpp/applications` | {@link NewApplication} → 201 {@link ListedApplication}: another application with its sandbox; 409 `LIMIT_REACHED`; 429 |
 * | `PUT {api}/tpp` | 200 {@link ApplicationIdentity}; addition: {@link ApplicationChange}. After the application's admission, the change waits in
 * `pendingChange` |
 * | `DELETE {api}/tpp/change` | 200 {@link ApplicationIdentity}: cancels the change that waits for the bank's approval, if there is one; addition |
 * | `DELETE {api}/tpp` | 204, also without an application: deletes application, tokens and customers |
 * | `POST {api}/tpp/secret/reveal` | 200 {@link RevealedSecret}, never cached; addition |
 * | `POST {api}/tpp/secret/rotation` | 200 {@link RevealedSecret}: the new secret; the old one is valid for 24 h more; addition |
 */
import { type Static, Type } from 'typebox';
import { closed, IsoInstant, literals } from '../entities/common.ts';
import { PROVIDER_ROLES } from '../enumerations.ts';
import { CLIENT_NAME_LENGTH_MAX, CONTACTS_MAX, REDIRECT_URI_LENGTH_MAX, REDIRECT_URIS_MAX } from '../sandbox-values.ts';

export const ApplicationIdentity = Type.Object(
  {
    clientId: Type.String(),
    /** Masked: bullets only. */
    clientSecret: Type.String(),
    clientName: Type.String(),
    redirectionUris: Type.Array(Type.String()),
    contacts: Type.Array(Type.String()),
    /** The provider's registered name, which developers cannot change. */
    registeredName: Type.String(),
    /** Until then the secret before the last rotation is valid too. */
    previousSecretValidUntil: Type.Optional(IsoInstant),
    /** True: an operator suspended the application, and its calls return SERVICE_BLOCKED. */
    isSuspended: Type.Boolean(),
    /** The data that the bank checked when it admitted the application; absent before. */
    admission: Type.Optional(
      Type.Object(
        {
          authorisationNumber: Type.String(),
          roles: Type.Array(literals(PROVIDER_ROLES)),
          admittedAt: IsoInstant,
        },
        closed,
      ),
    ),
    /** The change that waits for the bank's approval. Until then the values above are in force. Absent: no change waits. */
    pendingChange: Type.Optional(
      Type.Object(
        {
          requestedAt: IsoInstant,
          clientName: Type.Optional(Type.String()),
          redirectionUris: Type.Optional(Type.Array(Type.String())),
          contacts: Type.Optional(Type.Array(Type.String())),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ApplicationIdentity = Static<typeof ApplicationIdentity>;

/** Absent members do not change. 400 `FORMAT_ERROR` with the path of the invalid member. */
export const ApplicationChange = Type.Object(
  {
    clientName: Type.Optional(Type.String({ minLength: 1, maxLength: CLIENT_NAME_LENGTH_MAX })),
    redirectionUris: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: REDIRECT_URI_LENGTH_MAX }), { minItems: 1, maxItems: REDIRECT_URIS_MAX }),
    ),
    contacts: Type.Optional(Type.Array(Type.String({ minLength: 3, maxLength: 254 }), { minItems: 1, maxItems: CONTACTS_MAX })),
  },
  closed,
);
export type ApplicationChange = Static<typeof ApplicationChange>;

export const NewApplication = Type.Object({ clientName: Type.String({ minLength: 1, maxLength: CLIENT_NAME_LENGTH_MAX }) }, closed);
export type NewApplication = Static<typeof NewApplication>;

export const ListedApplication = Type.Object({ clientId: Type.String(), clientName: Type.String(), isSuspended: Type.Boolean() }, closed);
export type ListedApplication = Static<typeof ListedApplication>;

/** Empty before the first one. */
export const ApplicationList = Type.Array(ListedApplication);
export type ApplicationList = Static<typeof ApplicationList>;

export const RevealedSecret = Type.Object({ clientSecret: Type.String(), previousSecretValidUntil: Type.Optional(IsoInstant) }, closed);
export type RevealedSecret = Static<typeof RevealedSecret>;
