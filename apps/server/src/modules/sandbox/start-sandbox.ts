/** The first `POST {api}/tpp` of a developer makes his application, his test customers and the first token; the others change nothing. */
import { seedSandbox } from '../bank/index.ts';
import { renewToken } from './current-customer.ts';
import type { DeveloperIdentity, SandboxDeps } from './sandbox.ts';
import { lockDeveloper } from './sandbox-store.ts';

const FIRST_NAME = 'My application';

export async function startSandbox(deps: SandboxDeps, { developerId, email }: DeveloperIdentity): Promise<void> {
  const { db, write, random, config } = deps.platform;
  if ((await deps.tppApps.findByDeveloper(db, developerId)) !== undefined) return;
  await write(async (context) => {
    const { tx } = context;
    await lockDeveloper(tx, developerId);
    if ((await deps.tppApps.findByDeveloper(tx, developerId)) !== undefined) return;
    const sandboxId = random.id('sbx');
    await seedSandbox(deps.platform, tx, { sandboxId, name: 'Developer', history: 'later' });
    const app = await deps.tppApps.create(context, {
      developerId,
      sandboxId,
      clientName: FIRST_NAME,
      registeredName: `${FIRST_NAME} (sandbox)`,
      redirectUris: [`${config.publicUrl}/?m=authCode`],
      contacts: [email],
    });
    await renewToken(deps, context, app);
  });
}
