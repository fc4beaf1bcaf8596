/** Which challenges signing sessions still look at. */
import { SIGNED_ANSWER_SECONDS } from '@portico/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { tenantNow } from '#platform/tenant/tenant-time.ts';

/**
 * Condition on a row of `challenge`: its signing session is unfinished, or its signature can still be read. By tenant time, which
 * a sandbox's clock may have set back since. The session is found by the audit chain that the challenge was started with.
 */
export function challengeNeededBySigning(): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from signing_session
    where signing_session.session_id = substring(challenge.audit_chain from '^signing:(.*)$')
      and signing_session.challenge_id = challenge.challenge_id
      and (signing_session.ended_at is null
        or signing_session.ended_at + ${SIGNED_ANSWER_SECONDS}::integer * interval '1 second' >= ${tenantNow(sql.ref('signing_session.sandbox_id'))}))`;
}
