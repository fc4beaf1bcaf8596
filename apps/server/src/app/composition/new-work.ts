/** Routes that begin new work. They are refused first when the event loop is late (`platform/http/load-shedding.ts`). */
export const NEW_WORK: ReadonlySet<string> = new Set([
  'GET /api/v2/am/realms/psd2/protocol/openid-connect/auth',
  'POST /api/v2/am/realms/psd2/protocol/openid-connect/auth',
  'POST /api/v1/payments/:paymentProduct',
  'POST /api/v1/periodic-payments/:paymentProduct',
  'POST /api/v1/consents',
  'POST /api/v1/transactions-statements',
  'POST /api/fallback/v1/sign-ins',
  'POST /api/fallback/v1/payments',
]);
