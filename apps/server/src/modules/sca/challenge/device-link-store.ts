/** The rows of challenges whose link no device has opened yet. Times are database time. */
import type { ChallengeForm, ChallengeState } from '@portico/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

type Tables = {
  challenge: {
    challenge_id: string;
    form: ChallengeForm;
    opened_by_hash: string | null;
    state: ChallengeState;
    expires_at: Date;
    answers_at: Date | null;
  };
};

interface AskedDevice {
  readonly challengeId: string;
  /** Absent: it waits for a person. */
  readonly answersInSeconds: number | undefined;
}

/** The first device that opens a link shows the challenge from now on. @returns false when another one has opened it, or there is no such link any more. */
export async function openLink(tx: Tx, { challengeId, deviceKeyHash, answersInSeconds }: AskedDevice & { deviceKeyHash: string }): Promise<boolean> {
  const rows = await updateUnopened(tx, challengeId)
    .set({ opened_by_hash: deviceKeyHash, answers_at: secondsFromNow(answersInSeconds) })
    .execute();
  return rows.length === 1;
}

/** Notifies the device of the browser that asked; the link opens nothing any more. @returns false when there was no unopened link. */
export async function replaceLinkByNotification(tx: Tx, { challengeId, answersInSeconds }: AskedDevice): Promise<boolean> {
  const rows = await updateUnopened(tx, challengeId)
    .set({ form: 'notification', answers_at: secondsFromNow(answersInSeconds) })
    .execute();
  return rows.length === 1;
}

function updateUnopened(tx: Tx, challengeId: string) {
  return tx
    .withTables<Tables>()
    .updateTable('challenge')
    .where('challenge_id', '=', challengeId)
    .where('form', '=', 'deviceLink')
    .where('opened_by_hash', 'is', null)
    .where('state', '=', 'started')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge_id');
}

/** Null: never. */
function secondsFromNow(seconds: number | undefined) {
  return seconds === undefined ? null : sql<Date>`now() + ${seconds}::double precision * interval '1 second'`;
}
