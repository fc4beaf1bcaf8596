/**
 * The limit of a server in this language: Fastify and `pg` send the captured statements of one read and return the rows. Statements are prepared once
 * per connection and run in the same transactions. It is a separate process; the order is a JSON file named on the command line.
 */
import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';
import { Pool, type PoolClient } from 'pg';
import { compilePattern, type StatementPattern } from '../signing/statements.ts';
import { copies, slotsOf } from './rehearsal.ts';

interface BareOrder {
  readonly port: number;
  readonly databaseUrl: string;
  readonly reads: readonly BareRead[];
}

export interface BareRead {
  /** The path below the account. */
  readonly name: string;
  readonly patterns: readonly StatementPattern[];
}

/** The same number as in the server. */
const CONNECTIONS_MAX = 12;

const order: BareOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const pool = new Pool({ connectionString: order.databaseUrl, max: CONNECTIONS_MAX });
const app = fastify({ logger: false });

for (const { name: read, patterns } of order.reads) {
  const statements = patterns.map(({ text, values }, at) => ({ name: `${read}${at}`, text, values: values.map(compilePattern) }));
  app.get<{ Params: { accountId: string } }>(`/api/v1/accounts/:accountId/${read}`, async (request) => {
    const slots = slotsOf(copies.customerOf(request.params.accountId));
    let client: PoolClient | undefined;
    let isInTransaction = false;
    let found: unknown[] = [];
    try {
      for (const { name, text, values } of statements) {
        client ??= await pool.connect();
        const given = values.map((fill) => fill(slots, missing));
        const { rows } = await client.query(values.length === 0 ? text : { name, text, values: given });
        if (rows.length >= found.length && text.startsWith('select')) found = rows;
        isInTransaction = text === 'begin' || (isInTransaction && text !== 'commit');
        if (isInTransaction) continue;
        client.release();
        client = undefined;
      }
    } catch (error) {
      client?.release(true);
      throw error;
    }
    return found;
  });
}

function missing(name: string): string {
  throw new Error(`Nothing is made afresh by a reading: ${name}.`);
}

await app.listen({ port: order.port, host: 'localhost' });
process.stdout.write('ready\n');
