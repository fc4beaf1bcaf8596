/** What the pages require of each answer of the contract, once for each: `is` and the name of its type. */
import type {
  AccountBalance,
  AccountListAnswer,
  ActivityResult,
  ApiStatus,
  ApplicationIdentity,
  ApplicationList,
  BankVisit,
  CalculatorDisplay,
  Certificate,
  CertificatesPage,
  ClientPayload,
  DebtorDetails,
  DeliveriesPage,
  Delivery,
  DeliveryDetail,
  DeveloperSessionList,
  DeviceChallenge,
  DeviceState,
  Endpoint,
  EndpointWithSecret,
  ExplorerIndex,
  IdentitySession,
  ImportedSandbox,
  IssuedCertificates,
  ListedApplication,
  LoggedRequest,
  MaintenanceAnswer,
  MaintenanceWindow,
  NamedParameters,
  NotificationsPage,
  OperationBrief,
  OperationNeighbours,
  OperationSlice,
  PayFromAccount,
  PaymentFee,
  PaymentSigningResult,
  PaymentsToSign,
  PaymentToSignDetails,
  PermissionAnswer,
  PermissionReadings,
  Permissions,
  PortalUser,
  Prefills,
  ReceiptList,
  ReceiptView,
  RecoveryCodes,
  RequestLogPage,
  RequestSummary,
  RequestUsage,
  RetryCount,
  RevealedSecret,
  RolesToChoose,
  RuntimeConfig,
  SecondFactorSetup,
  SecondFactorState,
  SignedCertificate,
  SignInChallenge,
  SignInDetails,
  SignInLocation,
  SigningChallenge,
  SigningResult,
  SigningSession,
  SocialStart,
  StatisticsFigures,
  StatisticsList,
  StatisticsQuarter,
  StatisticsReport,
  Subscription,
  TestAccount,
  TestClock,
  TokenUser,
  TokenUserList,
  UsageResults,
} from '@portico/contract';
import { SERVICE_STATES, STATUS_FIELDS } from '@portico/contract/values';
import { answerCheck, nullable, oneOf, optional } from './answer-check.ts';
import { isRecord } from './api-error.ts';

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

// Every page.
export const isRuntimeConfig = answerCheck<RuntimeConfig>({
  productName: 'string',
  bankName: 'string',
  bankLegalName: 'string',
  supportContact: 'string',
  apiBase: 'string',
  contentBase: 'string',
  sandboxBase: 'string',
  identityBase: 'string',
  defaultLocale: 'string',
  timeZones: 'record',
});
const isMaintenanceWindow = answerCheck<MaintenanceWindow>({ startsAt: isInstant, endsAt: optional(isInstant) });
export const isMaintenanceAnswer = answerCheck<MaintenanceAnswer>({ running: nullable(isMaintenanceWindow), planned: [isMaintenanceWindow] });

// The signing page.
export const isSigningSession = answerCheck<SigningSession>({ signingId: 'string', details: 'record', timeLeft: 'record' });
export const isAccounts = answerCheck<PayFromAccount[]>([{ iban: 'string' }]);
export const isAccountBalance = answerCheck<AccountBalance>({ balanceAmount: { amount: 'string' } });
export const isPaymentFee = answerCheck<PaymentFee>({ sum: 'string', crcCode: 'string' });
export const isDebtorDetails = answerCheck<DebtorDetails>('record');
export const isSigningChallenge = answerCheck<SigningChallenge>({ state: 'string' });
export const isPaymentSigningResult = answerCheck<PaymentSigningResult>({ transactionStatus: 'string' });
export const isSigningResult = answerCheck<SigningResult>(
  (value: unknown) => isRecord(value) && STATUS_FIELDS.some((field) => typeof value[field] === 'string'),
);
export const isActivityResult = answerCheck<ActivityResult>({ timeLeft: { idleSeconds: 'number' } });

// The bank's own pages.
export const isSignInDetails = answerCheck<SignInDetails>({ tppApplicationName: 'string', methods: 'list' });
export const isSignInChallenge = answerCheck<SignInChallenge>({ state: 'string' });
export const isSignInLocation = answerCheck<SignInLocation>({ location: 'string' });
export const isRolesToChoose = answerCheck<RolesToChoose>({ roles: [{ roleId: 'string', name: 'string', type: 'string' }] });
export const isCompletedSignIn = answerCheck<SignInLocation | RolesToChoose>(
  (value: unknown) => isRecord(value) && (typeof value.location === 'string' || Array.isArray(value.roles)),
);
export const isBankVisit = answerCheck<BankVisit>({ visitor: 'record', secondsLeft: 'number' });
export const isPaymentsToSign = answerCheck<PaymentsToSign>({ signatory: 'record', payments: 'list' });
export const isPaymentToSignDetails = answerCheck<PaymentToSignDetails>({ signatory: 'record', details: 'record' });
export const isPermissions = answerCheck<Permissions>({ visitor: 'record', permissions: 'list' });
export const isPermissionAnswer = answerCheck<PermissionAnswer>({ visitor: 'record', permission: 'record' });
export const isPermissionReadings = answerCheck<PermissionReadings>({ visitor: 'record', readings: 'list' });
export const isReceiptList = answerCheck<ReceiptList>({ receipts: 'list' });
export const isReceiptView = answerCheck<ReceiptView>({ sections: 'list', notes: 'list' });
export const isDeviceState = answerCheck<DeviceState>({ automatic: 'boolean', challenges: 'list' });
export const isDeviceChallenge = answerCheck<DeviceChallenge>({ challengeId: 'string' });
export const isCalculatorDisplay = answerCheck<CalculatorDisplay>({ response: 'string' });

// A developer's session, application and sandbox.
export const isPortalUser = answerCheck<PortalUser>({ userId: 'string', userName: 'string' });
export const isIdentitySession = answerCheck<IdentitySession>({ user: nullable(isPortalUser), socialProviders: 'list' });
export const isSocialStart = answerCheck<SocialStart>({ location: 'string' });
export const isApplicationIdentity = answerCheck<ApplicationIdentity>({
  clientId: 'string',
  clientSecret: 'string',
  clientName: 'string',
  redirectionUris: ['string'],
  contacts: ['string'],
});
export const isListedApplication = answerCheck<ListedApplication>({ clientId: 'string', clientName: 'string', isSuspended: 'boolean' });
export const isApplicationList = answerCheck<ApplicationList>([isListedApplication]);
export const isRevealedSecret = answerCheck<RevealedSecret>({ clientSecret: 'string' });
export const isCertificate = answerCheck<Certificate>({
  certificateId: 'string',
  use: 'string',
  thumbprint: 'string',
  organizationId: 'string',
  roles: 'list',
  keyType: 'string',
  notAfter: isInstant,
  source: 'string',
  state: 'string',
});
export const isCertificatesPage = answerCheck<CertificatesPage>({
  certificates: [isCertificate],
  perUseMax: 'number',
  now: isInstant,
  security: { profile: 'string', signsRequests: 'boolean' },
});
export const isEndpoint = answerCheck<Endpoint>({
  endpointId: 'string',
  url: 'string',
  kinds: 'list',
  state: 'string',
  isStopped: 'boolean',
  delivered: 'number',
  total: 'number',
});
export const isNotificationsPage = answerCheck<NotificationsPage>({ endpoints: [isEndpoint], endpointsMax: 'number', isOn: 'boolean' });
export const isEndpointWithSecret = answerCheck<EndpointWithSecret>({ endpoint: isEndpoint, secret: 'string' });
const DELIVERY = {
  deliveryId: 'string',
  messageId: 'string',
  url: 'string',
  event: 'string',
  occurredAt: isInstant,
  state: 'string',
  tries: 'number',
  triesMax: 'number',
} as const;
export const isDelivery = answerCheck<Delivery>(DELIVERY);
export const isDeliveriesPage = answerCheck<DeliveriesPage>({ items: [isDelivery] });
export const isDeliveryDetail = answerCheck<DeliveryDetail>({
  ...DELIVERY,
  body: 'string',
  attempts: [{ number: 'number', at: isInstant, durationMs: 'number', outcome: 'string' }],
});
export const isRetryCount = answerCheck<RetryCount>({ count: 'number', isMore: 'boolean' });
export const isDeveloperSessionList = answerCheck<DeveloperSessionList>({
  sessions: [{ id: 'string', startedAt: isInstant, lastSeenAt: isInstant, isCurrent: 'boolean' }],
});
export const isSecondFactorState = answerCheck<SecondFactorState>({ isOn: 'boolean' });
export const isSecondFactorSetup = answerCheck<SecondFactorSetup>({ secret: 'string', address: 'string' });
export const isRecoveryCodes = answerCheck<RecoveryCodes>({ recoveryCodes: ['string'] });
export const isIssuedCertificates = answerCheck<IssuedCertificates>({ certificates: [isCertificate], files: 'record', password: 'string' });
export const isSignedCertificate = answerCheck<SignedCertificate>({ certificate: isCertificate, files: 'record' });
export const isTokenUser = answerCheck<TokenUser>({ id: 'string', userName: 'string', country: 'string', customer: 'record' });
export const isTokenUserList = answerCheck<TokenUserList>([isTokenUser]);
export const isAccountListAnswer = answerCheck<AccountListAnswer>({ accounts: [{ iban: 'string' }] });
export const isTestAccount = answerCheck<TestAccount>({ iban: 'string', balance: 'record' });
export const isTestAccounts = answerCheck<TestAccount[]>([isTestAccount]);
export const isImportedSandbox = answerCheck<ImportedSandbox>({ customers: 'number', transactions: 'number' });
export const isTestClock = answerCheck<TestClock>({ now: 'string', isRealTime: 'boolean' });

// The portal's pages.
export const isNamedParameters = answerCheck<NamedParameters>([
  { name: 'string', in: 'string', list: 'string', text: 'string', operations: [{ apiId: 'string', operationId: 'string' }] },
]);
export const isExplorerIndex = answerCheck<ExplorerIndex>({
  changes: 'list',
  sections: [{ apiId: 'string', title: 'string', operations: ['record'] }],
});
export const isOperationNeighbours = answerCheck<OperationNeighbours>({ sections: ['record'], tags: ['record'], operations: ['record'] });
export const isOperationBrief = answerCheck<OperationBrief>({
  apiId: 'string',
  operationId: 'string',
  method: 'string',
  path: 'string',
  server: 'string',
  parameters: 'list',
  responses: 'list',
  errors: 'list',
  security: 'list',
  changes: 'list',
});
export const isOperationSlice = answerCheck<OperationSlice>((value: unknown) => isOperationBrief(value) && isRecord(value.$defs));
export const isPrefills = answerCheck<Prefills>({ prefills: 'record', fallbackUserToUserMap: 'record' });
export const isClientPayload = answerCheck<ClientPayload>({ payload: (value: unknown) => value !== undefined, isReset: 'boolean' });
const isRequestSummary = answerCheck<RequestSummary>({ id: 'string', at: 'string', requestId: 'string', method: 'string', path: 'string' });
export const isRequestLogPage = answerCheck<RequestLogPage>({ items: [isRequestSummary] });
const hasLoggedHeaders = answerCheck<LoggedRequest>({ requestHeaders: 'record', responseHeaders: 'record' });
export const isLoggedRequest = answerCheck<LoggedRequest>((value: unknown) => isRequestSummary(value) && hasLoggedHeaders(value));
export const isRequestUsage = answerCheck<RequestUsage>({
  total: { calls: 'number' },
  steps: [{ from: 'string', calls: 'number' }],
  errors: [{ status: 'number', calls: 'number' }],
});
export const isUsageResults = answerCheck<UsageResults>({
  from: 'string',
  consents: [{ status: 'string', count: 'number' }],
  payments: [{ service: 'string', status: 'string', count: 'number' }],
  readings: {
    limit: 'number',
    hasMore: 'boolean',
    consents: [{ consentId: 'string', validUntil: 'string', frequencyPerDay: 'number', left: 'record' }],
  },
});

const isMeasured = (value: unknown) => value === null || Number.isFinite(value);
const isStatisticsFigures = answerCheck<StatisticsFigures>({
  downtimeSeconds: 'number',
  requests: 'number',
  errors: 'number',
  aisMs: isMeasured,
  pisMs: isMeasured,
  fundsMs: isMeasured,
  uptimePercent: isMeasured,
  downtimePercent: isMeasured,
  errorPercent: isMeasured,
});
export const isStatisticsList = answerCheck<StatisticsList>([{ reportId: 'string', title: 'string', period: 'string', format: 'string' }]);
export const isStatisticsReport = answerCheck<StatisticsReport>({ fileName: 'string', url: 'string' });
export const isStatisticsQuarter = answerCheck<StatisticsQuarter>({
  period: 'string',
  from: 'string',
  to: 'string',
  timeZone: 'string',
  whole: { dedicated: isStatisticsFigures, customer: isStatisticsFigures },
  days: [{ day: 'string', dedicated: isStatisticsFigures, customer: isStatisticsFigures }],
});

const isServiceState = oneOf(SERVICE_STATES);
/** Also of what this browser has stored: it may be older than the page. */
export const isApiStatus = answerCheck<ApiStatus>({
  state: isServiceState,
  summary: 'string',
  today: 'string',
  services: [
    { serviceId: 'string', title: 'string', state: isServiceState, days: [{ date: 'string', state: isServiceState, downSeconds: 'number' }] },
  ],
  incidents: [
    {
      incidentId: 'string',
      title: 'string',
      state: 'string',
      startedAt: 'string',
      services: ['string'],
      updates: [{ at: 'string', state: 'string', text: 'string' }],
    },
  ],
  maintenance: [{ maintenanceId: 'string', startsAt: 'string', texts: 'record' }],
});

export const isSubscription = answerCheck<Subscription>({ email: 'string', topics: ['string'], isConfirmed: 'boolean' });
