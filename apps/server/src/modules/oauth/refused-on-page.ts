import { errors } from 'oidc-provider';

/** A request that may have been tampered with, or whose way back has ended, is answered on our own page. */
export function refusedOnPage(description: string): errors.InvalidRequest {
  const refusal = new errors.InvalidRequest(description);
  refusal.allow_redirect = false;
  return refusal;
}
