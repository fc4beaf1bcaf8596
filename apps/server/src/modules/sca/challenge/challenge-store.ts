/**
 * The rows of challenges. A challenge is found by its id, which is unique in the installation and unguessable; the row names the
 * sandbox. Times are database time.
 */
import type { AuthMethod, CalculatorNumber, ChallengeState, DeviceScenario } from '@portico/contract';
import { DEVICE_SCENARIOS } from '@portico/contract/values';
import { type ColumnType, type Selectable, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared, unawaited } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { StoredChallenge } from './challenge.ts';
import type { ChallengeEvent } from './challenge-state.ts';

type ChallengeTable = {
  challenge_id: string;
  sandbox_id: string;
  customer_id: string;
  method: AuthMethod;
  purpose: 'signIn' | 'signing';
  content_hash: string;
  control_code: string | null;
  calculator_number: ColumnType<CalculatorNumber | null, string | null, never>;
  identity: string | null;
  state: ChallengeState;
  customer_name: string;
  signatory_name: string | null;
  display_text: string;
  display_amount: string | null;
  display_currency: string | null;
  display_payee: string | null;
  device_key_hash: string;
  is_known_browser: boolean;
  scenario: DeviceScenario;
  audit_chain: string | null;
  created_at: ColumnType<Date, Date, never>;
  expires_at: Date;
  answers_at: Date | null;
  ended_at: ColumnType<Date | null, undefined, Date>;
  used_at: ColumnType<Date | null, undefined, Date>;
};

type ChallengeTables = { challenge: ChallengeTable };

/** The column `scenario` names the due answer as the sandbox calls it. */
const DUE_ANSWERS: Readonly<Record<DeviceScenario, ChallengeEvent | undefined>> = {
  approves: 'approve',
  refuses: 'refuse',
  wrongCode: 'wrongCode',
  timesOut: undefined,
};

function toScenario(dueAnswer: ChallengeEvent | undefined): DeviceScenario {
  return DEVICE_SCENARIOS.find((scenario) => DUE_ANSWERS[scenario] === dueAnswer) ?? 'timesOut';
}

const insert = unawaited(
  (
    tx,
    given: Given<
      Omit<StoredChallenge, 'calculatorNumber' | 'dueAnswer'> & {
        calculatorNumber: string | null;
        displayAmount: string | null;
        displayCurrency: string | null;
        scenario: DeviceScenario;
      }
    >,
  ) =>
    tx.withTables<ChallengeTables>().insertInto('challenge').values({
      challenge_id: given.challengeId,
      sandbox_id: given.sandboxId,
      customer_id: given.customerId,
      method: given.method,
      purpose: given.purpose,
      content_hash: given.contentHash,
      control_code: given.controlCode,
      calculator_number: given.calculatorNumber,
      identity: given.identity,
      state: given.state,
      customer_name: given.customerName,
      signatory_name: given.signatoryName,
      display_text: given.displayText,
      display_amount: given.displayAmount,
      display_currency: given.displayCurrency,
      display_payee: given.payee,
      device_key_hash: given.deviceKeyHash,
      is_known_browser: given.isKnownBrowser,
      scenario: given.scenario,
      audit_chain: given.auditChain,
      created_at: given.createdAt,
      expires_at: given.expiresAt,
      answers_at: given.answersAt,
    }),
);

/** Writes a new challenge; that its id is not new is a failure of the commit. */
export async function insertChallenge(tx: Tx, challenge: StoredChallenge): Promise<void> {
  const { amount } = challenge;
  const calculatorNumber = challenge.calculatorNumber === undefined ? null : JSON.stringify(challenge.calculatorNumber);
  const scenario = toScenario(challenge.dueAnswer);
  await insert(tx, { ...challenge, calculatorNumber, displayAmount: amount?.amount ?? null, displayCurrency: amount?.currency ?? null, scenario });
}

const selectById = prepared((reader, given: Given<{ challengeId: string }>) => selectChallenge(reader).where('challenge_id', '=', given.challengeId));

const lockById = prepared((reader, given: Given<{ challengeId: string }>) =>
  selectChallenge(reader)
    .select(tenantNow(sql.ref('challenge.sandbox_id')).as('tenant_now'))
    .where('challenge_id', '=', given.challengeId)
    .forUpdate(),
);

export async function findChallenge(reader: Reader, challengeId: string): Promise<StoredChallenge | undefined> {
  const [row] = (await selectById(reader, { challengeId })).rows;
  return row === undefined ? undefined : fromRow(row);
}

const selectByIds = prepared((reader, { challengeIds }: Given<{ challengeIds: readonly string[] }>) =>
  selectChallenge(reader).where(sql<boolean>`challenge_id = ${anyOf(challengeIds)}`),
);

/** Challenges that are looked up in the same turn of the event loop are read by one statement: held signatures of a process share it. */
export function createChallengeFinder(db: Db): (challengeId: string) => Promise<StoredChallenge | undefined> {
  return readTogether(async (challengeIds) => {
    const { rows } = await selectByIds(db, { challengeIds });
    return new Map(rows.map((row) => [row.challenge_id, fromRow(row)]));
  });
}

/** Reads and locks until the transaction ends: of all that notice a due answer, one settles it. */
export async function lockChallenge(
  tx: Tx,
  challengeId: string,
): Promise<{ readonly challenge: StoredChallenge; readonly tenantNow: Date } | undefined> {
  const [row] = (await lockById(tx, { challengeId })).rows;
  return row === undefined ? undefined : { challenge: fromRow(row), tenantNow: row.tenant_now };
}

const endStarted = prepared((reader, given: Given<{ challengeId: string; sandboxId: string; state: ChallengeState }>) =>
  reader
    .withTables<ChallengeTables>()
    .updateTable('challenge')
    .set({ state: given.state, ended_at: sql<Date>`now()` })
    .where('challenge_id', '=', given.challengeId)
    .where('sandbox_id', '=', given.sandboxId)
    .where('state', '=', 'started')
    .returning('challenge_id'),
);

/** @returns false when the challenge had already ended. */
export async function endChallenge(tx: Tx, { challengeId, sandboxId }: StoredChallenge, state: ChallengeState): Promise<boolean> {
  return (await endStarted(tx, { challengeId, sandboxId, state })).rows.length === 1;
}

const useApproved = prepared((reader, given: Given<{ challengeId: string; contentHash: string }>) =>
  reader
    .withTables<ChallengeTables>()
    .updateTable('challenge')
    .set({ used_at: sql<Date>`now()` })
    .where('challenge_id', '=', given.challengeId)
    .where('content_hash', '=', given.contentHash)
    .where('state', '=', 'approved')
    .where('used_at', 'is', null)
    .returning('challenge_id'),
);

/** Uses an approval. @returns false when it is none, was used before, or is for other content. */
export async function useChallenge(tx: Tx, challengeId: string, contentHash: string): Promise<boolean> {
  return (await useApproved(tx, { challengeId, contentHash })).rows.length === 1;
}

/** The challenges of one device, newest first. */
export async function listDeviceChallenges(reader: Reader, deviceKeyHash: string, limit: number): Promise<readonly StoredChallenge[]> {
  const rows = await selectChallenge(reader)
    .where('device_key_hash', '=', deviceKeyHash)
    .orderBy('created_at', 'desc')
    .orderBy('challenge_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Running challenges of one device answer by themselves `answersInSeconds` from now, or wait for a person (undefined). */
export async function rescheduleDeviceAnswers(tx: Tx, deviceKeyHash: string, answersInSeconds: number | undefined): Promise<void> {
  await tx
    .withTables<ChallengeTables>()
    .updateTable('challenge')
    .set({ answers_at: answersInSeconds === undefined ? null : secondsFromNow(answersInSeconds) })
    .where('device_key_hash', '=', deviceKeyHash)
    .where('state', '=', 'started')
    .where('scenario', '<>', 'timesOut')
    // What is already due has happened, although nobody has looked yet.
    .where((where) => where.or([where('answers_at', 'is', null), where('answers_at', '>', sql<Date>`now()`)]))
    .execute();
}

function selectChallenge(reader: Reader) {
  return reader.withTables<ChallengeTables>().selectFrom('challenge').selectAll().select(sql<Date>`now()`.as('now'));
}

function secondsFromNow(seconds: number) {
  return sql<Date>`now() + ${seconds}::double precision * interval '1 second'`;
}

function fromRow(row: Selectable<ChallengeTable> & { now: Date }): StoredChallenge {
  return {
    challengeId: row.challenge_id,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    method: row.method,
    purpose: row.purpose,
    contentHash: row.content_hash,
    controlCode: row.control_code ?? undefined,
    calculatorNumber: row.calculator_number ?? undefined,
    identity: row.identity ?? undefined,
    state: row.state,
    customerName: row.customer_name,
    signatoryName: row.signatory_name ?? row.customer_name,
    displayText: row.display_text,
    amount: row.display_amount === null || row.display_currency === null ? undefined : { amount: row.display_amount, currency: row.display_currency },
    payee: row.display_payee ?? undefined,
    deviceKeyHash: row.device_key_hash,
    isKnownBrowser: row.is_known_browser,
    dueAnswer: DUE_ANSWERS[row.scenario],
    auditChain: row.audit_chain ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    answersAt: row.answers_at ?? undefined,
    now: row.now,
  };
}
