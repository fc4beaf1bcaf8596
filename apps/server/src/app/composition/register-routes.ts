/** Registers the routes of the server, module by module. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerConsentRoutes, registerStatementRoutes } from '#modules/access/index.ts';
import { registerAccountRoutes, registerStatementReading } from '#modules/accounts/index.ts';
import {
  API_CHANGES,
  API_SECTIONS,
  type BankDocuments,
  type Catalog,
  collectRoutes,
  createCatalog,
  registerCatalogRoutes,
  registerDeprecationHeaders,
} from '#modules/catalog/index.ts';
import { type Content, createPlainPages, firstContent, isOwnContent, registerContentRoutes, registerSiteRoutes } from '#modules/content/index.ts';
import { registerFundsConfirmationRoutes } from '#modules/funds-confirmations/index.ts';
import { type MaintenancePages, registerMaintenanceGuard, registerMaintenanceRoutes } from '#modules/maintenance/index.ts';
import { createDocumentation, registerMcpRoutes } from '#modules/mcp/index.ts';
import { registerNotificationRoutes } from '#modules/notifications/index.ts';
import { registerOnboardingRoutes } from '#modules/onboarding/index.ts';
import { registerPayeeVerificationRoutes } from '#modules/payee-verifications/index.ts';
import { registerPaymentRoutes } from '#modules/payments/index.ts';
import { registerPermissionRoutes } from '#modules/permissions/index.ts';
import { createSignatureGuard, registerCertificateRoutes } from '#modules/provider-identity/index.ts';
import { createDrawingLimits, registerReceiptRoutes } from '#modules/receipts/index.ts';
import { registerRegistrationRoutes } from '#modules/registration/index.ts';
import { registerRequestLogRoutes } from '#modules/request-log/index.ts';
import { registerSecondSignatureRoutes, secondSignaturePage } from '#modules/second-signature/index.ts';
import { registerDoorRoutes, registerRoleRoutes, registerSignInRoutes } from '#modules/sign-in/index.ts';
import { registerSigningRoutes } from '#modules/signing/index.ts';
import { registerStatisticsRoutes } from '#modules/statistics/index.ts';
import { registerTppAppRoutes } from '#modules/tpp-apps/index.ts';
import type { Database } from '#platform/db/database.ts';
import { limitAnonymousWrites } from '#platform/http/anonymous-writes.ts';
import { registerClientArchive } from '#platform/http/client-archive.ts';
import { isClosedInMaintenance } from '#platform/http/closed-in-maintenance.ts';
import type { Shutdown } from '#platform/http/graceful-stop.ts';
import { registerHealth } from '#platform/http/health.ts';
import { ANONYMOUS_WRITES_PER_HOUR } from '#platform/http/limits.ts';
import { registerStaticWeb } from '#platform/http/static-web.ts';
import { createLinkHook } from '#platform/tls/links-of-called-address.ts';
import { ANONYMOUS_WRITES } from '../anonymous-writes.ts';
import type { DrawPdf } from '../draw-pdf.ts';
import { sayBankTime } from './bank-wall-clock.ts';
import type { Wired } from './compose.ts';
import { hashRoutes } from './hash-routes.ts';
import { maintenanceNews } from './maintenance-news.ts';
import { createOwnerGuards } from './owner-guards.ts';
import { registerUnofferedServices } from './unoffered-services.ts';

export interface RouteDeps extends Pick<Wired, 'platform' | 'modules' | 'edition'> {
  readonly database: Database;
  readonly content: Content;
  readonly maintenancePages: MaintenancePages;
  /** The sections of the bank's own documents; default: none. */
  readonly bankSections?: BankDocuments['sections'] | undefined;
  readonly shutdown: Shutdown;
  readonly drawPdf: Pick<DrawPdf, 'receipt' | 'report' | 'permissions'>;
  /** Folder of the built pages. */
  readonly webFolder: string;
  /** Folder of the packed client. */
  readonly clientFolder: string;
}

const WARM_UP_AFTER_MS = 2_000;

export async function registerRoutes(app: FastifyInstance, deps: RouteDeps): Promise<void> {
  const { platform, modules, edition, content, database, shutdown } = deps;
  const { access, accountReader, bank, developers, onboarding, sca, tppApps, oauth, signing } = modules;
  const { consents, statements } = access;
  const { config, db, write, clock, random, jobs } = platform;

  const startedAt = (await clock.realNow(db)).getTime() - performance.now();
  const today = () => new Date(startedAt + performance.now()).toISOString().slice(0, 10);
  const catalog = createCatalog({ config, routes: collectRoutes(app), today, bankSections: deps.bankSections });
  registerDeprecationHeaders(app, API_SECTIONS, API_CHANGES, config.publicUrl);
  modules.requestLog.capture(app, operationOf, modules.status.isProbe);
  if (config.rateLimitPerMinute !== 0) limitAnonymousWrites(app, ANONYMOUS_WRITES, ANONYMOUS_WRITES_PER_HOUR);
  const { maintenance } = modules;
  registerMaintenanceGuard(app, maintenance, isClosedInMaintenance, sayBankTime);
  registerHealth(app, { database, shutdown });
  registerMaintenanceRoutes(app, maintenance, deps.maintenancePages, config.apiBase);
  registerContentRoutes(app, content, config, async () => (await maintenance.announced()).map(maintenanceNews));
  registerSiteRoutes(app, { content, config, today });
  registerCatalogRoutes(app, catalog);
  registerMcpRoutes(app, createDocumentation(content, catalog, config.publicUrl), config, bank.kind === 'sandbox');
  registerStatisticsRoutes(app, platform, modules.statistics, deps.drawPdf.report);
  modules.status.registerRoutes(app);
  await modules.subscriptions.registerRoutes(app);
  warmUpLater(app, catalog);
  modules.developers.registerRoutes(app);
  await modules.mailbox?.registerRoutes(app);
  const owners = createOwnerGuards(developers);
  await edition.registerRoutes?.(app, owners);
  await oauth.registerRoutes(app);
  app.addHook('preValidation', createSignatureGuard(modules.providerIdentity, oauth.holderOf));
  if (config.mtls !== undefined) app.addHook('preSerialization', createLinkHook(config.apiBase, config.mtls.url));
  const requireToken = edition.guardCalls(oauth.requireToken);
  const { apiBase } = config;
  const { notifications } = modules;
  const initiation = { db, write, clock, random, bank, tppApps, requireToken, signing, notifications, apiBase };
  const reading = { reader: accountReader, write, requireToken, random, cursorKey: config.keys.secrets, apiBase };
  const payments = {
    ...initiation,
    jobs,
    keys: config.keys,
    secondSignaturePage: (paymentId: string) => secondSignaturePage(config.publicUrl, paymentId),
  };
  await app.register(async (scope) => registerPaymentRoutes(scope, payments), { prefix: '/api/v1' });
  await app.register(async (scope) => registerConsentRoutes(scope, initiation), { prefix: '/api/v1' });
  await app.register(async (scope) => registerStatementRoutes(scope, initiation), { prefix: '/api/v1' });
  await app.register(async (scope) => registerAccountRoutes(scope, reading, consents), { prefix: '/api/v1' });
  await app.register(async (scope) => registerStatementReading(scope, reading, statements), { prefix: '/api/v1' });
  await app.register(async (scope) => registerFundsConfirmationRoutes(scope, { db, write, clock, bank, tppApps, requireToken }), {
    prefix: '/api/v1',
  });
  const verification = { db, write, clock, bank, tppApps, requireToken, key: config.keys.secrets };
  await app.register(async (scope) => registerPayeeVerificationRoutes(scope, verification), { prefix: '/api/v1' });
  await app.register(async (scope) => registerUnofferedServices(scope), { prefix: '/api/v1' });
  registerTppAppRoutes(app, { db, write, takeTurn: developers.takeTurn }, tppApps, owners.requireOwner);
  registerCertificateRoutes(app, modules.certificates, owners.requireOwner);
  registerNotificationRoutes(app, modules.notificationEndpoints, owners.requireOwner);
  const requireApp = async (request: FastifyRequest) => tppApps.requireOfDeveloper(db, await owners.requireOwner(request));
  registerRequestLogRoutes(app, platform, shutdown, requireApp, { now: clock.now, ...consents.ofApp, countPayments: modules.payments.countOfApp });
  registerOnboardingRoutes(app, onboarding, owners);
  if (config.registration === true) {
    const rules = { isDpopOffered: bank.kind === 'sandbox', check: tppApps.checkRegistration };
    registerRegistrationRoutes(app, modules.registration, modules.providerIdentity.identifyProvider, rules);
  }
  registerSignInRoutes(app, { platform, bank, sca, interactions: oauth.interactions, findTestCustomer: edition.findTestCustomer });
  registerDoorRoutes(app, { platform, bank, signIn: modules.signIn });
  registerRoleRoutes(app, { platform, bank, signIn: modules.signIn });
  registerSigningRoutes(app, { signing });
  const drawings = createDrawingLimits();
  registerPermissionRoutes(app, { platform, bank, signIn: modules.signIn, tppApps, consents, statements, drawings }, deps.drawPdf.permissions);
  registerSecondSignatureRoutes(app, { platform, bank, sca, signIn: modules.signIn, payments: modules.payments });
  registerReceiptRoutes(app, { platform, audit: modules.audit, bank, signIn: modules.signIn, signing, drawings }, deps.drawPdf.receipt);
  await registerClientArchive(app, deps.clientFolder);
  await registerStaticWeb(app, {
    config,
    folder: deps.webFolder,
    hashRoutes: [...new Set(hashRoutes(content.menu()).map(({ path }) => path))],
    plainPages: isOwnContent(config) ? createPlainPages(content, config) : undefined,
    firstContent: isOwnContent(config) ? async () => ((await maintenance.running()) === undefined ? firstContent(content) : undefined) : undefined,
  });
}

/** Prepares the explorer's data after the start, because only readers of the explorer need it and most of them come later. */
function warmUpLater(app: FastifyInstance, catalog: Catalog): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setTimeout(() => void catalog.warmUp(), WARM_UP_AFTER_MS).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}

/** Method and registered path → operation of the catalogue. A developer's own calls are no service of the bank: nothing measures or logs them. */
const OPERATIONS = new Map<string, { readonly apiId: string; readonly operationId: string }>(
  API_SECTIONS.filter(({ needs }) => needs === undefined).flatMap(({ apiId, operations }) =>
    operations.map(({ operationId, method, path }) => [`${method} ${path}`, { apiId, operationId }] as const),
  ),
);
const operationOf = (method: string, route: string) => OPERATIONS.get(`${method} ${route}`);
