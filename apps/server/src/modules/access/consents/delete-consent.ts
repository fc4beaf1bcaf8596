/** The application ends its consent; a signing page that is open for it ends, too. Harmless when it has ended. */

import type { Signings } from '#modules/signing/index.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { ConsentKey } from './consent.ts';
import { moveConsent } from './consent-lifecycle.ts';
import { lockConsent } from './consent-store.ts';

interface DeleteConsentDeps {
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly signing: Pick<Signings, 'end'>;
}

export async function deleteConsent(deps: DeleteConsentDeps, { sandboxId, consentId }: ConsentKey): Promise<void> {
  await deps.write(async (context) => {
    // The session before the consent, in the order in which a signature takes them.
    await deps.signing.end(context, { sandboxId, resourceId: consentId });
    const consent = await lockConsent(context.tx, { sandboxId, consentId });
    if (consent !== undefined) await moveConsent(deps, context, consent, 'delete');
  });
}
