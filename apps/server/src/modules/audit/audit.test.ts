import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import type { RunStatement, RunWrite } from '#platform/db/run-write.ts';
import { createStatementDoor, createWriteDoor } from '#platform/db/run-write-door.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { entryHash } from './audit-hash.ts';
import { type Audit, chainBegun, createAudit, defineSealJob, type ExportedAuditEntry, type FirstRow, readSealNote } from './index.ts';

const SANDBOX = 'sbx_audit';
const TABLES = ['audit_entry', 'audit_content', 'audit_chain', 'audit_seal', 'audit_sealed_head'] as const;
const keyAudit = Buffer.alloc(32, 7);

let database: OpenedDatabase;
let audit: Audit;
let write: RunWrite;
let writeStatement: RunStatement;

beforeAll(async () => {
  database = await openTestDatabase();
  audit = createAudit({ keyAudit });
  write = createWriteDoor({ db: database.db, appendAudit: audit.append, log: pino({ level: 'silent' }) });
  writeStatement = createStatementDoor({ db: database.db });
});
afterAll(() => database.close());

beforeEach(async () => {
  await tamper('truncate audit_entry, audit_content, audit_chain, audit_seal, audit_sealed_head');
  for (const chain of ['signing:a', 'signing:b']) {
    for (const event of ['session.opened', 'payment.signed', 'payment.settled']) {
      await write((context) => context.audit({ chain, sandboxId: SANDBOX, event, ids: { paymentId: 'pay_1' }, content: { iban: 'EE00', event } }));
    }
  }
});

/** An attack with the database owner's rights: switches the triggers off first. */
async function tamper(statement: string): Promise<void> {
  for (const table of TABLES) await sql`alter table ${sql.table(table)} disable trigger user`.execute(database.db);
  await sql.raw(statement).execute(database.db);
  for (const table of TABLES) await sql`alter table ${sql.table(table)} enable trigger user`.execute(database.db);
}

async function findings(): Promise<readonly string[]> {
  const { findings: found } = await audit.verify(database.db);
  return found.map(({ kind, chain, position }) => `${kind} ${chain} ${position}`);
}

async function exportChain(chain: string): Promise<readonly ExportedAuditEntry[]> {
  const entries: ExportedAuditEntry[] = [];
  for await (const entry of audit.export(database.db, { chain })) entries.push(entry);
  return entries;
}

const seal = () => write(({ tx }) => audit.seal(tx));

describe('an untouched log', () => {
  it('verifies, sealed or not', async () => {
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, chains: 2, entries: 6, seals: 0, findings: [] });
    expect(await seal()).toMatchObject({ number: 1, chains: 2 });
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, seals: 1, findings: [] });
  });

  it.runIf(process.env.TEST_DATABASE !== 'postgres')('is sealed by the same statements for any number of chains', async () => {
    const grow = (chains: number) =>
      write(async (context) => {
        for (let number = 0; number < chains; number += 1)
          await context.audit({ chain: `signing:${number}`, sandboxId: SANDBOX, event: 'session.opened', ids: {} });
      });
    const countStatements = async () => (await database.query('select count(*)::integer as kept from pg_prepared_statements')).rows;
    await grow(2);
    await seal();
    const kept = await countStatements();
    for (const chains of [3, 5, 8]) {
      await grow(chains);
      expect(await seal()).toMatchObject({ chains });
    }
    expect(await countStatements()).toEqual(kept);
    expect(await findings()).toEqual([]);
  });

  it('is verified in small statements that do not block writes', async () => {
    const append = (name: string) =>
      write(async (context) => {
        for (let number = 0; number < 1_200; number += 1)
          await context.audit({ chain: `signing:${number}`, sandboxId: SANDBOX, event: name, ids: {}, content: { name } });
      });
    await append('session.opened');
    const ended: string[] = [];
    const verifying = audit.verify(database.db).finally(() => ended.push('verification'));
    await append('payment.signed').then(() => ended.push('write'));
    expect((await verifying).findings).toEqual([]);
    // PostgreSQL does both at once; the embedded database has one connection, which the verification gives back after each statement.
    if (database.engine === 'pglite') expect(ended).toEqual(['write', 'verification']);
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, chains: 1_202, entries: 2_406 });
  });

  it('does not verify with another key', async () => {
    expect(await createAudit({ keyAudit: Buffer.alloc(32, 8) }).verify(database.db)).toMatchObject({ ok: false });
  });

  it('has no entries of a write that was rolled back', async () => {
    await expect(
      write(async (context) => {
        await context.audit({ chain: 'signing:a', sandboxId: SANDBOX, event: 'payment.signed', ids: {} });
        throw new Error('The act failed.');
      }),
    ).rejects.toThrow('The act failed.');
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, entries: 6 });
  });

  it('appends all entries of one transaction, in their order on each chain', async () => {
    const events = [
      ['signing:b', 'one', { iban: 'EE01' }],
      ['signing:a', 'two', undefined],
      ['signing:new', 'three', { iban: 'EE03' }],
      ['signing:a', 'four', { iban: 'EE04' }],
      ['signing:new', 'five', undefined],
    ] as const;
    await write(async (context) => {
      for (const [chain, event, content] of events) {
        await context.audit({ chain, sandboxId: SANDBOX, event, ids: { event }, ...(content === undefined ? {} : { content }) });
      }
    });
    const ends = async (chain: string) => (await exportChain(chain)).slice(-2).map(({ position, event, content }) => [position, event, content]);
    expect(await ends('signing:a')).toEqual([
      [4, 'two', null],
      [5, 'four', '{"iban":"EE04"}'],
    ]);
    expect(await ends('signing:b')).toEqual([
      [3, 'payment.settled', '{"event":"payment.settled","iban":"EE00"}'],
      [4, 'one', '{"iban":"EE01"}'],
    ]);
    expect(await ends('signing:new')).toEqual([
      [1, 'three', '{"iban":"EE03"}'],
      [2, 'five', null],
    ]);
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, entries: 11 });
  });

  // One statement that inserts the act's own row, if the act takes place, and the first entry of its chain.
  const act = prepared(
    (_reader, given: Given<FirstRow & { readonly takesPlace: boolean }>) => sql<{ name: string }>`
    with acted as (insert into act (name) select ${given.chain} where ${given.takesPlace}::boolean returning name),
    ${chainBegun(given, sql`acted`)} select name from acted`,
  );
  beforeAll(() => database.query('create table act (name text)'));

  const begin = (chain: string, takesPlace = true) =>
    writeStatement('began', async (db) => {
      const { rows } = await sql<{ now: Date }>`select date_trunc('milliseconds', now()) as now`.execute(db);
      const first = audit.begin({ chain, sandboxId: SANDBOX, event: 'began', ids: { chain }, at: rows[0]?.now ?? new Date(0) });
      return (await act(db, { ...first, takesPlace })).rows.length > 0;
    });

  it('writes the first entry of a chain in one statement with the act, and continues the chain', async () => {
    expect(await begin('signing:first')).toBe(true);
    await write((context) => context.audit({ chain: 'signing:first', sandboxId: SANDBOX, event: 'went-on', ids: {} }));
    expect((await exportChain('signing:first')).map(({ position, event, content }) => [position, event, content])).toEqual([
      [1, 'began', null],
      [2, 'went-on', null],
    ]);
    expect(await seal()).toMatchObject({ number: 1, chains: 3 });
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, chains: 3, entries: 8, findings: [] });
  });

  it('begins no chain for an act that does not take place', async () => {
    expect(await begin('signing:not', false)).toBe(false);
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, chains: 2, entries: 6 });
    expect(await begin('signing:not')).toBe(true);
  });

  it('refuses another first entry of a chain together with its act, also simultaneously', async () => {
    await expect(begin('signing:a')).rejects.toMatchObject({ code: '23505' });
    expect((await database.query(`select from act where name = 'signing:a'`)).rows).toEqual([]);
    const outcomes = await Promise.allSettled([begin('signing:raced'), begin('signing:raced'), begin('signing:raced')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, chains: 3, entries: 7 });
  });

  it('appends simultaneous transactions on the same chains in opposite orders without deadlock or loss', async () => {
    const orders = Array.from({ length: 12 }, (_, number) => (number % 2 === 0 ? ['signing:a', 'signing:new'] : ['signing:new', 'signing:a']));
    await Promise.all(
      orders.map((chains) =>
        write(async (context) => {
          for (const chain of chains) await context.audit({ chain, sandboxId: SANDBOX, event: 'both', ids: {} });
        }),
      ),
    );
    expect((await exportChain('signing:new')).map(({ position }) => position)).toEqual(orders.map((_, index) => index + 1));
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, entries: 30 });
  });

  it('retries no transaction when two name the same chains in opposite orders while one chain is locked', async () => {
    const begun: (readonly string[])[] = [];
    const act = (chains: readonly string[]) =>
      write(async (context) => {
        begun.push(chains);
        for (const chain of chains) await context.audit({ chain, sandboxId: SANDBOX, event: 'both', ids: {} });
      });
    const orders = [
      ['signing:a', 'signing:new'],
      ['signing:new', 'signing:a'],
    ];
    const acts: Promise<void>[] = [];
    await database.db.transaction().execute(async (tx) => {
      await sql`select 1 from audit_chain where chain = 'signing:a' for update`.execute(tx);
      for (const order of orders) {
        acts.push(act(order));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    await Promise.all(acts);
    expect(begun).toEqual(orders);
  });

  it('numbers parallel appends of one chain without a gap', async () => {
    const append = () => write((context) => context.audit({ chain: 'signing:c', sandboxId: SANDBOX, event: 'polled', ids: {} }));
    await Promise.all(Array.from({ length: 10 }, append));
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, entries: 16 });
  });

  it('seals only chains that grew since the last seal', async () => {
    await seal();
    expect(await seal()).toBeUndefined();
    await write((context) => context.audit({ chain: 'signing:b', sandboxId: SANDBOX, event: 'payment.settled', ids: {} }));
    expect(await seal()).toMatchObject({ number: 2, chains: 1 });
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, seals: 2 });
  });

  it('exports every entry in order, with its content and UTC time', async () => {
    const exported = await exportChain('signing:a');
    expect(exported.map(({ position, event }) => [position, event])).toEqual([
      [1, 'session.opened'],
      [2, 'payment.signed'],
      [3, 'payment.settled'],
    ]);
    expect(exported[0]).toMatchObject({ content: '{"event":"session.opened","iban":"EE00"}', recordedAt: expect.stringMatching(/Z$/) });
  });
});

describe('the database', () => {
  it.each([
    "update audit_entry set event = 'x' where position = 2",
    'delete from audit_entry where position = 3',
    'truncate audit_entry cascade',
    "update audit_content set content = '{}'",
    'delete from audit_chain',
    'update audit_seal set number = 9',
    'delete from audit_sealed_head',
  ])('refuses: %s', async (statement) => {
    await seal();
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/append-only/);
    expect(await audit.verify(database.db)).toMatchObject({ ok: true });
  });
});

describe('a tampered log', () => {
  it.each([
    ['the event of a row', "update audit_entry set event = 'payment.refused' where chain = 'signing:a' and position = 2", 'edited signing:a 2'],
    ['an id in a row', `update audit_entry set ids = '{"paymentId":"pay_2"}' where chain = 'signing:a' and position = 1`, 'edited signing:a 1'],
    [
      'the time of a row',
      "update audit_entry set recorded_at = recorded_at + interval '1 second' where chain = 'signing:b' and position = 3",
      'edited signing:b 3',
    ],
    ['the hash of a row', "update audit_entry set hash = repeat('0', 64) where chain = 'signing:b' and position = 1", 'edited signing:b 1'],
    ['the content', "update audit_content set content = '{}' where chain = 'signing:a' and position = 2", 'contentEdited signing:a 2'],
    ['the content, deleted without a record', "delete from audit_content where chain = 'signing:a' and position = 2", 'contentRemoved signing:a 2'],
    ['the head', "update audit_chain set hash = repeat('0', 64) where chain = 'signing:a'", 'headEdited signing:a 3'],
  ])('shows an edit of %s', async (_what, statement, expected) => {
    await tamper(statement);
    expect(await findings()).toContain(expected);
  });

  it.each([1, 2, 3])('shows that entry %i was removed', async (position) => {
    const where = `where chain = 'signing:a' and position = ${position}`;
    await tamper(`delete from audit_content ${where}`);
    await tamper(`delete from audit_entry ${where}`);
    expect(await findings()).toContain(`removed signing:a ${position}`);
  });

  it('shows an entry that was appended to a chain together with its head', async () => {
    const copied = `insert into audit_entry select chain, 4, sandbox_id, event, ids, null, hash, repeat('a', 64), recorded_at from audit_entry where chain = 'signing:a' and position = 3`;
    await tamper(copied);
    await tamper("update audit_chain set position = 4, hash = repeat('a', 64) where chain = 'signing:a'");
    expect(await findings()).toEqual(['edited signing:a 4']);
  });

  it('shows that two entries were swapped', async () => {
    await tamper('delete from audit_content');
    await tamper("update audit_entry set position = 9 where chain = 'signing:a' and position = 1");
    await tamper("update audit_entry set position = 1 where chain = 'signing:a' and position = 2");
    await tamper("update audit_entry set position = 2 where chain = 'signing:a' and position = 9");
    expect(await findings()).toEqual(expect.arrayContaining(['moved signing:a 1', 'moved signing:a 2']));
  });

  it('shows an entry that was rewritten with the key, because the next entry contains the old hash', async () => {
    const [, second] = await exportChain('signing:a');
    if (second === undefined) throw new Error('The chain has no second entry.');
    const ids = { paymentId: 'pay_2' };
    const hash = entryHash(keyAudit, { ...second, ids, recordedAt: new Date(second.recordedAt) });
    await tamper(`update audit_entry set ids = '${JSON.stringify(ids)}', hash = '${hash}' where chain = 'signing:a' and position = 2`);
    expect(await findings()).toEqual(['edited signing:a 3']);
  });

  it('shows after a seal that the last entry of a chain was removed and its head set back', async () => {
    await seal();
    await tamper("delete from audit_content where chain = 'signing:a' and position = 3");
    await tamper("delete from audit_entry where chain = 'signing:a' and position = 3");
    await tamper(
      "update audit_chain set position = 2, hash = (select hash from audit_entry where chain = 'signing:a' and position = 2) where chain = 'signing:a'",
    );
    expect(await findings()).toEqual(['headEdited signing:a 2', 'removed signing:a 3']);
  });

  it('shows after a seal that a whole chain was removed', async () => {
    await seal();
    for (const table of ['audit_content', 'audit_entry', 'audit_chain']) await tamper(`delete from ${table} where chain = 'signing:b'`);
    expect(await findings()).toEqual(['removed signing:b 3']);
  });

  it('shows that a head was marked as sealed to exclude it from the sealing job', async () => {
    await tamper("update audit_chain set is_sealed = true where chain = 'signing:b'");
    await seal();
    expect(await findings()).toEqual(['headEdited signing:b 3']);
    await write((context) => context.audit({ chain: 'signing:b', sandboxId: SANDBOX, event: 'payment.settled', ids: {} }));
    expect(await findings()).toEqual([]);
    await tamper("update audit_chain set is_sealed = true where chain = 'signing:b'");
    await seal();
    expect(await findings()).toEqual(['headEdited signing:b 4']);
  });

  it('shows that the mark of a head was removed to exclude it from the sealing job', async () => {
    await tamper('alter table audit_chain alter is_sealed drop not null');
    await tamper("update audit_chain set is_sealed = null where chain = 'signing:b'");
    await seal();
    expect(await findings()).toEqual(['headEdited signing:b 3']);
    await tamper('update audit_chain set is_sealed = false');
    await tamper('alter table audit_chain alter is_sealed set not null');
  });

  it.each([0, -1, 999])('shows that a head was marked as sealed by seal %i, which does not exist', async (number) => {
    await tamper("update audit_chain set is_sealed = true where chain = 'signing:b'");
    await tamper(`insert into audit_sealed_head select ${number}, chain, position, hash from audit_chain where chain = 'signing:b'`);
    await seal();
    expect(await findings()).toEqual([`sealRemoved audit:top ${number}`]);
    const since = readSealNote((await audit.verify(database.db)).topSeal ?? '');
    expect(await audit.verify(database.db, since)).toMatchObject({ ok: false });
  });

  it.each([
    ['a time without end', `recorded_at = 'infinity'`],
    ['a time without beginning', `recorded_at = '-infinity'`],
    ['a year that no date has', `recorded_at = '290000-01-01'`],
    ['a number that JSON does not have', `ids = '{"paymentId":1e400}'`],
    ['an erasure of positions that are no text', `event = 'audit.erased', ids = '{"positions":1}'`],
    ['an erasure without ids', `event = 'audit.erased', ids = 'null'`],
  ])('shows an entry of %s, and what else was changed', async (_what, change) => {
    await seal();
    await tamper(`update audit_entry set ${change} where chain = 'signing:a' and position = 2`);
    await tamper("update audit_entry set event = 'payment.refused' where chain = 'signing:b' and position = 3");
    await expect(findings()).resolves.toEqual(['edited signing:a 2', 'edited signing:b 3']);
    expect(await exportChain('signing:a')).toHaveLength(3);
  });

  // A search for its original position over two thousand million positions would end no verification.
  it('shows at once an edited entry that was moved far beyond its chain', async () => {
    await tamper("delete from audit_content where chain = 'signing:a' and position = 3");
    await tamper("update audit_entry set position = 2147483647, event = 'payment.refused' where chain = 'signing:a' and position = 3");
    expect(await findings()).toEqual([
      'removed signing:a 3',
      'edited signing:a 2147483647',
      'contentRemoved signing:a 2147483647',
      'headEdited signing:a 2147483647',
    ]);
  });

  it('shows a seal of a time without end, and what else was changed', async () => {
    await seal();
    await tamper("update audit_seal set sealed_at = 'infinity'");
    await tamper("delete from audit_content where chain = 'signing:b' and position = 3");
    await expect(findings()).resolves.toEqual(['contentRemoved signing:b 3', 'sealEdited audit:top 1']);
  });

  it('shows that sealed heads were taken out of a seal, of all chains or of one', async () => {
    await seal();
    await tamper("delete from audit_sealed_head where chain = 'signing:b'");
    expect(await findings()).toEqual(['headEdited signing:b 3', 'sealEdited audit:top 1']);
    await tamper('delete from audit_sealed_head');
    expect(await findings()).toEqual(['headEdited signing:a 3', 'headEdited signing:b 3', 'sealEdited audit:top 1']);
  });

  it('shows an edited and a removed seal', async () => {
    await seal();
    await write((context) => context.audit({ chain: 'signing:b', sandboxId: SANDBOX, event: 'payment.settled', ids: {} }));
    await seal();
    await tamper("update audit_sealed_head set position = 2 where seal_number = 1 and chain = 'signing:a'");
    expect(await findings()).toContain('sealEdited audit:top 1');
    await tamper('delete from audit_seal where number = 1');
    expect(await findings()).toContain('sealRemoved audit:top 1');
  });
});

// Review of 25 November 2026, S9.
describe('a seal that was noted outside the database', () => {
  const removed = async () => {
    await seal();
    await write((context) => context.audit({ chain: 'signing:c', sandboxId: SANDBOX, event: 'payment.signed', ids: { paymentId: 'pay_2' } }));
    await seal();
    const { topSeal = '' } = await audit.verify(database.db);
    await tamper("delete from audit_entry where chain = 'signing:c'");
    await tamper("delete from audit_chain where chain = 'signing:c'");
    await tamper('delete from audit_sealed_head where seal_number = 2');
    await tamper('delete from audit_seal where number = 2');
    return readSealNote(topSeal);
  };

  it('shows that a chain was removed with all later seals', async () => {
    const noted = await removed();
    expect(await audit.verify(database.db)).toMatchObject({ ok: true });
    const { ok, findings: found } = await audit.verify(database.db, noted);
    expect([ok, found.map(({ kind, position }) => [kind, position])]).toEqual([false, [['sealRemoved', 2]]]);
  });

  it('shows the removal also after the log has grown and was sealed again', async () => {
    const noted = await removed();
    await write((context) => context.audit({ chain: 'signing:d', sandboxId: SANDBOX, event: 'payment.signed', ids: { paymentId: 'pay_3' } }));
    await seal();
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, seals: 2 });
    const { ok, findings: found } = await audit.verify(database.db, noted);
    expect([ok, found.map(({ kind, position }) => [kind, position])]).toEqual([false, [['sealEdited', 2]]]);
  });

  it('shows a removal of everything', async () => {
    const noted = await removed();
    await tamper('truncate audit_entry, audit_content, audit_chain, audit_seal, audit_sealed_head');
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, entries: 0 });
    expect(await audit.verify(database.db, noted)).toMatchObject({ ok: false });
  });

  it.each([
    ['of the future', { number: 3, hash: 'a'.repeat(64) }, 'sealRemoved', 3],
    ['far in the future', { number: 999_999_999, hash: 'a'.repeat(64) }, 'sealRemoved', 999_999_999],
    ['with the hash of another one', undefined, 'sealEdited', 2],
  ])('shows one %s', async (_what, given, kind, position) => {
    const first = await seal();
    await write((context) => context.audit({ chain: 'signing:c', sandboxId: SANDBOX, event: 'payment.signed', ids: {} }));
    await seal();
    const noted = given ?? { number: 2, hash: first?.hash ?? '' };
    const { ok, findings: found } = await audit.verify(database.db, noted);
    expect([ok, found.map((each) => [each.kind, each.position])]).toEqual([false, [[kind, position]]]);
  });

  it('shows that a seal was removed together with its chain, also the first seal', async () => {
    const sealed = [];
    for (const chain of ['signing:c', 'signing:d', 'signing:e']) {
      await write((context) => context.audit({ chain, sandboxId: SANDBOX, event: 'payment.signed', ids: {} }));
      sealed.push(await seal());
    }
    const remove = async (chain: string, number: number) => {
      for (const table of ['audit_content', 'audit_entry', 'audit_chain']) await tamper(`delete from ${table} where chain = '${chain}'`);
      await tamper(`delete from audit_sealed_head where seal_number = ${number}`);
      await tamper(`delete from audit_seal where number = ${number}`);
    };
    await remove('signing:d', 2);
    for (const noted of [undefined, ...sealed]) expect(await audit.verify(database.db, noted)).toMatchObject({ ok: false });
    expect(await findings()).toContain('sealRemoved audit:top 2');
    await remove('signing:e', 3);
    await remove('signing:c', 1);
    expect(await audit.verify(database.db, sealed[0])).toMatchObject({ ok: false });
  });

  it('is found in an untouched log, also after later seals', async () => {
    const noted = await seal();
    await write((context) => context.audit({ chain: 'signing:c', sandboxId: SANDBOX, event: 'payment.signed', ids: {} }));
    const later = await seal();
    for (const each of [noted, later]) expect(await audit.verify(database.db, each)).toMatchObject({ ok: true, findings: [] });
  });

  it.each([
    '',
    '1',
    '1:',
    ':abc',
    `0:${'a'.repeat(64)}`,
    `-1:${'a'.repeat(64)}`,
    `1:${'A'.repeat(64)}`,
    `1:${'a'.repeat(63)}`,
    `1:${'a'.repeat(65)}`,
    `1: ${'a'.repeat(64)}`,
    `1.5:${'a'.repeat(64)}`,
  ])('is not read from %j', (text) => {
    expect(readSealNote(text)).toBeUndefined();
  });
});

describe('the sealing job', () => {
  const logged: unknown[] = [];
  /** Runs the job once. */
  async function run(seal: Parameters<typeof defineSealJob>[1]): Promise<void> {
    logged.length = 0;
    const handlers: ((data: never, attempt: number) => Promise<void>)[] = [];
    const jobs: Jobs = {
      define: (_queue, handler) => void handlers.push(handler),
      send: async () => true,
      wake: () => {},
      repeat: () => {},
      start: async () => {},
      stop: async () => {},
    };
    defineSealJob({ jobs, write, clock: createClock(), log: { info: (...line: unknown[]) => void logged.push(line) } }, seal);
    for (const handler of handlers) await Reflect.apply(handler, undefined, [{}]);
  }

  it('ends once it has caught up, though chains go on growing', async () => {
    const passes = [1_000, 1_000, 3, 5, 1];
    await run(async () => ({ number: 1, hash: '', chains: passes.shift() ?? 1 }));
    expect(passes).toEqual([5, 1]);
  });

  it('seals the chains that grew', async () => {
    await run(audit.seal);
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, seals: 1 });
    const { topSeal } = await audit.verify(database.db);
    expect(topSeal).toMatch(/^1:[0-9a-f]{64}$/);
    expect(logged).toEqual([[{ seal: topSeal, chains: 2 }, 'audit sealed']]);
  });
});

describe('an erasure', () => {
  it('is itself an entry, and the chain still verifies', async () => {
    const erased = await write(({ tx }) => audit.erase(tx, { chain: 'signing:a', sandboxId: SANDBOX, reason: 'profileDeleted' }));
    expect(erased).toEqual([1, 2, 3]);
    expect(await audit.verify(database.db)).toMatchObject({ ok: true, entries: 7 });
    const exported = await exportChain('signing:a');
    expect(exported.map(({ content }) => content)).toEqual([null, null, null, null]);
    expect(exported.at(-1)).toMatchObject({ event: 'audit.erased', ids: { positions: '1,2,3', reason: 'profileDeleted' } });
  });

  it('covers only the positions it names', async () => {
    await write(({ tx }) => audit.erase(tx, { chain: 'signing:a', sandboxId: SANDBOX, positions: [1], reason: 'retentionEnded' }));
    await tamper("delete from audit_content where chain = 'signing:a' and position = 2");
    expect(await findings()).toEqual(['contentRemoved signing:a 2']);
  });

  it('without content to erase records nothing', async () => {
    const erase = () => write(({ tx }) => audit.erase(tx, { chain: 'signing:a', sandboxId: SANDBOX, reason: 'profileDeleted' }));
    await erase();
    expect(await erase()).toEqual([]);
    expect(await audit.verify(database.db)).toMatchObject({ entries: 7 });
  });
});
