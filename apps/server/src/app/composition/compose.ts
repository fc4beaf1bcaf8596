/**
 * Every module by hand, lower tiers first. What a lower module needs of a higher one is a function given here; nothing is looked
 * up anywhere else.
 */

import type { Logger } from 'pino';
import { type Access, createAccess, signableConsent, signableStatement } from '#modules/access/index.ts';
import { forgetSandboxCursors } from '#modules/accounts/index.ts';
import { type Audit, createAudit, defineSealJob } from '#modules/audit/index.ts';
import { type AccountReader, type Bank, type BankAdapter, bankZone, type MakeBankAdapter } from '#modules/bank/index.ts';
import { createSandboxBank, createSandboxReader, defineRenewNumbersJob } from '#modules/bank-sandbox/index.ts';
import { createDevelopers, type Developers } from '#modules/developers/index.ts';
import { endFallbackSessions, forgetSandboxFallback } from '#modules/fallback/index.ts';
import { forgetSandboxConfirmations } from '#modules/funds-confirmations/index.ts';
import { createMailbox, type Mailbox } from '#modules/mailbox/index.ts';
import { createMaintenance, type Maintenance, maintenanceText } from '#modules/maintenance/index.ts';
import { createOAuth, type OAuth } from '#modules/oauth/index.ts';
import { createPayments, defineResumeJob, type Payments, signablePayments } from '#modules/payments/index.ts';
import { createRequestLog, type RequestLog } from '#modules/request-log/index.ts';
import { createSandbox, type Sandbox } from '#modules/sandbox/index.ts';
import { createSca, forgetSandboxChallenges, liftBlocks, type Sca } from '#modules/sca/index.ts';
import { forgetSandboxSecondSignatures } from '#modules/second-signature/index.ts';
import { createSignIn, endBankSessions, endCurrentSession, forgetSandboxSignIns, type SignIn } from '#modules/sign-in/index.ts';
import { createSigning, type Signing } from '#modules/signing/index.ts';
import { type CountingDeps, defineCountingJob } from '#modules/statistics/index.ts';
import { createStatus, type Status } from '#modules/status/index.ts';
import { createTppApps, type TppApps } from '#modules/tpp-apps/index.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import { createStatementDoor, createWriteDoor } from '#platform/db/run-write-door.ts';
import { tendEmbedded } from '#platform/db/tend-embedded.ts';
import type { Shutdown } from '#platform/http/graceful-stop.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import { defineRecurringJob } from '#platform/jobs/recurring-job.ts';
import { createMail } from '#platform/mail/create-mail.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import { createRandom } from '#platform/random.ts';
import { ConfigError } from '#platform/setting-reader.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { sayBankTime } from './bank-wall-clock.ts';
import { defineHousekeeping } from './housekeeping.ts';

export interface Modules {
  readonly audit: Audit;
  readonly developers: Developers;
  /** A development server's own; undefined where mails go to a mail server. */
  readonly mailbox: Mailbox | undefined;
  readonly mail: Mail;
  readonly maintenance: Maintenance;
  readonly bank: Bank;
  readonly accountReader: AccountReader;
  readonly tppApps: TppApps;
  readonly sca: Sca;
  readonly payments: Payments;
  readonly access: Access;
  readonly oauth: OAuth;
  readonly requestLog: RequestLog;
  readonly signIn: SignIn;
  readonly signing: Signing;
  readonly sandbox: Sandbox;
  readonly statistics: CountingDeps;
  readonly status: Status;
}

export interface WireDeps {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  /** Of a bank's own core, where `config.bank` is `adapter`. */
  readonly makeBankAdapter?: MakeBankAdapter | undefined;
}

/** The bank's own, whose days its statistics have. */
const HOME_COUNTRY = 'ee';
const TENDING_INTERVAL_MS = 60_000;

export interface Wired {
  readonly platform: Platform;
  readonly modules: Modules;
  /** What runs without a request: job runner, sealing, housekeeping, payments that wait for their execution, mails. */
  startJobs(): Promise<void>;
  /** Waits for the mail that is being sent. Jobs are the platform's to stop. */
  stopMail(): Promise<void>;
}

export function compose({ config, database, log, shutdown, makeBankAdapter }: WireDeps): Wired {
  const { db, readStale } = database;
  const clock = createClock();
  const random = createRandom();
  const jobs = createPgBossJobs({ database, log });
  const audit = createAudit({ keyAudit: config.keys.audit, random });
  const write = createWriteDoor({ db, appendAudit: audit.append, log });
  const platform: Platform = { config, db, readStale, write, clock, random, jobs, log };
  const sealing = defineSealJob({ jobs, write, clock, log, seal: audit.seal });
  const housekeeping = defineHousekeeping({ jobs, write, clock, shutdown });
  const statistics: CountingDeps = { db, write, clock, timeZone: bankZone(HOME_COUNTRY) };
  const counting = defineCountingJob({ ...statistics, clock, jobs });
  const tending = defineRecurringJob(
    { jobs, write, clock },
    { queue: 'tend-embedded', everyMs: TENDING_INTERVAL_MS, run: () => tendEmbedded(database) },
  );

  const renewing = defineRenewNumbersJob({ jobs, write, clock, random, log });

  const maintenance = createMaintenance({ db, write, clock, random, sayTime: sayBankTime });
  const mail = createMail({ config, db, random, log });
  const mailbox = config.mode === 'development' && config.smtpUrl === undefined ? createMailbox({ config }) : undefined;
  const developers = createDevelopers({ platform, mail, onDeleted: (context, developerId) => sandbox.forgetDeveloper(context, developerId) });
  const adapter: BankAdapter =
    config.bank === 'sandbox'
      ? {
          ...createSandboxBank({ db, clock, random, isAtTheBank: (reader, owner) => signIn.isAtTheBank(reader, owner) }),
          ...createSandboxReader({ db, write, random }),
        }
      : requireAdapter(makeBankAdapter)({ jobs, write, clock });
  const [bank, accountReader]: readonly [Bank, AccountReader] = [adapter, adapter];
  const resuming = defineResumeJob({ jobs, write, clock, bank });
  const tppApps = createTppApps({ db, config, random });
  const sca = createSca({ platform, authenticate: adapter.authenticate });
  const signIn = createSignIn({ platform });
  const oauth = createOAuth({
    db,
    write,
    writeStatement: createStatementDoor({ db }),
    beginChain: audit.begin,
    config,
    tppApps,
    findCustomer: bank.findCustomer,
    openSignIn: signIn.open,
    currentSession: signIn.currentSession,
    endBankSession: (request) => endCurrentSession(platform, request),
    async whyClosed() {
      const running = await maintenance.running();
      return running && maintenanceText(running, sayBankTime);
    },
    ...(config.bank === 'sandbox' ? { currentCustomer: (sandboxId: string) => sandbox.currentCustomer(sandboxId) } : {}),
  });
  const requestLog = createRequestLog({
    write,
    log,
    holderOf: oauth.holderOf,
    appOfToken: oauth.appOfToken,
    appOfClient: async (clientId) => (await tppApps.findByClientId(clientId))?.appId,
  });
  const status = createStatus({ platform, log, requestLog, maintenance });
  const statusMeasuring = status.defineJob();
  const signing = createSigning({ platform, bank, sca, signIn, shutdown });
  const payments = createPayments({ write, clock, random, jobs, bank });
  const access = createAccess({ db, write, clock, bank });
  signing.serve([...signablePayments(payments), signableConsent(access.consents), signableStatement(access.statements)]);

  const sandbox = createSandbox({
    platform,
    tppApps: withoutItsLog(tppApps, requestLog),
    payments,
    endPayments: payments.endOpen,
    async endAccess(context, whose) {
      await access.endOpen(context, whose);
      await endFallbackSessions(context.tx, whose);
    },
    endSignings: signing.end,
    endOverdueSignings: signing.endOverdue,
    liftBlocks,
    endBankSessions,
    eraseAudit: (tx, sandboxId) => audit.eraseSandbox(tx, sandboxId, 'profileDeleted'),
    forgetSandbox: [
      signing.forgetSandbox,
      forgetSandboxSecondSignatures,
      forgetSandboxFallback,
      payments.forgetSandbox,
      access.forgetSandbox,
      forgetSandboxCursors,
      forgetSandboxConfirmations,
      forgetSandboxSignIns,
      forgetSandboxChallenges,
    ],
  });

  return {
    platform,
    modules: {
      audit,
      developers,
      mail,
      mailbox,
      maintenance,
      bank,
      accountReader,
      tppApps,
      sca,
      payments,
      access,
      oauth,
      requestLog,
      signIn,
      signing,
      sandbox,
      statistics,
      status,
    },
    async startJobs() {
      await jobs.start();
      await sealing.start();
      await housekeeping.start();
      await counting.start();
      if (database.engine === 'pglite') await tending.start();
      if (config.bank === 'sandbox') await renewing.start();
      await resuming.start();
      await statusMeasuring.start();
      const smtpUrl = mailbox === undefined ? config.smtpUrl : await mailbox.start();
      if (smtpUrl !== undefined) mail.start(smtpUrl);
    },
    async stopMail() {
      await mail.stop();
      await mailbox?.stop();
    },
  };
}

/** Where the application's row stays when its developer leaves, its log does not. */
function withoutItsLog(tppApps: TppApps, requestLog: RequestLog): TppApps {
  return {
    ...tppApps,
    async close(context, app) {
      await requestLog.forgetApp(context.tx, app.appId);
      await tppApps.close(context, app);
    },
  };
}

function requireAdapter(makeBankAdapter: MakeBankAdapter | undefined): MakeBankAdapter {
  if (makeBankAdapter !== undefined) return makeBankAdapter;
  throw new ConfigError([{ name: 'PORTICO_BANK', given: 'adapter', accepted: 'sandbox, because no core was opened behind this server' }]);
}
