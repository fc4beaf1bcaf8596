/** Brings the sandbox to the state of a document in one transaction: all of it or nothing. Open work of the changed customers ends as at a reset. */
import type { ImportedSandbox, ImportQuery, SandboxDocument, SandboxTables } from '@portico/contract';
import { CUSTOMER_ACCOUNTS_MAX, IMPORTS_PER_DAY, OWN_CUSTOMERS_MAX } from '@portico/contract/values';
import { type ImportPlan, planImport, readSandboxCustomers, seededDocument, writeDocument } from '#modules/bank-sandbox/index.ts';
import { applicationUnknown, type RegisteredApp } from '#modules/tpp-apps/index.ts';
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { ProblemEntry } from '#platform/http/problem-entry.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { lockTenant } from '#platform/tenant/tenant-store.ts';
import { removeOwnCustomer } from '../developer/own-customers.ts';
import { endOpenWork, resetOne } from '../developer/reset-sandbox.ts';
import { limitReached, tooManyImports } from '../refusals.ts';
import type { SandboxDeps } from '../sandbox.ts';
import { checkDocument, countTransactions } from './check-document.ts';
import { readTables } from './read-tables.ts';

/** The faults that one response lists. */
const FAULTS_MAX = 20;
const DAY_SECONDS = 24 * 60 * 60;

/** @throws UiRefusal 400 with the first faults and their number; 409; 429. */
export async function importDocument(
  deps: SandboxDeps,
  context: WriteContext,
  app: RegisteredApp,
  document: SandboxDocument,
  { mode, dates = 'kept' }: ImportQuery,
  placed = (fault: ProblemEntry) => fault,
): Promise<ImportedSandbox> {
  refuseFaults(checkDocument(document).map(placed));
  const { sandboxId } = app;
  const now = await beginImport(deps, context, sandboxId);
  const moveMs = dates === 'moved' ? now.getTime() - Date.parse(document.now) : 0;
  if (moveMs === 0) refuseFaults(checkAgainstClock(document, now));
  return replaceSandbox(deps, context, app, document, { mode, now, moveMs, placed });
}

/** @throws as {@link importDocument}, with file, line and column of each fault. */
export async function importTables(
  deps: SandboxDeps,
  context: WriteContext,
  app: RegisteredApp,
  { tables }: SandboxTables,
  how: ImportQuery,
): Promise<ImportedSandbox> {
  const now = await deps.platform.clock.now(context.tx, app.sandboxId);
  const read = readTables(tables, now, how.dates ?? 'kept');
  if ('faults' in read) throw refusalOf(read.faults);
  return importDocument(deps, context, app, read.document, how, read.placed);
}

/** @throws UiRefusal 429. */
export async function seedOwnSandbox(deps: SandboxDeps, context: WriteContext, app: RegisteredApp, seed: string): Promise<ImportedSandbox> {
  const now = await beginImport(deps, context, app.sandboxId);
  return replaceSandbox(deps, context, app, seededDocument(seed, now), { mode: 'replace', now, moveMs: 0, placed: (fault) => fault });
}

/** Locks the sandbox and counts the import. Every import adds rows to a ledger that keeps them. Returns the sandbox's time. */
async function beginImport({ platform }: SandboxDeps, { tx }: WriteContext, sandboxId: string): Promise<Date> {
  if (!(await lockTenant(tx, sandboxId))) throw applicationUnknown();
  const allowance = { key: `sandbox-import:${sandboxId}`, max: IMPORTS_PER_DAY, windowSeconds: DAY_SECONDS };
  if (!(await spendAllowance(tx, allowance))) throw tooManyImports(await secondsUntilAllowed(tx, allowance));
  return platform.clock.now(tx, sandboxId);
}

async function replaceSandbox(
  deps: SandboxDeps,
  context: WriteContext,
  app: RegisteredApp,
  document: SandboxDocument,
  how: {
    readonly mode: ImportQuery['mode'];
    readonly now: Date;
    readonly moveMs: number;
    /** Gives a fault the path that its reader knows. */
    readonly placed: (fault: ProblemEntry) => ProblemEntry;
  },
): Promise<ImportedSandbox> {
  const { sandboxId } = app;
  const rows = await readSandboxCustomers(context.tx, sandboxId);
  const plan = requirePlan(document, rows, how);
  for (const { row } of plan.planned)
    if (row !== undefined && !row.isRemoved) await endOpenWork(deps, context, { sandboxId, customerId: row.customerId });
  for (const { customerId } of plan.reset) await resetOne(deps, context, { sandboxId, customerId });
  const full = await writeDocument(deps.platform, context.tx, { sandboxId, now: how.now, moveMs: how.moveMs }, plan);
  if (full !== undefined) {
    const { path = '' } = how.placed({ path: `customers[${full}]`, text: '' });
    throw limitReached(`${path}: a customer has at most ${CUSTOMER_ACCOUNTS_MAX} accounts, the removed ones included.`);
  }
  for (const { customerId } of plan.removed) await removeOwnCustomer(deps, context, app, customerId);
  await context.audit({ chain: `sandbox:${sandboxId}`, sandboxId, event: 'sandbox.imported', ids: {} });
  return {
    customers: document.customers.length,
    accounts: document.customers.reduce((sum, { accounts }) => sum + accounts.length, 0),
    transactions: countTransactions(document),
    removedCustomers: plan.removed.length,
  };
}

function requirePlan(
  { customers }: SandboxDocument,
  rows: Parameters<typeof planImport>[1],
  { mode, placed }: Pick<Parameters<typeof replaceSandbox>[4], 'mode' | 'placed'>,
): ImportPlan {
  const plan = planImport(customers, rows, mode);
  if ('country' in plan) {
    const most = `You can create ${OWN_CUSTOMERS_MAX} own customers in each country, the removed ones included`;
    throw limitReached(`${most}. The document would create more in ${plan.country}; a removed customer with the same names comes back instead.`);
  }
  if ('seed' in plan) {
    throw refusalOf([placed({ path: `customers[${plan.seed}].seed`, text: 'Your sandbox has no such customer. Leave the seed out.' })]);
  }
  return plan;
}

function checkAgainstClock({ now: exportedAt }: SandboxDocument, now: Date): readonly ProblemEntry[] {
  if (Date.parse(exportedAt) <= now.getTime()) return [];
  const text = `Your sandbox's clock stands at ${now.toISOString()}, before this time. Advance the clock, or import with dates=moved.`;
  return [{ path: 'now', text }];
}

function refuseFaults(faults: readonly ProblemEntry[]): void {
  const [first, ...others] = faults;
  if (first !== undefined) throw refusalOf([first, ...others]);
}

function refusalOf(faults: readonly [ProblemEntry, ...ProblemEntry[]]): UiRefusal {
  const [first, ...others] = faults;
  const count = faults.length > FAULTS_MAX ? ` There are ${faults.length} faults; the first ${FAULTS_MAX} are listed.` : '';
  const place = first.path === undefined ? {} : { path: first.path };
  return new UiRefusal(400, 'FORMAT_ERROR', `${first.text}${count} Nothing was changed.`, { ...place, others: others.slice(0, FAULTS_MAX - 1) });
}
