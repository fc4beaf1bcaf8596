/** Describes headers and path parameters once; operations refer to them by name. The modules of the routes validate them. */
import { DECOUPLED_METHODS, PAYMENT_PRODUCT_PATHS } from '@portico/contract/values';
import { PORTAL_ORIGIN } from './examples/example.ts';

interface Described {
  readonly description: string;
  /** JSON Schema; default: a string. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly example?: string;
}

const UUID = { type: 'string', format: 'uuid' } as const;
const REQUEST_ID_EXAMPLE = '99391c7e-ad88-49ec-a2ad-99ddcb1f7721';
const FLAG = { type: 'string', enum: ['true', 'false'] } as const;

/** A name that ends in `?` is optional. */
export const REQUEST_HEADERS = {
  'X-Request-ID': {
    description: 'A UUID that the application chooses. The response repeats it. For calls that create something it is the idempotency key.',
    schema: UUID,
    example: REQUEST_ID_EXAMPLE,
  },
  Origin: {
    description: 'The origin of this portal. Browsers send this header, and a page cannot change it. A program must send it.',
    example: PORTAL_ORIGIN,
  },
  'Tpp-Client-Id?': {
    description: 'The client id of one of the developer’s applications, whose sandbox is meant. Default: the oldest application.',
    example: 'tpp_01km9a5t3e8h2q4x6n7p9rvwys',
  },
  'X-Request-ID?': { description: 'A UUID of the application’s own. It comes back in the answer.', schema: UUID, example: REQUEST_ID_EXAMPLE },
  'Consent-ID': { description: 'The consent under which is read.', example: 'cns_01km9a5t3e8h2q4x6n7p9rvwys' },
  'PSU-IP-Address': { description: 'The customer’s IPv4 or IPv6 address as the application sees it.', example: '192.0.2.10' },
  'PSU-IP-Address?': {
    description:
      'The customer’s IP address. With a reading: send it if and only if the customer requested the reading; the number of such readings is not limited. When starting an authorisation: optional, default is the address of the creation.',
    example: '192.0.2.10',
  },
  'TPP-Redirect-URI': {
    description: 'Where the customer goes after signing: scheme, host and port of one of the application’s redirect URIs; path and query are free.',
    schema: { type: 'string', format: 'uri', maxLength: 2000 },
    example: 'https://your-site.example/paid?order=2026-0417',
  },
  'TPP-Redirect-URI?': {
    description: 'Where the customer goes after signing. Needed where there is something to sign.',
    schema: { type: 'string', format: 'uri', maxLength: 2000 },
    example: 'https://your-site.example/cancelled',
  },
  'TPP-Nok-Redirect-URI?': {
    description: 'Where the customer goes after refusing; default: `TPP-Redirect-URI`.',
    schema: { type: 'string', format: 'uri', maxLength: 2000 },
    example: 'https://your-site.example/cancelled?order=2026-0417',
  },
  'TPP-Redirect-Preferred?': {
    description:
      'A preference without effect here (capitals are allowed): `ASPSP-SCA-Approach` names the approach, which is `REDIRECT` unless `TPP-Decoupled-Preferred` takes effect.',
    schema: FLAG,
    example: 'true',
  },
  'TPP-Explicit-Authorisation-Preferred?': {
    description: '`true`: the application starts the authorisation in a separate call.',
    schema: FLAG,
    example: 'false',
  },
  'TPP-Decoupled-Preferred?': {
    description:
      '`true`: the application prefers that the customer confirms on their device alone. Works only with `PSU-ID` and if the bank offers it; otherwise the approach is `REDIRECT`. See `ASPSP-SCA-Approach`.',
    schema: FLAG,
    example: 'false',
  },
  'PSU-ID?': {
    description:
      'With `TPP-Decoupled-Preferred: true`: the customer’s identity as in the bank’s sign-in: a personal code, or the user number of eParaksts mobile. The response is the same for another person’s identity, but no device is asked.',
    example: '60001019906',
  },
  'PSU-ID-Type?': {
    description: 'The method that `PSU-ID` belongs to; default: the first of Smart-ID and Mobile-ID that the customer has.',
    schema: { type: 'string', enum: DECOUPLED_METHODS },
    example: 'SMART_ID',
  },
  'TPP-Notification-URI?': {
    description:
      'Where the bank sends each change of a status: an address with scheme, host and port of one of the application’s redirect URIs, and in the domain of the certificate where the call has one. With another address the call succeeds and `ASPSP-Notification-Support` is `false`. With a later authorisation the address replaces the earlier one.',
    schema: { type: 'string', format: 'uri', maxLength: 2000 },
    example: 'https://your-site.example/bank/notifications',
  },
  'TPP-Notification-Content-Preferred?': {
    description:
      'What is sent: `SCA` the end of an authorisation, `PROCESS` each `transactionStatus` or `consentStatus`, `LAST` only the final one of these. Default: `status=PROCESS`.',
    schema: { type: 'string', pattern: '^status=(SCA|PROCESS|LAST)(, ?(SCA|PROCESS|LAST)){0,2}$' },
    example: 'status=SCA, PROCESS',
  },
  'TPP-Brand-Logging-Information?': { description: 'The application’s brand; noted, never shown.', example: 'Your Brand' },
} as const satisfies Readonly<Record<string, Described>>;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

export const ANSWER_HEADERS = {
  'X-Request-ID': { description: 'The caller’s own, else a fresh one. Give it to the bank with every question.', schema: UUID },
  Location: { description: 'Where what was created can be read, or where the browser goes next.' },
  'ASPSP-SCA-Approach': {
    description: '`REDIRECT`: redirect the customer to `scaRedirect`. `DECOUPLED`: show `psuMessage`, and poll `scaStatus`.',
    schema: { type: 'string', enum: ['REDIRECT', 'DECOUPLED'] },
  },
  'ASPSP-Notification-Support': {
    description: '`true`: the bank sends notifications to the address of `TPP-Notification-URI`. `false`: it sends none for this request.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'ASPSP-Notification-Content': { description: 'What is sent, as in the request: `status=SCA, PROCESS`. Absent where nothing is sent.' },
  'Retry-After': { description: 'Seconds after which a repetition makes sense.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': {
    description:
      'The authentication scheme, with the error of RFC 6750 if the request had an access token. Absent if client id and secret were in the body.',
  },
  'Accept-Encoding': { description: '`identity`, where the body was packed.' },
  Allow: { description: 'The methods that are left.' },
  Deprecation: { description: 'Since when the call is deprecated: `@` and seconds since 1970 (RFC 9745).' },
  Sunset: { description: 'After which day the call may be gone (RFC 8594).' },
  Link: { description: 'What is written about the deprecation.' },
} as const satisfies Readonly<Record<string, Described>>;
export type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** The routes accept any string, so that an unknown value gets a 404 with a Berlin Group error code. */
export const PATH_PARAMETERS: Readonly<Record<string, Described>> = {
  paymentProduct: {
    description: 'Ordinary or instant.',
    schema: { type: 'string', enum: PAYMENT_PRODUCT_PATHS },
    example: 'sepa-credit-transfers',
  },
  paymentId: { description: 'Of the answer that created the payment.', example: 'pay_01km9a5t3e8h2q4x6n7p9rvwys' },
  consentId: { description: 'Of the answer that created the consent.', example: 'cns_01km9a5t3e8h2q4x6n7p9rvwys' },
  authorisationId: { description: 'Of the link `scaStatus`.', example: 'aut_01km9a5t3e8h2q4x6n7p9rvwyt' },
  statementId: { description: 'Of the answer that created the statement.', example: 'sta_01km9a5t3e8h2q4x6n7p9rvwys' },
  accountId: { description: '`resourceId` of the list of accounts.', example: 'acc_01km9a5t3e8h2q4x6n7p9rvwyu' },
  signInId: { description: 'Of the answer that started the sign-in.', example: 'fsi_01km9a5t3e8h2q4x6n7p9rvwys' },
  iban: { description: 'Of the list of accounts.', example: 'EE749900111313760010' },
  id: { description: 'Of the list of test customers.', example: 'cus_01km9a5t3e8h2q4x6n7p9rvwys' },
  transactionId: { description: 'Of the list of transactions.', example: '4711' },
};
