/** The module's service; `sandbox.ts` documents each call. Every call starts with the developer's own application. */

import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { hasTenant } from '#platform/tenant/tenant-store.ts';
import { listTestCustomers } from '../bank-sandbox/index.ts';
import type { RegisteredApp } from '../tpp-apps/index.ts';
import { createClockTurns } from './clock/clock-turns.ts';
import { advanceClock, toTestClock } from './clock/test-clock.ts';
import { activateCustomer, findSignInCustomer, renewToken, toTokenUser } from './developer/current-customer.ts';
import { findCurrent } from './developer/current-customer-store.ts';
import { addOwnAccount, createOwnCustomer, listOwnAccounts, removeOwnAccount, removeOwnCustomer, setOwnScenario } from './developer/own-customers.ts';
import { resetAll, resetOne } from './developer/reset-sandbox.ts';
import { exportDocument, exportTable } from './document/export-sandbox.ts';
import { importDocument, importTables, seedOwnSandbox } from './document/import-sandbox.ts';
import { sandboxUnknown } from './refusals.ts';
import type { Sandbox, SandboxDeps } from './sandbox.ts';

export function createSandbox(deps: SandboxDeps): Sandbox {
  const { db, write } = deps.platform;
  const takeClockTurn = createClockTurns();

  async function ownApp(reader: Reader, developerId: string): Promise<RegisteredApp> {
    const app = await deps.tppApps.findByDeveloper(reader, developerId);
    if (app === undefined) throw sandboxUnknown();
    return app;
  }

  /** A failure because the application is being deleted gets the same response as a call after the deletion. */
  async function inSandbox<Result>(sandboxId: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal || (await hasTenant(db, sandboxId))) throw error;
      throw sandboxUnknown();
    }
  }

  async function ofDeveloper<Result>(developerId: string, work: (app: RegisteredApp) => Promise<Result>): Promise<Result> {
    const app = await ownApp(db, developerId);
    return inSandbox(app.sandboxId, () => work(app));
  }

  function withApp<Result>(developerId: string, work: (context: WriteContext, app: RegisteredApp) => Promise<Result>): Promise<Result> {
    return ofDeveloper(developerId, () => write(async (context) => work(context, await ownApp(context.tx, developerId))));
  }

  const ownerOf = ({ sandboxId }: RegisteredApp, customerId: string) => ({ sandboxId, customerId });

  return {
    listUsers: (developerId) =>
      ofDeveloper(developerId, async ({ sandboxId }) => {
        const current = await findCurrent(db, sandboxId);
        return (await listTestCustomers(db, sandboxId)).map((customer) => toTokenUser(deps.platform, customer, current));
      }),
    activate: (developerId, user) => withApp(developerId, (context, app) => activateCustomer(deps.platform, context, app, user)),
    refresh: (developerId) => withApp(developerId, (context, app) => renewToken(deps.platform, context, app)),
    inSandbox,
    reset: (owner) => inSandbox(owner.sandboxId, () => write((context) => resetOne(deps, context, owner))),
    createCustomer: (developerId, wanted) =>
      withApp(developerId, async (context, app) => toTokenUser(deps.platform, await createOwnCustomer(deps, context, app, wanted), undefined)),
    removeCustomer: (developerId, customerId) => withApp(developerId, (context, app) => removeOwnCustomer(deps, context, app, customerId)),
    listAccounts: (developerId, customerId) => ofDeveloper(developerId, (app) => listOwnAccounts(db, ownerOf(app, customerId))),
    addAccount: (developerId, customerId, wanted) =>
      withApp(developerId, (context, app) => addOwnAccount(deps, context, ownerOf(app, customerId), wanted)),
    removeAccount: (developerId, customerId, iban) =>
      withApp(developerId, (context, app) => removeOwnAccount(deps, context, ownerOf(app, customerId), iban)),
    setScenario: (developerId, customerId, scenario) =>
      withApp(developerId, async (context, app) => {
        const customer = await setOwnScenario(context, ownerOf(app, customerId), scenario);
        return toTokenUser(deps.platform, customer, await findCurrent(context.tx, app.sandboxId));
      }),
    readClock: (developerId) => ofDeveloper(developerId, ({ sandboxId }) => toTestClock(deps, sandboxId)),
    advanceClock: (developerId, step) =>
      ofDeveloper(developerId, ({ sandboxId }) => takeClockTurn(sandboxId, () => advanceClock(deps, sandboxId, step))),
    async backToRealTime(developerId) {
      const { sandboxId } = await withApp(developerId, async (context, app) => {
        await resetAll(deps, context, app);
        return app;
      });
      return inSandbox(sandboxId, () => toTestClock(deps, sandboxId));
    },
    async findSignInCustomer(developerId, wanted) {
      const app = await deps.tppApps.findByDeveloper(db, developerId);
      if (app === undefined || (wanted.sandboxId !== undefined && wanted.sandboxId !== app.sandboxId)) return undefined;
      return findSignInCustomer(db, app.sandboxId, wanted);
    },
    exportDocument: (developerId) => withApp(developerId, (context, { sandboxId }) => exportDocument(deps.platform, context, sandboxId)),
    exportTable: (developerId, table) => withApp(developerId, (context, { sandboxId }) => exportTable(deps.platform, context, sandboxId, table)),
    importDocument: (developerId, document, how) => withApp(developerId, (context, app) => importDocument(deps, context, app, document, how)),
    importTables: (developerId, tables, how) => withApp(developerId, (context, app) => importTables(deps, context, app, tables, how)),
    seedSandbox: (developerId, seed) => withApp(developerId, (context, app) => seedOwnSandbox(deps, context, app, seed)),
    currentCustomer: (sandboxId) => findCurrent(db, sandboxId),
  };
}
