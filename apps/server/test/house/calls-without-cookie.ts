/** Calls that change something and read no cookie (T4). */

/** No cookie gives authority here, so none can be abused: what each call needs instead. */
export const CALLS_WITHOUT_COOKIE: Readonly<Record<string, string>> = {
  'POST /api/v2/openam/token': 'client secret, and the code with its verifier',
  'POST /api/v1/openam/oauth2/access_token': 'client secret, and the code',
  'DELETE /api/v1/sandbox/reset': 'bearer token of the customer',
  'DELETE /api/v1/client-payload': 'bearer token of the customer, in the header or the body',
  'POST /api/v2/am/realms/psd2/protocol/openid-connect/auth': 'nothing: it begins a sign-in, as the GET does',
  'POST /api/v1/am/oauth2/authorize': 'nothing: it begins a sign-in, as the GET does',
  'POST /api/v2/openam/par': 'what the client proves itself with: it begins a sign-in',
  'POST /api/v2/openam/token/revocation': 'client secret, and the token itself',
  'POST /api/v1/openam/oauth2/token/revoke': 'client secret, and the token itself',
  'POST /api/v2/am/realms/psd2/protocol/openid-connect/logout': 'the ID token of the customer',
  'POST /api/v1/openam/oauth2/connect/endSession': 'the ID token of the customer',
  'POST /api/v1/payments/:paymentProduct': 'bearer token of the application',
  'POST /api/v1/periodic-payments/:paymentProduct': 'bearer token of the application',
  'POST /api/v1/bulk-payments/:paymentProduct': 'bearer token of the application',
  'POST /api/specs/subscriptions/unsubscribe': 'the token of a mail; mail providers call it (RFC 8058)',
  'POST /pki/ocsp': 'nothing: it reads the status of a test certificate',
  'POST /mcp': 'nothing: it reads texts; in the sandbox a bearer token calls the API',
  'POST /api/v1/funds-confirmations': 'bearer token of the application; changes nothing',
  'POST /api/v1/payee-verifications': 'bearer token of the application; changes nothing',
  'POST /api/v1/consents': 'bearer token of the application',
  'DELETE /api/v1/consents/:consentId': 'bearer token of the application',
  'POST /api/v1/consents/:consentId/authorisations': 'bearer token of the application',
  'POST /api/v1/transactions-statements': 'bearer token of the application',
  'DELETE /api/v1/transactions-statements/:statementId': 'bearer token of the application',
  'PUT /api/v1/consents/:consentId/authorisations/:authorisationId': 'bearer token of the application; always 405',
  'POST /api/fallback/v1/sign-ins': 'client secret',
  'POST /api/fallback/v1/sign-ins/:signInId/session': 'client secret',
  'DELETE /api/fallback/v1/session': 'client secret and the customer’s session',
  'POST /api/fallback/v1/payments': 'client secret and the customer’s session',
  'POST /api/fallback/v1/payments/:paymentId/confirmation': 'client secret and the customer’s session',
  ...Object.fromEntries(
    ['payments', 'periodic-payments', 'bulk-payments'].flatMap((service) => {
      const payment = `/api/v1/${service}/:paymentProduct/:paymentId`;
      return [
        [`DELETE ${payment}`, 'bearer token of the application'],
        ...['authorisations', 'cancellation-authorisations'].flatMap((segment) => [
          [`POST ${payment}/${segment}`, 'bearer token of the application'],
          [`PUT ${payment}/${segment}/:authorisationId`, 'bearer token of the application; always 405'],
        ]),
      ];
    }),
  ),
  ...Object.fromEntries(
    ['signing-baskets', 'card-accounts'].flatMap((service) =>
      ['POST', 'PUT', 'DELETE'].flatMap((method) => ['', '/*'].map((rest) => [`${method} /api/v1/${service}${rest}`, 'not offered: always 405'])),
    ),
  ),
};
