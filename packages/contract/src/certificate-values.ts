/** Identity of providers: certificates and security profiles. */

/** `web`: a QWAC, for TLS; `seal`: a QSealC, for signed requests (ETSI TS 119 495). */
export const CERTIFICATE_USES = ['web', 'seal'] as const;
export type CertificateUse = (typeof CERTIFICATE_USES)[number];

/** Certificates of one use that an application can have at once. They may overlap, so that keys can be replaced without an interruption. */
export const CERTIFICATES_PER_USE_MAX = 5;

/** How an application authenticates. `basic`: client secret; `mtls`: certificate, with tokens bound to it (RFC 8705); `fapi2`: FAPI 2.0 Security Profile. */
export const SECURITY_PROFILES = ['basic', 'mtls', 'fapi2'] as const;
export type SecurityProfile = (typeof SECURITY_PROFILES)[number];

export const TEST_LIFETIMES = ['year', 'day', 'expired'] as const;
export type TestLifetime = (typeof TEST_LIFETIMES)[number];

export const TEST_KEY_TYPES = ['p256', 'rsa2048'] as const;
export type TestKeyType = (typeof TEST_KEY_TYPES)[number];

/**
 * `active`; `unproved`: uploaded, and no handshake or signature has proved the key; `expired`; `early`: its time has not begun; `revoked` by its
 * authority; `blocked` by the bank.
 */
export const CERTIFICATE_STATES = ['active', 'unproved', 'expired', 'early', 'revoked', 'blocked'] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];

/** Longest PEM or CSR that a call takes, in characters. */
export const PEM_LENGTH_MAX = 16_384;
