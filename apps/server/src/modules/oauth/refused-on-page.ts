import { errors } from 'oidc-provider';

/** A request that may be forged, or whose redirect URI is no longer valid, gets the error on our own page. */
export function refusedOnPage(description: string): errors.InvalidRequest {
  const refusal = new errors.InvalidRequest(description);
  refusal.allow_redirect = false;
  return refusal;
}
