/** Sends the captured statements without a server: pgbench prepares them on the same number of connections. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type StatementPattern, toSqlExpression } from './statements.ts';

/** Writes the script. Each value becomes an expression of the type that PostgreSQL infers for its parameter. */
export async function writePgbenchScript(
  databaseUrl: string,
  patterns: readonly StatementPattern[],
  { clients, customers }: { readonly clients: number; readonly customers: number },
  folder: string,
): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const lines = [
    `\\set n :n + 1`,
    `\\set i :first + :n * ${clients} + :client_id`,
    `\\set c (:i % ${customers}) + 1`,
    `\\set fresh random(1, 9000000000000)`,
  ];
  for (const [at, { text, values }] of patterns.entries()) {
    await client.query(`prepare p${at} as ${text}`).catch((error: unknown) => {
      if (values.length > 0) throw error;
    });
    const { rows } = await client.query(`select parameter_types::text[] as types from pg_prepared_statements where name = 'p${at}'`);
    const types: readonly string[] = rows[0]?.types ?? [];
    const filled = text.replaceAll(/\$(\d+)/g, (_whole, digits: string) => {
      const position = Number(digits) - 1;
      return `(${toSqlExpression(values[position] ?? null)})::${types[position] ?? 'text'}`;
    });
    lines.push(`${filled.replaceAll(/\s+/g, ' ')};`);
  }
  await client.end();
  const file = join(folder, 'one-payment.pgbench');
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

export interface PgbenchResult {
  readonly perSecond: number;
  readonly signed: number;
}

export async function runPgbench(
  file: string,
  options: { readonly bin: string; readonly databaseUrl: string; readonly clients: number; readonly seconds: number; readonly firstIndex: number },
): Promise<PgbenchResult> {
  const { hostname, port, username, pathname } = new URL(options.databaseUrl);
  const { clients, seconds, firstIndex } = options;
  const threads = String(Math.min(2, clients));
  const variables = ['-D', `first=${firstIndex}`, '-D', 'n=-1'];
  const limits = ['-c', String(clients), '-j', threads, '-T', String(seconds)];
  const { stdout } = await promisify(execFile)(
    join(options.bin, 'pgbench'),
    ['-n', '-M', 'prepared', ...limits, ...variables, '-f', file, '-h', hostname, '-p', port, '-U', username, pathname.slice(1)],
    { env: { ...process.env } },
  );
  const signed = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
  const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (failed > 0 || !Number.isFinite(signed)) throw new Error(`pgbench failed:\n${stdout}`);
  return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), signed };
}
