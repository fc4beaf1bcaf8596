/**
 * The closed list of what the server offers: every route, who opens it, and where it exists. The running server is compared with it
 * in every mode, and the table of roles is run over it: a route that is not here fails both on its first day.
 */
import { SIGNING_KINDS } from '@portico/contract/values';
import type { Config } from '#platform/config.ts';

/**
 * What a caller must have.
 * - `everyone`: nothing, and everybody gets the same, which a cache may keep
 * - `beginner`: nothing; something begins that belongs to this caller alone
 * - `developer`: the cookie of a developer who is logged in
 * - `token`: the bearer token of an application
 * - `client`: id and secret of an application, or what it was given for them
 * - `signing`: a signing id and the cookie of the browser that it was made for
 * - `signIn`: the cookie of the browser in which this sign-in was begun
 * - `customer`: the cookie of a customer who is signed in at the bank
 * - `device`: the cookie of the browser whose customer is called
 * - `fallback`: id and secret of an application, and behind the sign-in the customer's session
 */
export type Door = 'everyone' | 'beginner' | 'developer' | 'token' | 'client' | 'signing' | 'signIn' | 'customer' | 'device' | 'fallback';

interface Part {
  readonly door: Door;
  /** Default: everywhere. */
  readonly where?: Partial<Pick<Config, 'mode' | 'bank'>>;
  /** `GET PUT /path`; every GET answers HEAD too. */
  readonly routes: readonly string[];
}

const SERVICES = ['payments', 'periodic-payments', 'bulk-payments'];
const PORTAL_PAGES = [
  ...[
    '/welcome',
    '/maintenance',
    '/logout',
    '/news',
    '/api-explorer',
    '/api-status',
    '/statistics',
    '/how-to-api',
    '/how-to-sign-in',
    '/how-to-certificates',
    '/how-to-client',
  ],
  ...['/how-to-accounts', '/how-to-payments', '/how-to-fallback', '/going-live', '/api-changes'],
  ...['/api-error-handling', '/api-payment-info', '/standard-deviations', '/terms', '/privacy', '/cookie-policy', '/tpp'],
];
const SANDBOX_PAGES = ['/how-to-command-line', '/how-to-sandbox', '/fallback-explorer', '/tokens', '/bank/device'];
const BANK_PAGES = [
  ...['/sign-in/:id', '/to-sign', '/to-sign/:paymentId', '/accessibility'],
  ...['/permissions', '/permissions/:permissionId', '/receipts', '/receipts/:receiptId'],
];
/** What an authority publishes (RFC 5280, RFC 6960). */
const PKI = ['GET /pki/ca.pem', 'GET /pki/web.crl', 'GET /pki/seal.crl', 'GET /pki/ocsp/*', 'POST /pki/ocsp'];
const ofCertificates = (call: string) => call.replace(/ (\/.*)?$/, ' /api/tpp/certificates$1');
const ofNotifications = (call: string) => call.replace(/ (\/.*)?$/, ' /api/tpp/notifications$1');
const ofIdentity = (call: string) => call.replace(/ (?=[a-z-]+(?:$|\/))/, ' /identity/');
/** The second one leads to the first. */
const withSlash = (page: string) => [page, `${page}/`];

const PARTS: readonly Part[] = [
  {
    door: 'everyone',
    routes: [
      ...[
        '/',
        '/healthz',
        '/readyz',
        '/config.json',
        '/pages.css',
        ...[...PORTAL_PAGES, ...BANK_PAGES.map((page) => `/bank${page}`)].flatMap(withSlash),
      ],
      ...['/client/:name', '/llms.txt', '/llms-full.txt', '/robots.txt', '/sitemap.xml', '/.well-known/security.txt'],
      ...['/api/maintenance', '/content/ob-maintenance', '/content/dev-portal-menu', '/content/homepage.json', '/content/homepage.md'],
      ...['pages/:name', 'search', 'news', 'news.atom', 'news/:name'].map((rest) => `/content/dev-portal-${rest}`),
      ...[
        '/api/specs',
        '/api/specs/index',
        '/api/specs/parameters',
        '/api/specs/postman',
        '/api/specs/:apiId',
        '/api/specs/:apiId/overview',
        '/api/specs/:apiId/operation',
      ],
      '/api/specs/:apiId/neighbours',
      ...['/api/specs/api-status', '/api/specs/api-status/summary', '/api/specs/api-status/incidents', '/api/specs/api-status/incidents.atom'],
      ...['/api/api/statistics', '/api/api/statistics/report/:reportId', '/api/api/statistics/file/:reportId', '/api/api/statistics/quarter/:period'],
      ...['/api/v2/jwks', '/api/v2/.well-known/openid-configuration', '/api/v2/.well-known/oauth-authorization-server'],
      ...['/api/v1/openam/oauth2/connect/jwk_uri', '/api/v1/.well-known/openid-configuration', '/api/v1/.well-known/oauth-authorization-server'],
      ...['openid-configuration', 'oauth-authorization-server'].flatMap((name) =>
        ['v1', 'v2'].map((version) => `/.well-known/${name}/api/${version}`),
      ),
    ].map((path) => `GET ${path}`),
  },
  {
    door: 'everyone',
    where: { bank: 'sandbox' },
    routes: [...SANDBOX_PAGES.flatMap(withSlash).map((page) => `GET ${page}`), 'GET /api/tpp/sandbox/document/schema', ...PKI],
  },
  { door: 'everyone', where: { mode: 'development' }, routes: ['GET /mailbox', 'GET /mailbox/:number', 'GET /mailbox/:number/source'] },
  {
    door: 'everyone',
    // With an access token of the sandbox it also calls the API.
    routes: ['POST /mcp'],
  },
  {
    door: 'everyone',
    // The servers of mail providers call it with the token of a mail (RFC 8058).
    routes: ['POST /api/specs/subscriptions/unsubscribe'],
  },
  {
    door: 'everyone',
    routes: ['signing-baskets', 'card-accounts'].flatMap((service) => ['', '/*'].map((rest) => `GET POST PUT DELETE /api/v1/${service}${rest}`)),
  },
  {
    door: 'beginner',
    routes: [
      ...['sign-up', 'verify-email', 'sign-in', 'sign-in/code', 'forgot-password', 'reset-password'].map((act) => `POST /identity/${act}`),
      ...['', '/confirm', '/read', '/change', '/end'].map((act) => `POST /api/specs/subscriptions${act}`),
      'GET /api/specs/subscriptions/unsubscribe',
      'POST /bank/sign-in',
      ...['sca/:reference', 'authentication'].map((path) => `GET /bank/${path}`),
      ...['/api/v2/am/realms/psd2/protocol/openid-connect', '/api/v1/am/oauth2'].map(
        (at) => `GET POST ${at}/${at.includes('v2') ? 'auth' : 'authorize'}`,
      ),
      'GET POST /api/v2/am/realms/psd2/protocol/openid-connect/logout',
      'GET POST /api/v1/openam/oauth2/connect/endSession',
    ],
  },
  { door: 'beginner', where: { mode: 'development' }, routes: ['POST /identity/social/google', 'GET /identity/social/google/callback'] },
  {
    door: 'client',
    routes: [
      ...['/token', '/token/revocation', '/par'].map((path) => `/api/v2/openam${path}`),
      '/api/v1/openam/oauth2/access_token',
      '/api/v1/openam/oauth2/token/revoke',
    ].map((path) => `POST ${path}`),
  },
  {
    door: 'developer',
    routes: [
      ...['GET DELETE session', 'GET DELETE sessions', 'DELETE sessions/:sessionId', 'DELETE user', 'POST password-check'].map(ofIdentity),
      ...['GET POST DELETE second-factor', 'POST second-factor/setup', 'POST second-factor/recovery-codes'].map(ofIdentity),
      'GET POST PUT DELETE /api/tpp',
      'GET POST /api/tpp/applications',
      'DELETE /api/tpp/change',
      ...['reveal', 'rotation'].map((act) => `POST /api/tpp/secret/${act}`),
      ...['GET ', 'DELETE /:certificateId', 'PUT /profile', 'POST /uploads'].map(ofCertificates),
      ...['GET ', 'POST /endpoints', 'PUT DELETE /endpoints/:endpointId', 'GET /deliveries', 'GET /deliveries/:deliveryId'].map(ofNotifications),
      ...['endpoints/:endpointId/secret', 'endpoints/:endpointId/tests', 'deliveries/:deliveryId/retry', 'retries'].map(
        (rest) => `POST /api/tpp/notifications/${rest}`,
      ),
      'DELETE /api/tpp/notifications/endpoints/:endpointId/previous-secret',
      ...['requests', 'requests/:id', 'usage', 'usage/results'].map((rest) => `GET /api/tpp/${rest}`),
    ],
  },
  {
    door: 'developer',
    where: { bank: 'sandbox' },
    routes: [
      'GET POST /api/tpp/psu',
      'GET /api/tpp/refresh',
      'GET /api/prefills',
      'GET DELETE /api/tpp/clock',
      'POST /api/tpp/clock/advance',
      'POST /api/tpp/customers',
      'DELETE /api/tpp/customers/:id',
      'GET POST /api/tpp/customers/:id/accounts',
      'DELETE /api/tpp/customers/:id/accounts/:iban',
      'PUT /api/tpp/customers/:id/scenario',
      'GET POST /api/tpp/sandbox/document',
      ...['customers', 'accounts', 'transactions'].map((table) => `GET /api/tpp/sandbox/${table}.csv`),
      ...['seed', 'tables'].map((part) => `POST /api/tpp/sandbox/${part}`),
      ...['POST ', 'POST /signing-requests', ...['revocation', 'block'].map((act) => `PUT DELETE /:certificateId/${act}`)].map(ofCertificates),
    ],
  },
  {
    door: 'token',
    routes: [
      ...SERVICES.flatMap((service) => [
        `POST /api/v1/${service}/:paymentProduct`,
        `GET DELETE /api/v1/${service}/:paymentProduct/:paymentId`,
        `GET /api/v1/${service}/:paymentProduct/:paymentId/status`,
        ...['authorisations', 'cancellation-authorisations'].flatMap((segment) => [
          `GET POST /api/v1/${service}/:paymentProduct/:paymentId/${segment}`,
          `GET PUT /api/v1/${service}/:paymentProduct/:paymentId/${segment}/:authorisationId`,
        ]),
      ]),
      'POST /api/v1/consents',
      'GET DELETE /api/v1/consents/:consentId',
      'GET /api/v1/consents/:consentId/status',
      'GET POST /api/v1/consents/:consentId/authorisations',
      'GET PUT /api/v1/consents/:consentId/authorisations/:authorisationId',
      'POST /api/v1/transactions-statements',
      'GET DELETE /api/v1/transactions-statements/:statementId',
      'GET /api/v1/transactions-statements/:statementId/status',
      'GET /api/v1/transactions-statements/:statementId/transactions',
      ...['', '/:accountId', '/:accountId/balances', '/:accountId/transactions', '/:accountId/transactions/:transactionId'].map(
        (rest) => `GET /api/v1/accounts${rest}`,
      ),
      ...['funds-confirmations', 'payee-verifications'].map((service) => `POST /api/v1/${service}`),
    ],
  },
  {
    door: 'token',
    where: { bank: 'sandbox' },
    routes: ['GET /api/v1/account-list', 'DELETE /api/v1/sandbox/reset', 'GET DELETE /api/v1/client-payload'],
  },
  {
    door: 'fallback',
    where: { bank: 'sandbox' },
    routes: [
      'POST /api/fallback/v1/sign-ins',
      'GET /api/fallback/v1/sign-ins/:signInId',
      'POST /api/fallback/v1/sign-ins/:signInId/session',
      'DELETE /api/fallback/v1/session',
      'GET /api/fallback/v1/accounts',
      'GET /api/fallback/v1/accounts/:iban/transactions',
      'POST /api/fallback/v1/payments',
      'GET /api/fallback/v1/payments/:paymentId',
      'POST /api/fallback/v1/payments/:paymentId/confirmation',
    ],
  },
  {
    door: 'signIn',
    routes: [
      'GET /bank/sign-in/:id/details',
      'POST /bank/sign-in/:id/authentication',
      'GET /bank/sign-in/:id/challenge',
      'POST /bank/sign-in/:id/response',
      'POST /bank/sign-in/:id/notification',
      ...['completion', 'role'].map((end) => `POST /bank/sign-in/:id/${end}`),
      'DELETE /bank/sign-in/:id',
      'GET /api/v2/am/realms/psd2/protocol/openid-connect/auth/:uid',
      'GET /api/v1/am/oauth2/authorize/:uid',
    ],
  },
  {
    door: 'device',
    where: { bank: 'sandbox' },
    routes: [
      'PUT /bank/device',
      'GET /bank/device/challenges',
      'POST /bank/device/challenges/:challengeId/answer',
      'POST /bank/device/challenges/:challengeId/calculator',
      'POST /bank/device/links',
    ],
  },
  {
    door: 'customer',
    routes: [
      ...['GET POST DELETE /bank/session', 'GET /bank/session/roles', 'POST /bank/session/role'],
      'GET /bank/permissions/given',
      'GET /bank/permissions/given/pdf',
      ...['', '/readings'].map((rest) => `GET /bank/permissions/given/:permissionId${rest}`),
      'POST /bank/permissions/given/:permissionId/withdrawal',
      'GET /bank/to-sign/payments',
      'GET /bank/to-sign/payments/:paymentId',
      'GET POST /bank/to-sign/payments/:paymentId/challenge',
      ...['challenge/notification', 'response', 'signature', 'refusal'].map((act) => `POST /bank/to-sign/payments/:paymentId/${act}`),
      'GET /bank/receipts/signed',
      ...['', '/pdf', '/json'].map((rest) => `GET /bank/receipts/signed/:receiptId${rest}`),
    ],
  },
  {
    door: 'signing',
    routes: [
      ...['challenge', 'account/list', 'account/balance', 'customer/details', 'payment/fee'].map((read) => `GET /api/ui/${read}`),
      'POST /api/ui/challenge/response',
      'POST /api/ui/challenge/notification',
      'POST /api/ui/activity',
      ...SIGNING_KINDS.map((kind) => `PUT DELETE /api/ui/${kind}`),
      ...SIGNING_KINDS.filter((kind) => !kind.endsWith('-cancellation')).map((kind) => `GET /api/ui/${kind}/details`),
    ],
  },
];

export interface OfferedRoute {
  readonly method: string;
  readonly url: string;
  readonly door: Door;
}

/** Without HEAD, which every GET has. */
export function offeredRoutes({ mode, bank }: Pick<Config, 'mode' | 'bank'>): readonly OfferedRoute[] {
  const parts = PARTS.filter(({ where = {} }) => (where.mode ?? mode) === mode && (where.bank ?? bank) === bank);
  return parts.flatMap(({ door, routes }) =>
    routes.flatMap((route) => {
      const [url = '', ...methods] = route.split(' ').reverse();
      return methods.map((method) => ({ method, url, door }));
    }),
  );
}

/** `GET /path`, as the running server tells its routes, in order. */
export function offeredNames(config: Pick<Config, 'mode' | 'bank'>): readonly string[] {
  const routes = offeredRoutes(config).flatMap(({ method, url }) => (method === 'GET' ? [`GET ${url}`, `HEAD ${url}`] : [`${method} ${url}`]));
  return [...routes, 'OPTIONS *'].sort();
}
