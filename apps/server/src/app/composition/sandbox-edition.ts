/** The edition with the sandbox bank: test customers and their scenarios, test device, test clock, and the customer interface for providers. */
import { forgetSandboxCursors } from '#modules/accounts/index.ts';
import { digestPerson } from '#modules/bank/index.ts';
import {
  createSandboxBank,
  createSandboxReader,
  createScenarioFinder,
  defineRenewNumbersJob,
  findCustomer,
  listDemoLogins,
  seedSandbox,
} from '#modules/bank-sandbox/index.ts';
import {
  endFallbackSessions,
  forgetOldFallbackSessions,
  forgetSandboxFallback,
  registerFallbackRoutes,
  signOutFallbackCustomer,
} from '#modules/fallback/index.ts';
import { forgetSandboxConfirmations } from '#modules/funds-confirmations/index.ts';
import { forgetSandboxVerifications } from '#modules/payee-verifications/index.ts';
import { createRequireSignature } from '#modules/provider-identity/index.ts';
import { createSandbox, createSandboxTenancy, guardCalls, registerSandboxRoutes, rememberPayloads, type Sandbox } from '#modules/sandbox/index.ts';
import { forgetSandboxChallenges, liftBlocks } from '#modules/sca/index.ts';
import { forgetSandboxSecondSignatures } from '#modules/second-signature/index.ts';
import { endBankSessions, forgetSandboxSignIns } from '#modules/sign-in/index.ts';
import {
  createTestAuthority,
  forgetOldTestCertificates,
  forgetSandboxTestCertificates,
  registerPkiRoutes,
  registerTestAuthorityRoutes,
} from '#modules/test-authority/index.ts';
import { createScenarioAuthenticator, forgetOldDevicePreferences, registerTestDeviceRoutes } from '#modules/test-device/index.ts';
import type { Edition, EditionDeps } from './edition.ts';
import { DAY_MS } from './retention.ts';

const DEMO_SANDBOX = 'demo';

/** The service for a developer's calls about their sandbox. */
export function createSandboxService({ platform, modules }: Pick<EditionDeps, 'platform' | 'modules'>): Sandbox {
  const { developers, tppApps, payments, access, signing } = modules();
  return createSandbox({
    platform,
    tppApps,
    takeTurn: developers.takeTurn,
    payments,
    endPayments: payments.endOpen,
    async endAccess(context, owner) {
      await access.endOpen(context, owner);
      await endFallbackSessions(context.tx, owner);
    },
    endSignings: signing.end,
    endOverdueSignings: signing.endOverdue,
    async liftBlocks(tx, owner) {
      const customer = await findCustomer(tx, owner);
      if (customer !== undefined) await liftBlocks(tx, { sandboxId: owner.sandboxId, person: digestPerson(platform.config.keys, customer) });
    },
    endBankSessions,
  });
}

export function createSandboxEdition({ platform, shutdown, modules }: EditionDeps): Edition {
  const { db, write, clock, random } = platform;
  const bank = createSandboxBank({ db, clock, random, isAtTheBank: (reader, owner) => modules().signIn.isAtTheBank(reader, owner) });
  const accountReader = createSandboxReader({ db, write, random });
  const findScenario = createScenarioFinder(db);
  const authority = createTestAuthority(platform, modules);
  let made: Sandbox | undefined;
  const sandbox = () => (made ??= createSandboxService({ platform, modules }));

  return {
    bank,
    accountReader,
    authenticator: createScenarioAuthenticator(platform),
    testAuthority: authority,
    serverCredentials: authority.serverCredentials,
    tenancy: createSandboxTenancy(platform, (tx, sandboxId) => modules().audit.eraseSandbox(tx, sandboxId, 'profileDeleted'), [
      (tx, sandboxId) => modules().signing.forgetSandbox(tx, sandboxId),
      forgetSandboxSecondSignatures,
      forgetSandboxFallback,
      (tx, sandboxId) => modules().payments.forgetSandbox(tx, sandboxId),
      (tx, sandboxId) => modules().access.forgetSandbox(tx, sandboxId),
      forgetSandboxCursors,
      forgetSandboxConfirmations,
      forgetSandboxVerifications,
      (tx, sandboxId) => modules().notifications.forgetSandbox(tx, sandboxId),
      forgetSandboxSignIns,
      forgetSandboxChallenges,
      forgetSandboxTestCertificates,
      (tx, sandboxId) => modules().certificates.forgetSandbox(tx, sandboxId),
      (tx, sandboxId) => modules().tppApps.forgetSandbox(tx, sandboxId),
    ]),
    retentions: [
      { what: 'choices of test devices', keepMs: 366 * DAY_MS, forget: forgetOldDevicePreferences },
      { what: 'sessions of the fallback interface', keepMs: DAY_MS, forget: forgetOldFallbackSessions },
      // As long as an application may be told that its certificate has expired.
      { what: 'test certificates', keepMs: 31 * DAY_MS, forget: forgetOldTestCertificates },
    ],
    jobs: [defineRenewNumbersJob(platform)],
    guardCalls: (requireToken) => guardCalls(requireToken, findScenario),
    currentCustomer: (sandboxId) => sandbox().currentCustomer(sandboxId),
    async findTestCustomer(request, wanted) {
      const developer = await modules().developers.currentDeveloper(request);
      return developer === undefined ? undefined : sandbox().findSignInCustomer(developer.developerId, wanted);
    },
    endAccess: endFallbackSessions,
    signOutCustomer: signOutFallbackCustomer,
    async seedDemo(say) {
      say('Preparing the sandbox bank …');
      const { isNew } = await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: DEMO_SANDBOX, name: 'Demo', numbers: 'published' }));
      if (isNew) say('Sandbox bank filled with customers, accounts and bookings.');
      return { sandboxId: DEMO_SANDBOX, logins: await listDemoLogins(db, DEMO_SANDBOX) };
    },
    async registerRoutes(app, { requireOwner, currentOwner }) {
      const { oauth, tppApps, certificates, providerIdentity, sca, payments, signIn } = modules();
      const { requireToken, holderOf } = oauth;
      const requireTokenAtBank = guardCalls(requireToken, findScenario);
      const calls = { requireToken, requireTokenAtBank, requireOwner, currentOwner };
      rememberPayloads(app, { db, holderOf });
      const { identify } = providerIdentity;
      registerFallbackRoutes(app, { platform, bank, signIn, accountReader, tppApps, identify, sca, payments, shutdown });
      const requireSignature = createRequireSignature(providerIdentity);
      registerSandboxRoutes(app, { db, write, random, sandbox: sandbox(), bank, tppApps, requireSignature, ...calls });
      registerTestDeviceRoutes(app, { platform });
      registerTestAuthorityRoutes(app, authority, certificates, requireOwner);
      await registerPkiRoutes(app, authority);
    },
  };
}
