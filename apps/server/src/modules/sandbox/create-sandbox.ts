/** The module's service; `sandbox.ts` documents each call. Every call starts with the owner's application. */

import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { noteSandbox } from '#platform/db/turns.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { changingSandbox } from '#platform/tenant/sandbox-changes.ts';
import { hasTenant } from '#platform/tenant/tenant-store.ts';
import { listTestCustomers } from '../bank-sandbox/index.ts';
import { type AppOwner, applicationUnknown, type RegisteredApp } from '../tpp-apps/index.ts';
import { createClockTurns } from './clock/clock-turns.ts';
import { advanceClock, toTestClock } from './clock/test-clock.ts';
import { activateCustomer, findSignInCustomer, renewToken, toTokenUser } from './developer/current-customer.ts';
import { findCurrent } from './developer/current-customer-store.ts';
import { addOwnAccount, createOwnCustomer, listOwnAccounts, removeOwnAccount, removeOwnCustomer, setOwnScenario } from './developer/own-customers.ts';
import { resetAll, resetOne } from './developer/reset-sandbox.ts';
import { exportDocument, exportTable } from './document/export-sandbox.ts';
import { importDocument, importTables, seedOwnSandbox } from './document/import-sandbox.ts';
import type { Sandbox, SandboxDeps } from './sandbox.ts';

export function createSandbox(deps: SandboxDeps): Sandbox {
  const { db, write } = deps.platform;
  const { takeTurn } = deps;
  const takeClockTurn = createClockTurns();

  const ownApp = (reader: Reader, owner: AppOwner) => deps.tppApps.requireOfDeveloper(reader, owner);

  /** A failure because the application is being deleted gets the same response as a call after the deletion. */
  async function inSandbox<Result>(sandboxId: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal || (await hasTenant(db, sandboxId))) throw error;
      throw applicationUnknown();
    }
  }

  async function ofDeveloper<Result>(owner: AppOwner, work: (app: RegisteredApp) => Promise<Result>): Promise<Result> {
    const app = await ownApp(db, owner);
    return inSandbox(app.sandboxId, () => work(app));
  }

  const change = <Result>(sandboxId: string, work: (context: WriteContext) => Promise<Result>) =>
    takeTurn(sandboxId, () => {
      noteSandbox(sandboxId);
      return changingSandbox(sandboxId, () => write(work));
    });

  function withApp<Result>(owner: AppOwner, work: (context: WriteContext, app: RegisteredApp) => Promise<Result>): Promise<Result> {
    // The same application again: another one may be the oldest by now.
    return ofDeveloper(owner, ({ clientId, sandboxId }) =>
      // One sandbox of a developer at a time: the calls of each may wait for its change.
      takeTurn(owner.developerId, () => change(sandboxId, async (context) => work(context, await ownApp(context.tx, { ...owner, clientId })))),
    );
  }

  const customerOf = ({ sandboxId }: RegisteredApp, customerId: string) => ({ sandboxId, customerId });

  return {
    listUsers: (owner) =>
      ofDeveloper(owner, async ({ sandboxId }) => {
        const current = await findCurrent(db, sandboxId);
        return (await listTestCustomers(db, sandboxId)).map((customer) => toTokenUser(deps.platform, customer, current));
      }),
    activate: (owner, user) => withApp(owner, (context, app) => activateCustomer(deps.platform, context, app, user)),
    refresh: (owner) => withApp(owner, (context, app) => renewToken(deps.platform, context, app)),
    inSandbox,
    reset: (customer) => inSandbox(customer.sandboxId, () => change(customer.sandboxId, (context) => resetOne(deps, context, customer))),
    createCustomer: (owner, wanted) =>
      withApp(owner, async (context, app) => toTokenUser(deps.platform, await createOwnCustomer(deps, context, app, wanted), undefined)),
    removeCustomer: (owner, customerId) => withApp(owner, (context, app) => removeOwnCustomer(deps, context, app, customerId)),
    listAccounts: (owner, customerId) => ofDeveloper(owner, (app) => listOwnAccounts(db, customerOf(app, customerId))),
    addAccount: (owner, customerId, wanted) => withApp(owner, (context, app) => addOwnAccount(deps, context, customerOf(app, customerId), wanted)),
    removeAccount: (owner, customerId, iban) => withApp(owner, (context, app) => removeOwnAccount(deps, context, customerOf(app, customerId), iban)),
    setScenario: (owner, customerId, scenario) =>
      withApp(owner, async (context, app) => {
        const customer = await setOwnScenario(context, customerOf(app, customerId), scenario);
        return toTokenUser(deps.platform, customer, await findCurrent(context.tx, app.sandboxId));
      }),
    readClock: (owner) => ofDeveloper(owner, ({ sandboxId }) => toTestClock(deps, sandboxId)),
    advanceClock: (owner, step) =>
      ofDeveloper(owner, ({ sandboxId }) => takeClockTurn(sandboxId, () => changingSandbox(sandboxId, () => advanceClock(deps, sandboxId, step)))),
    async backToRealTime(owner) {
      const { sandboxId } = await withApp(owner, async (context, app) => {
        await resetAll(deps, context, app);
        return app;
      });
      return inSandbox(sandboxId, () => toTestClock(deps, sandboxId));
    },
    async findSignInCustomer(developerId, wanted) {
      for (const { sandboxId } of await deps.tppApps.listOfDeveloper(db, developerId)) {
        const isPossible = wanted.sandboxId === undefined || wanted.sandboxId === sandboxId;
        const found = isPossible ? await findSignInCustomer(db, sandboxId, wanted) : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    },
    exportDocument: (owner) => withApp(owner, (context, { sandboxId }) => exportDocument(deps.platform, context, sandboxId)),
    exportTable: (owner, table) => withApp(owner, (context, { sandboxId }) => exportTable(deps.platform, context, sandboxId, table)),
    importDocument: (owner, document, how) => withApp(owner, (context, app) => importDocument(deps, context, app, document, how)),
    importTables: (owner, tables, how) => withApp(owner, (context, app) => importTables(deps, context, app, tables, how)),
    seedSandbox: (owner, seed) => withApp(owner, (context, app) => seedOwnSandbox(deps, context, app, seed)),
    currentCustomer: (sandboxId) => findCurrent(db, sandboxId),
  };
}
