/** The implementation of `run-write.ts`, which documents it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { auditEntries } from '../telemetry/instruments.ts';
import type { Db } from './database.ts';
import { claimAnswer, storeAnswer } from './idempotency-store.ts';
import type { AppendAudit, AuditEntry, Idempotency, RunStatement, RunWrite, WriteContext } from './run-write.ts';

const ATTEMPTS_MAX = 3;
/** PostgreSQL's serialization_failure and deadlock_detected: nothing has changed, and the transaction can be repeated. */
const RETRYABLE_CODES: ReadonlySet<unknown> = new Set(['40001', '40P01']);

type Effect = () => void | Promise<void>;

const insideWrite = new AsyncLocalStorage<true>();

export function createWriteDoor(deps: { db: Db; appendAudit: AppendAudit; log: Logger }): RunWrite {
  async function attempt<Result>(
    work: (context: WriteContext) => Promise<Result>,
    idempotency: Idempotency | undefined,
    effects: Effect[],
  ): Promise<Result> {
    return deps.db.transaction().execute(async (tx) => {
      if (idempotency !== undefined) {
        const earlier = await claimAnswer<Result>(tx, idempotency);
        if (earlier !== undefined) return earlier.answer;
      }
      const entries: AuditEntry[] = [];
      const context: WriteContext = {
        tx,
        audit: async (entry) => void entries.push(entry),
        afterCommit: (effect) => void effects.push(effect),
      };
      const answer = await work(context);
      if (entries.length > 0) {
        await deps.appendAudit(tx, entries);
        effects.push(() => countEvents(entries));
      }
      if (idempotency !== undefined) await storeAnswer(tx, idempotency, answer);
      return answer;
    });
  }

  async function runEffect(effect: Effect): Promise<void> {
    try {
      await effect();
    } catch (error) {
      deps.log.error({ err: error }, 'An effect after a commit failed; the write stands.');
    }
  }

  return async (work, options = {}) => {
    refuseInside();
    let effects: Effect[] = [];
    const result = await insideWrite.run(true, () =>
      repeatedly(() => {
        effects = [];
        return attempt(work, options.idempotency, effects);
      }),
    );
    // Outside the guard: the transaction has ended, and an effect may write again.
    for (const effect of effects) await runEffect(effect);
    return result;
  };
}

export function createStatementDoor({ db }: { readonly db: Db }): RunStatement {
  return async (event, send) => {
    refuseInside();
    const isWritten = await repeatedly(() => send(db));
    if (isWritten) countEvents([{ event }]);
    return isWritten;
  };
}

function refuseInside(): void {
  if (insideWrite.getStore()) throw new Error('A write inside a write: hand the open transaction on instead.');
}

async function repeatedly<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= ATTEMPTS_MAX || !isRetryable(error)) throw error;
    }
  }
}

function countEvents(entries: readonly Pick<AuditEntry, 'event'>[]): void {
  for (const { event } of entries) auditEntries.add(1, { event });
}

function isRetryable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && RETRYABLE_CODES.has(error.code);
}
