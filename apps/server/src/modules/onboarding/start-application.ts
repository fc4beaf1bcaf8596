/** A developer's first `POST {api}/tpp` creates their application, and later calls change nothing. `POST {api}/tpp/applications` creates another one. */
import { APPLICATIONS_MAX } from '@portico/contract/values';
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { NewRegistration, RegisteredApp } from '../tpp-apps/index.ts';
import { lockDeveloper } from './developer-lock-store.ts';
import type { DeveloperIdentity, OnboardingDeps } from './onboarding.ts';

const FIRST_NAME = 'My application';
/** A new sandbox takes thousands of rows, and its deletion as many again. */
const APPLICATIONS_PER_DAY = 10;
const DAY_SECONDS = 24 * 60 * 60;

/** @throws UiRefusal 429. */
export async function startApplication(deps: OnboardingDeps, developer: DeveloperIdentity): Promise<void> {
  const { platform, tppApps, takeTurn } = deps;
  const { developerId } = developer;
  if ((await tppApps.findByDeveloper(platform.db, { developerId })) !== undefined) return;
  await takeTurn(developerId, () =>
    platform.write(async (context) => {
      await lockDeveloper(context.tx, developerId);
      if ((await tppApps.findByDeveloper(context.tx, { developerId })) === undefined) await createApplication(deps, context, developer, FIRST_NAME);
    }),
  );
}

/** @throws UiRefusal 400, 409, 429. */
export async function addApplication(deps: OnboardingDeps, developer: DeveloperIdentity, clientName: string): Promise<RegisteredApp> {
  const { platform, tppApps, takeTurn } = deps;
  tppApps.checkClientName(clientName);
  return takeTurn(developer.developerId, () =>
    platform.write(async (context) => {
      await lockDeveloper(context.tx, developer.developerId);
      const present = await tppApps.listOfDeveloper(context.tx, developer.developerId);
      if (present.length >= APPLICATIONS_MAX) throw limitReached();
      return createApplication(deps, context, developer, clientName);
    }),
  );
}

/** @throws UiRefusal 409. */
export async function registerApplication(
  { tppApps, tenancy }: OnboardingDeps,
  context: WriteContext,
  app: Omit<NewRegistration, 'sandboxId'>,
): Promise<RegisteredApp> {
  if (app.developerId !== undefined) {
    await lockDeveloper(context.tx, app.developerId);
    if ((await tppApps.listOfDeveloper(context.tx, app.developerId)).length >= APPLICATIONS_MAX) throw limitReached();
  }
  const registered = await tppApps.register(context, { ...app, sandboxId: await tenancy.open(context) });
  await tenancy.opened?.(context, registered);
  return registered;
}

/** The caller holds the developer's lock. */
async function createApplication(
  deps: OnboardingDeps,
  context: WriteContext,
  developer: DeveloperIdentity,
  clientName: string,
): Promise<RegisteredApp> {
  const { platform, tppApps, tenancy } = deps;
  const { developerId, email } = developer;
  await requireAllowance(deps, context, email);
  const sandboxId = await tenancy.open(context);
  const redirectUris = [`${platform.config.publicUrl}/?m=authCode`];
  // Names the provider, and a developer may not choose it: the same for all their applications until the bank admits one.
  const registeredName = `${FIRST_NAME} (${tenancy.startsSuspended ? 'not verified' : 'sandbox'})`;
  const created = await tppApps.create(context, { developerId, sandboxId, clientName, registeredName, redirectUris, contacts: [email] });
  const app = (tenancy.startsSuspended ? await tppApps.setSuspended(context, created.clientId, true) : undefined) ?? created;
  await tenancy.opened?.(context, app);
  return app;
}

/**
 * Counted by the address, so that a developer who deletes the account and signs up again gets no further allowance.
 * @throws UiRefusal 429.
 */
async function requireAllowance({ platform }: OnboardingDeps, { tx }: WriteContext, email: string): Promise<void> {
  const key = `application:${hmacSha256Hex(platform.config.keys.secrets, `application:${email.toLowerCase()}`)}`;
  const allowance = { key, max: APPLICATIONS_PER_DAY, windowSeconds: DAY_SECONDS };
  if (!(await spendAllowance(tx, allowance))) throw tooManyApplications(await secondsUntilAllowed(tx, allowance));
}

function limitReached(): UiRefusal {
  const text = `You have ${APPLICATIONS_MAX} applications, the most that a developer can have. No application was made. Delete one first.`;
  return new UiRefusal(409, 'LIMIT_REACHED', text);
}

function tooManyApplications(seconds: number): UiRefusal {
  const hours = Math.max(1, Math.ceil(seconds / 3600));
  const text = `You have made ${APPLICATIONS_PER_DAY} applications within 24 hours. No application was made. Try again in ${hours} h.`;
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(Math.max(1, seconds)) } });
}
