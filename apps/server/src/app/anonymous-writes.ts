/** Routes on which an unauthenticated caller creates a row (`platform/http/anonymous-writes.ts`). Mails and passwords have separate limits. */
export const ANONYMOUS_WRITES: ReadonlySet<string> = new Set([
  'GET /api/v2/am/realms/psd2/protocol/openid-connect/auth',
  'POST /api/v2/am/realms/psd2/protocol/openid-connect/auth',
  'GET /api/v1/am/oauth2/authorize',
  'POST /api/v1/am/oauth2/authorize',
  'POST /bank/sign-in',
  // Each call opens a sign-in, and the link of one payment allows any number of calls.
  'GET /bank/sca/:reference',
  'GET /bank/authentication',
  'PUT /bank/device',
  'POST /identity/social/google',
]);
