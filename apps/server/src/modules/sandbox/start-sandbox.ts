/**
 * The first `POST {api}/tpp` of a developer makes his application; the others change nothing. With the sandbox bank it comes with his
 * own test customers and the first token. With a bank's own core it is suspended until an operator has checked who asks, and admits it.
 */
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { BANK_TENANT, makeBankTenant } from '../bank/index.ts';
import { seedSandbox } from '../bank-sandbox/index.ts';
import type { NewApp } from '../tpp-apps/index.ts';
import { renewToken } from './developer/current-customer.ts';
import { lockDeveloper } from './developer/current-customer-store.ts';
import { tooManyApplications } from './refusals.ts';
import type { DeveloperIdentity, SandboxDeps } from './sandbox.ts';

const FIRST_NAME = 'My application';
/** A new sandbox costs thousands of rows, and its deletion as many again. */
const APPLICATIONS_PER_DAY = 10;
const DAY_SECONDS = 24 * 60 * 60;

export async function startSandbox(deps: SandboxDeps, { developerId, email }: DeveloperIdentity): Promise<void> {
  const { db, write, config } = deps.platform;
  if ((await deps.tppApps.findByDeveloper(db, developerId)) !== undefined) return;
  const app = { developerId, clientName: FIRST_NAME, redirectUris: [`${config.publicUrl}/?m=authCode`], contacts: [email] };
  await write(async (context) => {
    await lockDeveloper(context.tx, developerId);
    if ((await deps.tppApps.findByDeveloper(context.tx, developerId)) !== undefined) return;
    await requireAllowance(deps, context, email);
    const start = config.bank === 'sandbox' ? startInSandbox : startAtBank;
    await start(deps, context, app);
  });
}

/**
 * Counted by the address, so that a developer who deletes the account and signs up again has no further allowance.
 * @throws UiRefusal 429.
 */
async function requireAllowance({ platform }: SandboxDeps, { tx }: WriteContext, email: string): Promise<void> {
  const key = `application:${hmacSha256Hex(platform.config.keys.secrets, `application:${email.toLowerCase()}`)}`;
  const allowance = { key, max: APPLICATIONS_PER_DAY, windowSeconds: DAY_SECONDS };
  if (!(await spendAllowance(tx, allowance))) throw tooManyApplications(APPLICATIONS_PER_DAY, await secondsUntilAllowed(tx, allowance));
}

type FirstApp = Omit<NewApp, 'sandboxId' | 'registeredName'>;

async function startInSandbox(deps: SandboxDeps, context: WriteContext, first: FirstApp): Promise<void> {
  const sandboxId = deps.platform.random.id('sbx');
  await seedSandbox(deps.platform, context.tx, { sandboxId, name: 'Developer', history: 'later' });
  const app = await deps.tppApps.create(context, { ...first, sandboxId, registeredName: `${FIRST_NAME} (sandbox)` });
  await renewToken(deps, context, app);
}

async function startAtBank(deps: SandboxDeps, context: WriteContext, first: FirstApp): Promise<void> {
  await makeBankTenant(context.tx);
  const app = await deps.tppApps.create(context, { ...first, sandboxId: BANK_TENANT, registeredName: `${FIRST_NAME} (not verified)` });
  await deps.tppApps.setSuspended(context, app.clientId, true);
}
