/** The closed lists of values in the APIs (specification §4). The file has no schemas, so the browser can import it without them. */

export const SIGNING_TYPES = ['CONSENT', 'PAYMENT', 'PERIODIC_PAYMENT', 'BULK_PAYMENT', 'TRANSACTIONS_STATEMENT'] as const;
export type SigningType = (typeof SIGNING_TYPES)[number];

/** The methods of the specification, and of the sandbox bank. */
export const DEVICE_METHODS = ['IDCARD', 'CODE_CALCULATOR', 'SMART_ID', 'MOBILE_ID', 'EPARAKSTS_MOBILE'] as const;

/** With two additions: the authentication of a bank with its own core, on its page or in its app (docs/decisions/0109). */
export const AUTH_METHODS = [...DEVICE_METHODS, 'BANK_PAGE', 'BANK_APP'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

export const BANK_COUNTRIES = ['lt', 'lv', 'ee'] as const;
export type BankCountry = (typeof BANK_COUNTRIES)[number];

/** ISO 20022 ExternalPaymentTransactionStatus1Code, limited to the codes in the specification, and the Berlin Group's `PART` for bulk payments. */
export const TRANSACTION_STATUSES = [
  'ACCC',
  'ACCP',
  'ACFC',
  'ACSC',
  'ACSP',
  'ACTC',
  'ACWC',
  'ACWP',
  'BLCK',
  'CANC',
  'PART',
  'PATC',
  'PDNG',
  'PRES',
  'RCVD',
  'RJCT',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Berlin Group NextGenPSD2 1.3.11 `consentStatus`, used by `/v1/*` and the database. `/ui/*` uses `UI_CONSENT_STATUSES`. */
export const CONSENT_STATUSES = ['received', 'rejected', 'partiallyAuthorised', 'valid', 'revokedByPsu', 'expired', 'terminatedByTpp'] as const;
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

/** Berlin Group `scaStatus`, limited to the values of the redirect approach. */
export const SCA_STATUSES = ['received', 'finalised', 'failed'] as const;
export type ScaStatus = (typeof SCA_STATUSES)[number];

/** `bookingStatus` of `GET /v1/accounts/{account-id}/transactions`, limited to the supported values. */
export const BOOKING_STATUSES = ['booked', 'pending', 'both'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Payment products in the browser's API; {@link PAYMENT_PRODUCT_PATHS} lists the Berlin Group's path segments. */
export const PAYMENT_PRODUCTS = ['INDIVIDUAL_SEPA', 'INDIVIDUAL_INSTANT_SEPA'] as const;
export type PaymentProduct = (typeof PAYMENT_PRODUCTS)[number];

export const PAYMENT_PRODUCT_PATHS = ['sepa-credit-transfers', 'instant-sepa-credit-transfers'] as const;
export type PaymentProductPath = (typeof PAYMENT_PRODUCT_PATHS)[number];

/** Berlin Group `frequency`. `MonthlyVariable` needs `monthsOfExecution`, which is not supported, and is refused. */
export const PERIODIC_FREQUENCIES = [
  'Daily',
  'Weekly',
  'EveryTwoWeeks',
  'Monthly',
  'EveryTwoMonths',
  'Quarterly',
  'SemiAnnual',
  'Annual',
  'MonthlyVariable',
] as const;
export type PeriodicFrequency = (typeof PERIODIC_FREQUENCIES)[number];

/** The same for `/ui/*`; specification §4 has the first three. */
export const UI_FREQUENCIES = ['daily', 'weekly', 'monthly', 'every_two_weeks', 'every_two_months', 'quarterly', 'semi_annual', 'annual'] as const;
export type UiFrequency = (typeof UI_FREQUENCIES)[number];

/** Berlin Group `executionRule`: whether an ordinary periodic payment due on a day without T2 runs on the business day after or before it. */
export const EXECUTION_RULES = ['following', 'preceding'] as const;
export type ExecutionRule = (typeof EXECUTION_RULES)[number];

/** Verification of Payee, Regulation (EU) 2024/886 Art. 5c: match, close match, no match, not possible. */
export const PAYEE_VERIFICATION_RESULTS = ['MTCH', 'CMTC', 'NMTC', 'NOAP'] as const;
export type PayeeVerificationResult = (typeof PAYEE_VERIFICATION_RESULTS)[number];

export const CREDITOR_TYPES = ['private', 'business'] as const;
export type CreditorType = (typeof CREDITOR_TYPES)[number];

/** States of one strong customer authentication. All except `started` are final. */
export const CHALLENGE_STATES = ['started', 'approved', 'refused', 'timedOut', 'wrongCode', 'unreachable'] as const;
export type ChallengeState = (typeof CHALLENGE_STATES)[number];

/** How a test customer's device answers automatically (sandbox bank only). */
export const DEVICE_SCENARIOS = ['approves', 'refuses', 'wrongCode', 'timesOut'] as const;
export type DeviceScenario = (typeof DEVICE_SCENARIOS)[number];

export const LOCALES = ['en', 'et', 'lt', 'lv', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];

/** States of a maintenance window. `cancelled`: cancelled before it began. */
export const MAINTENANCE_STATES = ['planned', 'running', 'over', 'cancelled'] as const;
export type MaintenanceState = (typeof MAINTENANCE_STATES)[number];

export const MENU_COMPONENTS = [
  'ContentPage',
  'LandingPage',
  'NewsPage',
  'ApplicationIdentityPage',
  'TokensPage',
  'ApiExplorerPage',
  'ApiStatusPage',
  'OperationPage',
  'StatisticsPage',
] as const;
export type MenuComponent = (typeof MENU_COMPONENTS)[number];

/** Values of the query parameter `m` (specification §2 "Modals"). */
export const MODAL_IDS = [
  'login',
  'register',
  'secondFactor',
  'forgotPassword',
  'confirmDelete',
  'authCode',
  'signingPayment',
  'cancellingFuturePayment',
  'signingConsent',
  'signingTransactionsStatement',
  'signingPeriodicPayment',
  'cancellingPeriodicPayment',
  'signingBulkPayment',
  'cancellingFutureBulkPayment',
  'signingError',
] as const;
export type ModalId = (typeof MODAL_IDS)[number];

/** The kinds of payments on the signing pages: to one payee, to one payee in every period, to several payees. */
export const PAYMENT_KINDS = ['payment', 'periodic-payment', 'bulk-payment'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Everything that can be signed, with the modal that shows it. A kind is the path segment of its calls, `ui/{kind}`, and the `kind` of its session. */
export const SIGNING_MODALS = {
  payment: 'signingPayment',
  'periodic-payment': 'signingPeriodicPayment',
  'bulk-payment': 'signingBulkPayment',
  consent: 'signingConsent',
  'transactions-statement': 'signingTransactionsStatement',
  'payment-cancellation': 'cancellingFuturePayment',
  'periodic-payment-cancellation': 'cancellingPeriodicPayment',
  'bulk-payment-cancellation': 'cancellingFutureBulkPayment',
} as const satisfies Readonly<Record<string, ModalId>>;
export type SigningKind = keyof typeof SIGNING_MODALS;
export const SIGNING_KINDS = Object.keys(SIGNING_MODALS).filter((kind): kind is SigningKind => Object.hasOwn(SIGNING_MODALS, kind));

/** Where the details of a kind, and the result of its signature, have the status of what is signed. */
export const STATUS_FIELDS = ['transactionStatus', 'consentStatus', 'statementStatus'] as const;

/** Roles of payment service providers: account information, payment initiation, confirmation of funds (PSD2 Annex I, Art. 65). */
export const PROVIDER_ROLES = ['ais', 'pis', 'piis'] as const;
export type ProviderRole = (typeof PROVIDER_ROLES)[number];
