/**
 * The rows of challenges. A challenge is found by its id, which is unique in the installation and unguessable; the row names the
 * sandbox. Times are database time.
 */
import type { AuthMethod, CalculatorNumber, ChallengeForm, ChallengeState, DeviceScenario, Locale } from '@portico/contract';
import { DEVICE_SCENARIOS } from '@portico/contract/values';
import { type ColumnType, type RawBuilder, type Selectable, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared, unawaited } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { StoredChallenge } from './challenge.ts';
import { type ChallengeEvent, hasLapsed } from './challenge-state.ts';
import type { Evidence } from './evidence.ts';

type ChallengeTable = {
  challenge_id: string;
  sandbox_id: string;
  customer_id: string;
  person: string | null;
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
  form: ChallengeForm;
  opened_by_hash: string | null;
  is_known_browser: boolean;
  scenario: DeviceScenario;
  audit_chain: string | null;
  created_at: ColumnType<Date, Date, never>;
  expires_at: Date;
  answers_at: Date | null;
  ended_at: ColumnType<Date | null, undefined, Date>;
  used_at: ColumnType<Date | null, undefined, Date>;
  locale: Locale | null;
  provider: string | null;
  returned_at: ColumnType<Date | null, undefined, Date>;
  evidence: ColumnType<Evidence | null, undefined, string>;
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

/** A challenge to be written, its times in seconds from then. */
export interface NewChallenge extends Omit<StoredChallenge, 'state' | 'createdAt' | 'expiresAt' | 'answersAt' | 'isUsed' | 'evidence' | 'now'> {
  readonly lastsSeconds: number;
  /** 0: it begins now. Negative: it continues a visit to the bank that began before. */
  readonly begunInSeconds: number;
  /** Absent: it waits for a person. */
  readonly answersInSeconds: number | undefined;
}

/** A new challenge as a statement takes it. */
export type NewChallengeRow = Omit<NewChallenge, 'calculatorNumber' | 'amount' | 'dueAnswer' | 'link' | 'redirect'> & {
  readonly form: ChallengeForm;
  /** JSON. */
  readonly calculatorNumber: string | undefined;
  /** Of a challenge on a page of the bank from which the customer has come back already. */
  readonly isReturned: boolean;
  readonly displayAmount: string | undefined;
  readonly displayCurrency: string | undefined;
  readonly scenario: DeviceScenario;
};

/** Writes a challenge, unless its method is blocked or the caller's own conditions do not hold. @returns whether it is written. */
export type WriteChallenge = (challenge: NewChallengeRow) => Promise<boolean>;

export function toNewRow({ calculatorNumber, amount, dueAnswer, link, redirect, ...challenge }: NewChallenge): NewChallengeRow {
  return {
    ...challenge,
    form: redirect !== undefined ? 'redirect' : link === undefined ? 'notification' : 'deviceLink',
    calculatorNumber: calculatorNumber && JSON.stringify(calculatorNumber),
    isReturned: redirect?.isReturned === true,
    displayAmount: amount?.amount,
    displayCurrency: amount?.currency,
    scenario: toScenario(dueAnswer),
  };
}

/**
 * A statement that writes a new challenge, unless its method is blocked. It answers the challenge's id where it has written it; that the id is
 * not new is a failure.
 *
 * @param act of another module's store: written together with the challenge, or neither is. It selects from `startable`, which has a row unless
 * the method is blocked, and answers one row.
 */
export function challengeBegun(given: Given<NewChallengeRow>, act: RawBuilder<unknown> = sql`select from startable`): RawBuilder<BegunRow> {
  return sql`with startable as (
      select true where not exists (
        select from person_attempt
        where sandbox_id = ${given.sandboxId} and person = ${given.person} and method = ${given.method}
          and case when ${given.isKnownBrowser}::boolean then blocked_until else stranger_blocked_until end > ${tenantNow(sql`${given.sandboxId}`)}
      )
    ), begun as (${act})
    insert into challenge (challenge_id, sandbox_id, customer_id, person, method, purpose, content_hash, control_code, calculator_number, identity, state,
      customer_name, signatory_name, display_text, display_amount, display_currency, display_payee, device_key_hash, form, is_known_browser, scenario,
      audit_chain, locale, provider, returned_at, created_at, expires_at, answers_at)
    select ${given.challengeId}, ${given.sandboxId}, ${given.customerId}, ${given.person}, ${given.method}, ${given.purpose}, ${given.contentHash},
      ${given.controlCode}, ${given.calculatorNumber}::jsonb, ${given.identity}, 'started', ${given.customerName}, ${given.signatoryName},
      ${given.displayText}, ${given.displayAmount}, ${given.displayCurrency}, ${given.payee}, ${given.deviceKeyHash},
      ${given.form}, ${given.isKnownBrowser}::boolean, ${given.scenario}, ${given.auditChain},
      ${given.locale}, ${given.provider}, case when ${given.isReturned}::boolean then now() end,
      ${secondsFromNow(given.begunInSeconds)}, ${secondsFromNow(given.lastsSeconds)},
      ${secondsFromNow(given.answersInSeconds)}
    from begun
    returning challenge_id`;
}

interface BegunRow {
  readonly challenge_id: string;
}

const insert = prepared((_reader, given: Given<NewChallengeRow>) => challengeBegun(given));

/** @returns false when the method is blocked. */
export async function insertChallenge(reader: Reader, challenge: NewChallengeRow): Promise<boolean> {
  return (await insert(reader, challenge)).rows.length === 1;
}

const selectById = prepared((reader, given: Given<{ challengeId: string }>) => selectChallenge(reader).where('challenge_id', '=', given.challengeId));

// The row of the attempts is not locked here. Code that changes it locks it first.
const lockById = prepared((reader, given: Given<{ challengeId: string }>) =>
  selectChallenge(reader)
    .select(tenantNow(sql.ref('challenge.sandbox_id')).as('tenant_now'))
    .select(
      sql<boolean>`exists (
        select from person_attempt
        where person_attempt.sandbox_id = challenge.sandbox_id and person_attempt.person = coalesce(challenge.person, challenge.customer_id)
          and person_attempt.method = challenge.method and case when is_known_browser then failures else stranger_failures end > 0
      )`.as('has_failures'),
    )
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

/** `hasFailures`: its method has failed, in browsers of its kind, since it was last approved. */
interface Locked {
  readonly challenge: StoredChallenge;
  readonly tenantNow: Date;
  readonly hasFailures: boolean;
}

/** Reads and locks until the transaction ends: of all that notice a due answer, one records it. */
export async function lockChallenge(tx: Tx, challengeId: string): Promise<Locked | undefined> {
  const [row] = (await lockById(tx, { challengeId })).rows;
  return row === undefined ? undefined : { challenge: fromRow(row), tenantNow: row.tenant_now, hasFailures: row.has_failures };
}

const writeEnd = unawaited((tx, given: Given<ChallengeEnd>) =>
  tx
    .withTables<ChallengeTables>()
    .updateTable('challenge')
    .set({
      state: given.state,
      ended_at: sql<Date>`coalesce(ended_at, now())`,
      used_at: sql<Date>`case when ${given.isUsed}::boolean then now() else used_at end`,
      evidence: sql<string>`coalesce(${given.evidence}::jsonb, evidence)`,
    })
    .where('challenge_id', '=', given.challengeId)
    .where('sandbox_id', '=', given.sandboxId),
);

interface ChallengeEnd {
  readonly challengeId: string;
  readonly sandboxId: string;
  readonly state: ChallengeState;
  /** The approval is used with this. */
  readonly isUsed: boolean;
  /** JSON of {@link Evidence}. */
  readonly evidence: string | undefined;
}

/** Call with the row locked, for a challenge that had not ended or whose approval was not used. */
export async function endChallenge(tx: Tx, end: ChallengeEnd): Promise<void> {
  await writeEnd(tx, end);
}

/** The challenges of one device, newest first. */
export async function listDeviceChallenges(reader: Reader, deviceKeyHash: string, limit: number): Promise<readonly StoredChallenge[]> {
  const rows = await selectChallenge(reader)
    .where(isShownOn(deviceKeyHash))
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
    .where(isShownOn(deviceKeyHash))
    .where('state', '=', 'started')
    .where('scenario', '<>', 'timesOut')
    // An answer that is already due has been given, although it is not recorded yet.
    .where((where) => where.or([where('answers_at', 'is', null), where('answers_at', '>', sql<Date>`now()`)]))
    .execute();
}

/** A link is shown by the device that opened it, and by no device before. */
const isShownOn = (deviceKeyHash: string) =>
  sql<boolean>`(form = 'notification' and device_key_hash = ${deviceKeyHash} or opened_by_hash = ${deviceKeyHash})`;

function selectChallenge(reader: Reader) {
  return reader.withTables<ChallengeTables>().selectFrom('challenge').selectAll().select(sql<Date>`now()`.as('now'));
}

function secondsFromNow(seconds: number | RawBuilder<number | null>) {
  return sql<Date>`now() + ${seconds}::double precision * interval '1 second'`;
}

function fromRow(row: Selectable<ChallengeTable> & { now: Date }): StoredChallenge {
  return {
    challengeId: row.challenge_id,
    sandboxId: row.sandbox_id,
    customerId: row.customer_id,
    person: row.person ?? row.customer_id,
    method: row.method,
    purpose: row.purpose,
    contentHash: row.content_hash,
    controlCode: row.form === 'deviceLink' ? undefined : (row.control_code ?? undefined),
    calculatorNumber: row.calculator_number ?? undefined,
    link:
      row.form === 'deviceLink'
        ? { openedByHash: row.opened_by_hash ?? undefined, elapsedSeconds: Math.floor((row.now.getTime() - row.created_at.getTime()) / 1000) }
        : undefined,
    redirect: row.form === 'redirect' ? { isReturned: row.returned_at !== null } : undefined,
    locale: row.locale ?? undefined,
    provider: row.provider ?? undefined,
    evidence: row.evidence ?? undefined,
    identity: row.identity ?? undefined,
    state: isLapsedApproval(row) ? 'timedOut' : row.state,
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
    isUsed: row.used_at !== null,
    now: row.now,
  };
}

function isLapsedApproval({ state, used_at: usedAt, created_at: createdAt, now }: Selectable<ChallengeTable> & { now: Date }): boolean {
  return state === 'approved' && usedAt === null && hasLapsed({ createdAt }, now);
}
