/** Opens a signing session in the transaction that creates the thing to sign. */

import { SIGNING_TOTAL_SECONDS } from '@portico/contract/values';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { SigningDeps } from '../deps.ts';
import { sendExpireJob } from '../end/expire-job.ts';
import type { OpenSigning } from '../signing.ts';
import { insertSession } from './session-store.ts';
import { auditChain, auditIds } from './signing-session.ts';

export function createOpenSigning(deps: Pick<SigningDeps, 'platform'>): OpenSigning {
  const { config, clock, random, jobs } = deps.platform;
  return async (context, input) => {
    const redirectSecret = random.secret();
    const sessionId = random.id('sgn');
    const { sandboxId } = input;
    const now = await clock.now(context.tx, sandboxId);
    await insertSession(context.tx, { ...input, sessionId, redirectSecretHash: sha256Hex(redirectSecret), now });
    await context.audit({ chain: auditChain({ sessionId, sandboxId }), sandboxId, event: 'signing.opened', ids: auditIds({ ...input, sessionId }) });
    await sendExpireJob({ jobs, clock }, context.tx, { sessionId, sandboxId }, SIGNING_TOTAL_SECONDS);
    return { sessionId, scaRedirect: `${config.publicUrl}/bank/sca/${redirectSecret}` };
  };
}
