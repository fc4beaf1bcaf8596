import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { IdempotencyConflict } from './idempotency-store.ts';
import type { OpenedDatabase } from './open-database.ts';
import type { AuditEntry } from './run-write.ts';
import { createWriteDoor } from './run-write-door.ts';

type SandboxTables = { sandbox: { id: string; name: string } };

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

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

describe('the write door', () => {
  it('runs effects only after the commit', async () => {
    const { write } = openDoor();
    const seen: number[] = [];
    await write(async (context) => {
      context.afterCommit(async () => void seen.push(await countSandboxes('after-commit')));
      await context.tx.withTables<SandboxTables>().insertInto('sandbox').values({ id: 'after-commit', name: 'a' }).execute();
    });
    expect(seen).toEqual([1]);
  });

  it('leaves nothing behind and runs no effect when the work throws', async () => {
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

  it('keeps the write when an effect fails', async () => {
    const { write } = openDoor();
    await write(async (context) => {
      context.afterCommit(() => Promise.reject(new Error('mail server down')));
      await context.tx.withTables<SandboxTables>().insertInto('sandbox').values({ id: 'kept', name: 'a' }).execute();
    });
    expect(await countSandboxes('kept')).toBe(1);
  });

  it('lets an effect write again', async () => {
    const { write } = openDoor();
    await write(async (context) => {
      context.afterCommit(() =>
        write(async ({ tx }) => void (await tx.withTables<SandboxTables>().insertInto('sandbox').values({ id: 'by-effect', name: 'a' }).execute())),
      );
    });
    expect(await countSandboxes('by-effect')).toBe(1);
  });

  it('refuses a write inside a write', async () => {
    const { write } = openDoor();
    await expect(write(() => write(async () => 1))).rejects.toThrow('A write inside a write');
  });

  it('answers a repeat with the first answer and does the work once', async () => {
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

  it('refuses the same key with another request', async () => {
    const { write } = openDoor();
    await write(async () => 1, { idempotency: { scope: 'app', key: 'k', digest: 'one' } });
    await expect(write(async () => 2, { idempotency: { scope: 'app', key: 'k', digest: 'two' } })).rejects.toBeInstanceOf(IdempotencyConflict);
  });

  it('frees the key again when the work fails', async () => {
    const { write } = openDoor();
    const idempotency = { scope: 'app', key: 'freed', digest: 'd' };
    await expect(write(() => Promise.reject(new Error('refused')), { idempotency })).rejects.toThrow();
    await expect(write(async () => 'done', { idempotency })).resolves.toBe('done');
  });

  it('tries a serialization failure again and gives up after three attempts', async () => {
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
