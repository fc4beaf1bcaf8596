/** Opens a signing session in the transaction that creates the thing to sign. */

import { SIGNING_TOTAL_SECONDS } from '@portico/contract/values';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { SigningDeps } from '../deps.ts';
import { sendExpireJob } from '../end/expire-job.ts';
import type { StartedSigning, ToSign } from '../signing.ts';
import { insertSession } from './session-store.ts';
import { auditChain, auditIds } from './signing-session.ts';

export async function openSigning({ platform }: Pick<SigningDeps, 'platform'>, context: WriteContext, toSign: ToSign): Promise<StartedSigning> {
  const { config, clock, random, jobs } = platform;
  const redirectSecret = random.secret();
  const authorisationId = random.id('sgn');
  const { sandboxId } = toSign;
  const now = await clock.now(context.tx, sandboxId);
  await insertSession(context.tx, { ...toSign, authorisationId, redirectSecretHash: sha256Hex(redirectSecret), now });
  await context.audit({
    chain: auditChain({ authorisationId, sandboxId }),
    sandboxId,
    event: 'signing.opened',
    ids: auditIds({ ...toSign, authorisationId }),
  });
  await sendExpireJob({ jobs, clock }, context.tx, { authorisationId, sandboxId }, SIGNING_TOTAL_SECONDS);
  return { authorisationId, scaRedirect: `${config.publicUrl}/bank/sca/${redirectSecret}` };
}
