/** An operator's admission of a developer's application. */
import type { ProviderRole } from '@portico/contract/values';
import { fingerprintOf } from '#modules/tpp-apps/index.ts';
import type { DevelopersHouse } from './open-developers-house.ts';

/** @param developerId of a developer who has an application. Admits it again with other roles, too. */
export async function admit({ modules, platform }: DevelopersHouse, developerId: string, roles: readonly ProviderRole[]): Promise<void> {
  const app = await modules.tppApps.findByDeveloper(platform.db, { developerId });
  if (app === undefined) throw new Error(`${developerId} has no application.`);
  const entry = { registeredName: 'Lumen Finance OÜ', authorisationNumber: 'PSDEE-EFSA-12345678', roles };
  await platform.write((context) => modules.tppApps.admit(context, app.clientId, entry, fingerprintOf(app)));
}
