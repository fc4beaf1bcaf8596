/**
 * The limit of a server in this language: Fastify and `pg` send the captured statements of one signed payment and do nothing else. Statements are
 * prepared once per connection and run in the same transactions. It is a separate process; the order is a JSON file named on the command line.
 */
import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';
import { Pool, type PoolClient } from 'pg';
import { compilePattern, createFresh, type StatementPattern, slotsOf } from './statements.ts';

export interface BareOrder {
  readonly port: number;
  readonly databaseUrl: string;
  readonly customers: number;
  readonly patterns: readonly StatementPattern[];
}

/** The same number as in the server. */
const CONNECTIONS_MAX = 12;

const order: BareOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const pool = new Pool({ connectionString: order.databaseUrl, max: CONNECTIONS_MAX });
const statements = order.patterns.map(({ text, values }, at) => ({ name: `s${at}`, text, values: values.map(compilePattern) }));

async function sign(index: number): Promise<void> {
  const slots = slotsOf(index, order.customers);
  const freshOf = createFresh();
  let client: PoolClient | undefined;
  try {
    for (const { name, text, values } of statements) {
      client ??= await pool.connect();
      await client.query(values.length === 0 ? text : { name, text, values: values.map((fill) => fill(slots, freshOf)) });
      if (insideTransaction.has(name)) continue;
      client.release();
      client = undefined;
    }
  } catch (error) {
    client?.release(true);
    throw error;
  }
}

/** Names of the statements inside a transaction. */
const insideTransaction = new Set<string>();
let isInTransaction = false;
for (const { name, text } of statements) {
  if (text === 'begin') isInTransaction = true;
  if (text === 'commit') isInTransaction = false;
  if (isInTransaction) insideTransaction.add(name);
}

const app = fastify({ logger: false });
app.put('/api/ui/payment', async (request) => {
  await sign(Number(String(request.headers['signing-id']).replace(/^s+/, '')));
  return { transactionStatus: 'ACCC', signedAt: new Date().toISOString() };
});
await app.listen({ port: order.port, host: 'localhost' });
process.stdout.write('ready\n');
