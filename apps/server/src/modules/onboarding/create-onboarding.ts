/** The module's service; `onboarding.ts` documents each call. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { changingSandbox } from '#platform/tenant/sandbox-changes.ts';
import { lapseTokensOfApp } from '../oauth/index.ts';
import type { RegisteredApp } from '../tpp-apps/index.ts';
import { lockDeveloper } from './developer-lock-store.ts';
import type { Onboarding, OnboardingDeps } from './onboarding.ts';
import { addApplication, registerApplication, startApplication } from './start-application.ts';

export function createOnboarding(deps: OnboardingDeps): Onboarding {
  const { platform, tppApps, tenancy, takeTurn } = deps;

  /** Ends the application's access: tokens, signing sessions, consents and statements. */
  async function end(context: WriteContext, app: RegisteredApp): Promise<void> {
    const { sandboxId, appId } = app;
    await lapseTokensOfApp(context.tx, app);
    await deps.endSignings(context, { sandboxId, appId });
    await deps.endAccess(context, { sandboxId, appId });
  }

  async function forget(context: WriteContext, app: RegisteredApp): Promise<void> {
    const { erase } = tenancy;
    if (erase !== undefined) return changingSandbox(app.sandboxId, () => erase(context, app));
    await end(context, app);
    await deps.forgetLog(context.tx, app.appId);
    await tppApps.close(context, app);
  }

  return {
    start: (developer) => startApplication(deps, developer),
    add: (developer, clientName) => addApplication(deps, developer, clientName),
    register: (context, app) => registerApplication(deps, context, app),
    forgetApplication: (owner) =>
      takeTurn(owner.developerId, () =>
        platform.write(async (context) => {
          await lockDeveloper(context.tx, owner.developerId);
          const app = await tppApps.findByDeveloper(context.tx, owner);
          if (app !== undefined) await forget(context, app);
        }),
      ),
    async forgetDeveloper(context, developerId) {
      await lockDeveloper(context.tx, developerId);
      for (const app of await tppApps.listOfDeveloper(context.tx, developerId)) await forget(context, app);
    },
    setSuspended(clientId, isSuspended, within) {
      const change = async (context: WriteContext) => {
        const app = await tppApps.setSuspended(context, clientId, isSuspended);
        if (app !== undefined && isSuspended) await end(context, app);
        return app !== undefined;
      };
      return within === undefined ? platform.write(change) : change(within);
    },
    mayLift: ({ admission }) => admission !== undefined || !tenancy.startsSuspended,
  };
}
