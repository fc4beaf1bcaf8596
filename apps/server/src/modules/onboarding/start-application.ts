/** A developer's first `POST {api}/tpp` creates their application; later calls change nothing. */
import { secondsUntilAllowed, spendAllowance } from '#platform/allowances/allowance-store.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { lockDeveloper } from './developer-lock-store.ts';
import type { DeveloperIdentity, OnboardingDeps } from './onboarding.ts';

const FIRST_NAME = 'My application';
/** A new sandbox takes thousands of rows, and its deletion as many again. */
const APPLICATIONS_PER_DAY = 10;
const DAY_SECONDS = 24 * 60 * 60;

/** @throws UiRefusal 429. */
export async function startApplication(deps: OnboardingDeps, { developerId, email }: DeveloperIdentity): Promise<void> {
  const { platform, tppApps, tenancy } = deps;
  if ((await tppApps.findByDeveloper(platform.db, developerId)) !== undefined) return;
  await platform.write(async (context) => {
    await lockDeveloper(context.tx, developerId);
    if ((await tppApps.findByDeveloper(context.tx, developerId)) !== undefined) return;
    await requireAllowance(deps, context, email);
    const sandboxId = await tenancy.open(context);
    const redirectUris = [`${platform.config.publicUrl}/?m=authCode`];
    const registeredName = `${FIRST_NAME} (${tenancy.startsSuspended ? 'not verified' : 'sandbox'})`;
    const app = await tppApps.create(context, { developerId, sandboxId, clientName: FIRST_NAME, registeredName, redirectUris, contacts: [email] });
    if (tenancy.startsSuspended) await tppApps.setSuspended(context, app.clientId, true);
    await tenancy.opened?.(context, app);
  });
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

function tooManyApplications(seconds: number): UiRefusal {
  const hours = Math.max(1, Math.ceil(seconds / 3600));
  const text = `You have made ${APPLICATIONS_PER_DAY} applications within 24 hours. No application was made. Try again in ${hours} h.`;
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': String(Math.max(1, seconds)) } });
}
