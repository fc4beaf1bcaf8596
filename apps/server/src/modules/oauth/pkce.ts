/** Decides who must send a PKCE challenge (RFC 9700 §2.1.1). A challenge that was sent is always enforced: see `oauth-attacks.test.ts`. */

export interface PkceQuestion {
  /** True for version 2; version 1 only accepts a challenge. */
  readonly asksForPkce: boolean;
  /** An application without a secret. */
  readonly isPublicClient: boolean;
  readonly hasNonce: boolean;
  /** FAPI 2.0 SP §5.3.2.2-5. */
  readonly isFapi?: boolean;
}

/** A nonce is sufficient protection for an application with a secret, because a stolen code is useless without the secret. */
export function isPkceRequired({ asksForPkce, isPublicClient, hasNonce, isFapi = false }: PkceQuestion): boolean {
  return isPublicClient || isFapi || (asksForPkce && !hasNonce);
}
