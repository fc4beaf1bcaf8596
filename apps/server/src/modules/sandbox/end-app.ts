/** An application can do nothing more for its customers: its tokens lapse; its signings, consents and statements end. */
import type { WriteContext } from '#platform/db/run-write.ts';
import { lapseTokensOfApp } from '../oauth/index.ts';
import type { RegisteredApp } from '../tpp-apps/index.ts';
import type { SandboxDeps } from './sandbox.ts';

export async function endApp(deps: SandboxDeps, context: WriteContext, app: RegisteredApp): Promise<void> {
  const { sandboxId, appId } = app;
  await lapseTokensOfApp(context.tx, app);
  await deps.endSignings(context, { sandboxId, appId });
  await deps.endAccess(context, { sandboxId, appId });
}
