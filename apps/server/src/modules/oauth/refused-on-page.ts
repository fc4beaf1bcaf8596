import { errors } from 'oidc-provider';

/** A request that may be forged, or whose redirect URI is no longer valid, gets the error on our own page. */
export function refusedOnPage(description: string): errors.InvalidRequest {
  const refusal = new errors.InvalidRequest(description);
  refusal.allow_redirect = false;
  return refusal;
}

/** The application was suspended or deleted after it was found. Its redirect URI is not followed any more. */
export function applicationGone(): errors.InvalidClient {
  const refusal = new errors.InvalidClient('client is invalid', 'suspended or deleted during the request');
  refusal.allow_redirect = false;
  refusal.status = refusal.statusCode = 400;
  return refusal;
}
