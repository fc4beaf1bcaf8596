/**
 * Certificates of a developer's application, at `{api}/tpp/certificates`. As below `{api}/tpp`, calls need the developer's session, and
 * `Tpp-Client-Id` names the application. All but the first call change something, and need the portal's origin, JSON and `X-Request-ID`.
 *
 * | call | answer |
 * |---|---|
 * | `GET {api}/tpp/certificates` | 200 {@link CertificatesPage}, newest certificate first |
 * | `POST {api}/tpp/certificates` | {@link NewTestCertificates} → 201 {@link IssuedCertificates}: a QWAC and a QSealC of the test authority with new keys, which are not stored; 409 `LIMIT_REACHED` |
 * | `POST {api}/tpp/certificates/signing-requests` | {@link SigningRequest} → 201 {@link SignedCertificate}: a certificate for the caller's key; 400 `FORMAT_ERROR`; 409 `LIMIT_REACHED` |
 * | `POST {api}/tpp/certificates/uploads` | {@link UploadedCertificate} → 201 {@link Certificate} in the state `unproved`; 400 `FORMAT_ERROR`; 409 `LIMIT_REACHED` |
 * | `PUT {api}/tpp/certificates/{certificateId}/revocation` | 200 {@link Certificate}: the test authority revokes it, at once; 404, also for one that it did not issue |
 * | `DELETE {api}/tpp/certificates/{certificateId}/revocation` | 200 {@link Certificate}: undoes that |
 * | `PUT`, `DELETE {api}/tpp/certificates/{certificateId}/block` | 200 {@link Certificate}: plays the bank that blocks a certificate, and undoes it |
 * | `DELETE {api}/tpp/certificates/{certificateId}` | 204: the application can no longer use it; 404 |
 * | `PUT {api}/tpp/certificates/profile` | {@link SecuritySettings} → 200 {@link CertificatesPage}; 400 `FORMAT_ERROR`, for example a profile that needs a certificate that the application does not have |
 *
 * With a bank's own core there is no test authority: the calls that issue, sign, revoke and block do not exist, and `testAuthority` is absent.
 */
import { type Static, Type } from 'typebox';
import { CERTIFICATE_STATES, CERTIFICATE_USES, PEM_LENGTH_MAX, SECURITY_PROFILES, TEST_KEY_TYPES, TEST_LIFETIMES } from '../certificate-values.ts';
import { closed, IsoInstant, literals } from '../entities/common.ts';
import { PROVIDER_ROLES } from '../enumerations.ts';

const Roles = Type.Array(literals(PROVIDER_ROLES), { minItems: 1, maxItems: PROVIDER_ROLES.length, uniqueItems: true });

export const Certificate = Type.Object(
  {
    certificateId: Type.String(),
    use: literals(CERTIFICATE_USES),
    /** SHA-256 of the DER form, lower-case hexadecimal. */
    thumbprint: Type.String(),
    /** `organizationIdentifier` of the subject, for example `PSDEE-SANDBOX-4711`. */
    organizationId: Type.String(),
    roles: Type.Array(literals(PROVIDER_ROLES)),
    /** For example `P-256` or `RSA 2048`. */
    keyType: Type.String(),
    notBefore: IsoInstant,
    notAfter: IsoInstant,
    source: literals(['issued', 'uploaded', 'call'] as const),
    state: literals(CERTIFICATE_STATES),
    /** When the state `revoked` or `blocked` began. */
    stateSince: Type.Optional(IsoInstant),
    lastUsedAt: Type.Optional(IsoInstant),
    pem: Type.String(),
  },
  closed,
);
export type Certificate = Static<typeof Certificate>;

export const SecuritySettings = Type.Object(
  {
    profile: literals(SECURITY_PROFILES),
    /** True: calls without a valid signature are refused. */
    signsRequests: Type.Boolean(),
    /** Public keys of `private_key_jwt` as a JWK set; absent: none. Private members are refused. */
    jwks: Type.Optional(Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 10 }) })),
  },
  closed,
);
export type SecuritySettings = Static<typeof SecuritySettings>;

export const CertificatesPage = Type.Object(
  {
    certificates: Type.Array(Certificate),
    perUseMax: Type.Integer(),
    /** Time of the application's sandbox, with which `notAfter` of test certificates compares. */
    now: IsoInstant,
    security: SecuritySettings,
    /** Origin of the API by mutual TLS; absent: this installation has none. */
    mtlsOrigin: Type.Optional(Type.String()),
    /** The sandbox's authority; absent with a bank's own core. Number and name of the provider are absent until its first certificate is issued. */
    testAuthority: Type.Optional(
      Type.Object({ caPem: Type.String(), organizationId: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }, closed),
    ),
  },
  closed,
);
export type CertificatesPage = Static<typeof CertificatesPage>;

export const NewTestCertificates = Type.Object({ roles: Roles, lifetime: literals(TEST_LIFETIMES), keyType: literals(TEST_KEY_TYPES) }, closed);
export type NewTestCertificates = Static<typeof NewTestCertificates>;

/** File names with their contents: `qwac.pem`, `qwac.key`, `qseal.pem`, `qseal.key`, `portico-ca.pem` as PEM; `qwac.p12`, `qseal.p12` in base64. */
export const IssuedCertificates = Type.Object(
  {
    certificates: Type.Array(Certificate),
    files: Type.Record(Type.String(), Type.String()),
    /** Opens both P12 files. */
    password: Type.String(),
  },
  closed,
);
export type IssuedCertificates = Static<typeof IssuedCertificates>;

const Pem = Type.String({ minLength: 1, maxLength: PEM_LENGTH_MAX });

/** Of the request only the public key counts; name, number and roles are those of the application. */
export const SigningRequest = Type.Object({ pem: Pem, use: literals(CERTIFICATE_USES), roles: Roles, lifetime: literals(TEST_LIFETIMES) }, closed);
export type SigningRequest = Static<typeof SigningRequest>;

export const SignedCertificate = Type.Object({ certificate: Certificate, files: Type.Record(Type.String(), Type.String()) }, closed);
export type SignedCertificate = Static<typeof SignedCertificate>;

export const UploadedCertificate = Type.Object({ pem: Pem }, closed);
export type UploadedCertificate = Static<typeof UploadedCertificate>;
