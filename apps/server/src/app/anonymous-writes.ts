/** Routes on which a caller who has proved nothing leaves a row (`platform/http/anonymous-writes.ts`). Mails and passwords have limits of their own. */
export const ANONYMOUS_WRITES: ReadonlySet<string> = new Set([
  'GET /api/v2/am/realms/psd2/protocol/openid-connect/auth',
  'POST /api/v2/am/realms/psd2/protocol/openid-connect/auth',
  'GET /api/v1/am/oauth2/authorize',
  'POST /api/v1/am/oauth2/authorize',
  'POST /bank/sign-in',
  // Opens a sign-in each time, and whoever made one payment has a reference that opens.
  'GET /bank/sca/:reference',
  'PUT /bank/device',
  'POST /identity/social/google',
]);
