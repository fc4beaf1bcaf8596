import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordMetrics } from '../../testing/record-metrics.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { auditEntries } from '../telemetry/instruments.ts';
import { UNAWAITED } from './connection.ts';
import type { Db } from './database.ts';
import { IdempotencyConflict } from './idempotency-store.ts';
import type { OpenedDatabase } from './open-database.ts';
import type { AuditEntry } from './run-write.ts';
import { createStatementDoor, createWriteDoor } from './run-write-door.ts';

type SandboxTables = { sandbox: { id: string; name: string } };

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A `runWrite` whose audit log is one statement sent without waiting. */
function openDoorWithLast(statement: () => string) {
  return createWriteDoor({
    db: database.db,
    appendAudit: async (tx) => void (await sql`${sql.raw(`${UNAWAITED} ${statement()}`)}`.execute(tx)),
    log: pino({ level: 'silent' }),
  });
}

function openDoor() {
  const audited: AuditEntry[] = [];
  const write = createWriteDoor({
    db: database.db,
    appendAudit: async (_tx, entries) => void audited.push(...entries),
    log: pino({ level: 'silent' }),
  });
  return { write, audited };
}

async function countSandboxes(id: string): Promise<number> {
  const rows = await database.db.withTables<SandboxTables>().selectFrom('sandbox').select('id').where('id', '=', id).execute();
  return rows.length;
}

describe('a write', () => {
  it('runs effects only after the commit', async () => {
    const { write } = openDoor();
    const seen: number[] = [];
    await write(async (context) => {
      context.afterCommit(async () => void seen.push(await countSandboxes('after-commit')));
      await context.tx.withTables<SandboxTables>().insertInto('sandbox').values({ id: 'after-commit', name: 'a' }).execute();
    });
    expect(seen).toEqual([1]);
  });

  it('is rolled back and runs no effect when the work throws', async () => {
    const { write } = openDoor();
    let effects = 0;
    const failing = write(async (context) => {
      context.afterCommit(() => {
        effects += 1;
      });
      await context.tx.withTables<SandboxTables>().insertInto('sandbox').values({ id: 'rolled-back', name: 'a' }).execute();
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await countSandboxes('rolled-back')).toBe(0);
    expect(effects).toBe(0);
  });

  it('fails when its unawaited last statement fails: nothing is committed, no effect runs, and the next write succeeds', async () => {
    const insert = (id: string) => `insert into sandbox (id, name) values ('${id}', 'a')`;
    let last = insert('written-twice');
    const write = openDoorWithLast(() => last);
    const effects: string[] = [];
    const writeOnce = (id: string) =>
      write(async ({ tx, audit, afterCommit }) => {
        afterCommit(() => void effects.push(id));
        await sql.raw(insert(id)).execute(tx);
        await audit({ chain: 'a', sandboxId: id, event: 'written', ids: {} });
      });
    for (let attempt = 0; attempt < 25; attempt += 1) await expect(writeOnce('written-twice')).rejects.toMatchObject({ code: '23505' });
    expect([await countSandboxes('written-twice'), effects]).toEqual([0, []]);
    last = insert('written-last');
    await writeOnce('written-first');
    expect([await countSandboxes('written-first'), await countSandboxes('written-last'), effects]).toEqual([1, 1, ['written-first']]);
  });

  it('is retried when its last statement ran into a deadlock', async () => {
    let attempts = 0;
    const write = openDoorWithLast(() => {
      attempts += 1;
      return attempts === 1 ? `do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$` : 'select 1';
    });
    await write(async ({ tx, audit }) => {
      await sql`insert into sandbox (id, name) values ('began-again', 'a')`.execute(tx);
      await audit({ chain: 'a', sandboxId: 'began-again', event: 'written', ids: {} });
    });
    expect([attempts, await countSandboxes('began-again')]).toEqual([2, 1]);
  });

  it('fails when its only statement is unawaited and fails; outside a transaction such a statement is awaited', async () => {
    const write = openDoorWithLast(() => 'select 1 / 0');
    await expect(write(({ audit }) => audit({ chain: 'a', sandboxId: 'a', event: 'written', ids: {} }))).rejects.toMatchObject({ code: '22012' });
    await expect(sql`${sql.raw(UNAWAITED)} select 1 / 0`.execute(database.db)).rejects.toMatchObject({ code: '22012' });
    const { rows } = await sql<{ one: number }>`${sql.raw(UNAWAITED)} select 1 as one`.execute(database.db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('is kept when an effect fails', async () => {
    const { write } = openDoor();
    await write(async (context) => {
      context.afterCommit(() => Promise.reject(new Error('mail server down')));
      await context.tx.withTables<SandboxTables>().insertInto('sandbox').values({ id: 'kept', name: 'a' }).execute();
    });
    expect(await countSandboxes('kept')).toBe(1);
  });

  it('is possible in an effect of another write', async () => {
    const { write } = openDoor();
    await write(async (context) => {
      context.afterCommit(() =>
        write(async ({ tx }) => void (await tx.withTables<SandboxTables>().insertInto('sandbox').values({ id: 'by-effect', name: 'a' }).execute())),
      );
    });
    expect(await countSandboxes('by-effect')).toBe(1);
  });

  it('is refused inside a write', async () => {
    const { write } = openDoor();
    await expect(write(() => write(async () => 1))).rejects.toThrow('A write inside a write');
  });

  it('returns the first result to repeated requests and does the work once', async () => {
    const { write } = openDoor();
    const idempotency = { scope: 'app', key: 'same', digest: 'd1' };
    let runs = 0;
    const work = async () => {
      runs += 1;
      return { paymentId: `pay_${runs}` };
    };
    const answers = await Promise.all([write(work, { idempotency }), write(work, { idempotency }), write(work, { idempotency })]);
    expect(answers).toEqual([{ paymentId: 'pay_1' }, { paymentId: 'pay_1' }, { paymentId: 'pay_1' }]);
    expect(runs).toBe(1);
  });

  it('is refused with the idempotency key of another request', async () => {
    const { write } = openDoor();
    await write(async () => 1, { idempotency: { scope: 'app', key: 'k', digest: 'one' } });
    await expect(write(async () => 2, { idempotency: { scope: 'app', key: 'k', digest: 'two' } })).rejects.toBeInstanceOf(IdempotencyConflict);
  });

  it('releases its idempotency key when the work fails', async () => {
    const { write } = openDoor();
    const idempotency = { scope: 'app', key: 'freed', digest: 'd' };
    await expect(write(() => Promise.reject(new Error('refused')), { idempotency })).rejects.toThrow();
    await expect(write(async () => 'done', { idempotency })).resolves.toBe('done');
  });

  it('is retried after a serialization failure and fails after three attempts', async () => {
    const { write } = openDoor();
    let attempts = 0;
    const conflict = Object.assign(new Error('could not serialize access'), { code: '40001' });
    await expect(
      write(() => {
        attempts += 1;
        return Promise.reject(conflict);
      }),
    ).rejects.toBe(conflict);
    expect(attempts).toBe(3);
  });
});

describe('a write of one statement', () => {
  const insert = (id: string) => async (db: Db) => {
    const rows = await sql`insert into sandbox (id, name) values (${id}, 'a') on conflict do nothing returning id`.execute(db);
    return rows.rows.length > 0;
  };

  it('returns whether a row was written, and is counted only then', async () => {
    const metrics = recordMetrics();
    const writeStatement = createStatementDoor({ db: database.db });
    const answers = [await writeStatement('once.written', insert('one-statement')), await writeStatement('once.written', insert('one-statement'))];
    const counted = await metrics.points(auditEntries);
    await metrics.end();
    expect([answers, counted]).toEqual([[true, false], [{ attributes: { event: 'once.written' }, value: 1 }]]);
  });

  it('is attempted at most three times after deadlocks, and once after any other failure', async () => {
    const writeStatement = createStatementDoor({ db: database.db });
    const failing = (code: string, times: number) => {
      let attempts = 0;
      const sent = writeStatement('tried', async (db) => {
        attempts += 1;
        if (attempts <= times) throw Object.assign(new Error('failed'), { code });
        return insert(`tried-${code}`)(db);
      });
      return sent.then(
        (isWritten) => [isWritten, attempts],
        (error: unknown) => [error instanceof Error && error.message, attempts],
      );
    };
    expect([await failing('40P01', 2), await failing('40P01', 3), await failing('23505', 1)]).toEqual([
      [true, 3],
      ['failed', 3],
      ['failed', 1],
    ]);
  });

  it('is not possible inside a write', async () => {
    const { write } = openDoor();
    const writeStatement = createStatementDoor({ db: database.db });
    await expect(write(() => writeStatement('inside', insert('inside')))).rejects.toThrow('A write inside a write');
    expect(await countSandboxes('inside')).toBe(0);
  });
});
