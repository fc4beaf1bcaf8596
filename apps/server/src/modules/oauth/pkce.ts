/** Who has to send a PKCE challenge (RFC 9700 §2.1.1). One that was sent is enforced in any case: see `oauth-attacks.test.ts`. */

export interface PkceQuestion {
  /** Version 2; version 1 accepts a challenge. */
  readonly asksForPkce: boolean;
  /** An application without a secret. */
  readonly isPublicClient: boolean;
  readonly hasNonce: boolean;
}

/** A nonce protects as well, but only an application that has a secret: a stolen code is worth nothing without it. */
export function isPkceRequired({ asksForPkce, isPublicClient, hasNonce }: PkceQuestion): boolean {
  return isPublicClient || (asksForPkce && !hasNonce);
}
