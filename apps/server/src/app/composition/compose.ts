/**
 * Connects all modules explicitly, lower tiers first. What a lower module needs of a higher one is passed as a function here; there is no other
 * lookup.
 */

import type { Logger } from 'pino';
import { createAccess, signableAccess } from '#modules/access/index.ts';
import { createAudit, defineSealJob } from '#modules/audit/index.ts';
import { BANK_TENANT, bankZone } from '#modules/bank/index.ts';
import { listChanges } from '#modules/catalog/index.ts';
import { createDevelopers } from '#modules/developers/index.ts';
import { createMailbox } from '#modules/mailbox/index.ts';
import { createMaintenance, maintenanceText } from '#modules/maintenance/index.ts';
import { createNotificationEndpoints, createNotifications } from '#modules/notifications/index.ts';
import { createOAuth } from '#modules/oauth/index.ts';
import { createOnboarding } from '#modules/onboarding/index.ts';
import { createPayments, defineResumeJob, signablePayments } from '#modules/payments/index.ts';
import { createCertificates, createProviderIdentity, defineExpiryMailJob } from '#modules/provider-identity/index.ts';
import { createRegistration } from '#modules/registration/index.ts';
import { createRequestLog } from '#modules/request-log/index.ts';
import { createDeviceCookie, createSca } from '#modules/sca/index.ts';
import { createSignIn, endCurrentSession } from '#modules/sign-in/index.ts';
import { createSigning } from '#modules/signing/index.ts';
import { type CountingDeps, defineCountingJob } from '#modules/statistics/index.ts';
import { createStatus } from '#modules/status/index.ts';
import { createSubscriptions, type NewsSources } from '#modules/subscriptions/index.ts';
import { createTppApps } from '#modules/tpp-apps/index.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { createStatementDoor, createWriteDoor } from '#platform/db/run-write-door.ts';
import { tendEmbedded } from '#platform/db/tend-embedded.ts';
import type { Shutdown } from '#platform/http/graceful-stop.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import { defineRecurringJob } from '#platform/jobs/recurring-job.ts';
import { createMail } from '#platform/mail/create-mail.ts';
import type { Platform } from '#platform/platform.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { sayBankTime } from './bank-wall-clock.ts';
import type { Edition, MakeEdition } from './edition.ts';
import { defineHousekeeping } from './housekeeping.ts';
import type { Modules } from './modules.ts';
import { createNotificationSender, receiverFault } from './notification-sender.ts';

export interface WireDeps {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly makeEdition: MakeEdition;
}

/** The bank's home country, whose time zone its statistics use. */
const HOME_COUNTRY = 'ee';
/** No bank has this customer. A probe asks for it: the answer "unknown" shows that the bank’s store of customers responds. */
const PROBED_CUSTOMER = { sandboxId: BANK_TENANT, customerId: 'status-probe' };
const TENDING_INTERVAL_MS = 60_000;
const DEVICE_WATCH_MS = 1_000;
const NOTIFICATION_POLL_MS = 1_000;

export interface Wired {
  readonly platform: Platform;
  readonly modules: Modules;
  readonly edition: Edition;
  /** Starts the work without requests: job runner, sealing, housekeeping, delayed payments, mails. */
  startJobs(): Promise<void>;
  /** Ends the development mailbox. The jobs must have stopped, because they send mails to it. */
  stopMailbox(): Promise<void>;
}

export function compose({ config, database, log, shutdown, makeEdition }: WireDeps): Wired {
  const { db, readStale } = database;
  const clock = createClock();
  const random = createRandom();
  const jobs = createPgBossJobs(database, log);
  const audit = createAudit({ keyAudit: config.keys.audit, random });
  const write = createWriteDoor({ db, appendAudit: audit.append, log });
  const platform: Platform = { config, db, readStale, write, clock, random, jobs, log };
  const sealing = defineSealJob(platform, audit.seal);
  const statistics: CountingDeps = { db, write, clock, timeZone: bankZone(HOME_COUNTRY) };
  const counting = defineCountingJob(platform, statistics.timeZone);
  const tending = defineRecurringJob(platform, { queue: 'tend-embedded', everyMs: TENDING_INTERVAL_MS, run: () => tendEmbedded(database) });

  const edition = makeEdition({ platform, shutdown, modules: () => modules });
  const { bank, accountReader, authenticator, tenancy } = edition;
  const housekeeping = defineHousekeeping({ ...platform, shutdown, retentions: edition.retentions });
  const maintenance = createMaintenance(platform, sayBankTime);
  const mail = createMail(platform);
  const mailbox = config.mode === 'development' && config.smtpUrl === undefined ? createMailbox({ config }) : undefined;
  const developers = createDevelopers({ platform, mail, onDeleted: forgetDeveloper });
  const resuming = defineResumeJob({ jobs, write, clock, bank });
  const tppApps = createTppApps({ db, config, random, startsSuspended: tenancy.startsSuspended });
  const certificates = createCertificates(platform, tppApps, {
    testCertificates: edition.testAuthority,
    mtlsOrigin: config.mtls?.url,
    isBasicAllowed: bank.kind === 'sandbox',
    takeTurn: developers.takeTurn,
  });
  const { findDeveloper } = developers;
  const expiryParts = { ...platform, tppApps, mail, testCertificates: edition.testAuthority, findDeveloper };
  const mailingExpiries = defineExpiryMailJob(expiryParts, shutdown.signal);
  const providerIdentity = createProviderIdentity(platform, tppApps, edition.testAuthority);
  const sca = createSca({ platform, authenticator });
  const signIn = createSignIn({ platform });
  const oauth = createOAuth({
    db,
    write,
    writeStatement: createStatementDoor({ db }),
    beginChain: audit.begin,
    config,
    tppApps,
    identify: providerIdentity.identify,
    selectFacts: providerIdentity.selectFacts,
    ...(config.mtls !== undefined && { mtlsOrigin: config.mtls.url }),
    findCustomer: bank.findCustomer,
    openSignIn: signIn.open,
    deviceOf: createDeviceCookie(platform).read,
    currentSession: signIn.currentSession,
    endBankSession: (request) => endCurrentSession(platform, request),
    async whyClosed() {
      const running = await maintenance.running();
      return running && maintenanceText(running, sayBankTime);
    },
    ...(edition.currentCustomer && { currentCustomer: edition.currentCustomer }),
  });
  const requestLog = createRequestLog({
    write,
    log,
    holderOf: oauth.holderOf,
    holderOfToken: oauth.holderOfToken,
    namesCustomers: edition.currentCustomer !== undefined,
    appOfClient: async (clientId) => (await tppApps.findByClientId(clientId))?.appId,
  });
  const hasSandbox = authenticator.testDevice !== undefined;
  const status = createStatus({
    platform,
    hasSandbox,
    maintenance,
    reachBank: () => bank.findCustomer(PROBED_CUSTOMER),
    requestLog,
  });
  const news: NewsSources = {
    incidents: (reader, since) => status.listIncidents(since, reader),
    maintenance: (reader, since) => maintenance.list(since, reader),
    changes: listChanges({ hasSandbox }),
    sayTime: sayBankTime,
  };
  const subscriptions = createSubscriptions(platform, mail, news, shutdown.signal);
  const announcing = subscriptions.defineJob();
  const statusMeasuring = status.defineJob();
  const signing = createSigning({ platform, bank, sca, signIn, shutdown });
  const payments = createPayments({ write, clock, random, jobs, bank, keys: config.keys });
  const access = createAccess({ db, write, clock, bank });
  const notifications = createNotifications({
    platform,
    apiBase: config.apiBase,
    tppApps,
    shutdown,
    isOn: config.notifications !== false,
    canSendTo: (url) => receiverFault(config, url) === undefined,
    send: createNotificationSender(config),
  });
  const notificationEndpoints = createNotificationEndpoints({
    platform,
    tppApps,
    takeTurn: developers.takeTurn,
    isOn: config.notifications !== false,
    faultOf: (url) => receiverFault(config, url),
  });
  signing.serve([...signablePayments(payments), ...signableAccess(access)]);

  const onboarding = createOnboarding({
    platform,
    tppApps,
    takeTurn: developers.takeTurn,
    tenancy,
    endSignings: signing.end,
    async endAccess(context, app) {
      await access.endOpen(context, app);
      await edition.endAccess?.(context.tx, app);
    },
    async forgetLog(tx, appId) {
      await requestLog.forgetApp(tx, appId);
      await notifications.forgetApp(tx, appId);
    },
  });
  const registration = createRegistration({
    platform,
    tppApps,
    providers: providerIdentity.providers,
    onboarding,
    isSandbox: bank.kind === 'sandbox',
  });
  async function forgetDeveloper(context: WriteContext, developerId: string): Promise<void> {
    await onboarding.forgetDeveloper(context, developerId);
    await certificates.forgetDeveloper(context.tx, developerId);
  }
  const modules: Modules = {
    audit,
    developers,
    mail,
    mailbox,
    maintenance,
    bank,
    accountReader,
    tppApps,
    certificates,
    providerIdentity,
    sca,
    notifications,
    notificationEndpoints,
    payments,
    access,
    oauth,
    requestLog,
    signIn,
    signing,
    onboarding,
    registration,
    statistics,
    status,
    subscriptions,
  };

  return {
    platform,
    modules,
    edition,
    async startJobs() {
      const smtpUrl = mailbox === undefined ? config.smtpUrl : await mailbox.start();
      if (smtpUrl !== undefined) mail.useServer(smtpUrl);
      await jobs.start();
      await mail.takeOverOlderVersion();
      await sealing.start();
      await housekeeping.start();
      await counting.start();
      if (database.engine === 'pglite') await tending.start();
      for (const job of edition.jobs) await job.start();
      await resuming.start();
      await statusMeasuring.start();
      await announcing.start();
      await mailingExpiries.start();
      await providerIdentity.refreshing.start();
      jobs.repeat(NOTIFICATION_POLL_MS, notifications.deliverDue);
      if (config.decoupledSca === true) jobs.repeat(DEVICE_WATCH_MS, signing.watchDevices);
    },
    async stopMailbox() {
      await mailbox?.stop();
    },
  };
}
