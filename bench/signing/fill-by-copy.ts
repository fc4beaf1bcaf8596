/** Streams the rows of a query into a table of the same database with `COPY`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

interface Filling {
  readonly table: string;
  readonly columns: readonly string[];
  /** `select …`, a value for each column. */
  readonly rows: string;
}

/** Fills a table while triggers and foreign keys are off. */
export type Fill = (filling: Filling) => Promise<void>;

/** One `psql` produces the rows and another one stores them as they arrive, so that no process holds them all. */
export function fillByCopy({ bin, databaseUrl }: { readonly bin: string; readonly databaseUrl: string }): Fill {
  const psql = (statement: string, stdio: ['ignore', 'pipe', 'pipe'] | ['pipe', 'ignore', 'pipe']) =>
    spawn(join(bin, 'psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', databaseUrl, '-c', statement], {
      stdio,
      env: { ...process.env, PGOPTIONS: '-c session_replication_role=replica -c work_mem=512MB' },
    });
  return async ({ table, columns, rows }) => {
    const maker = psql(`copy (${rows}) to stdout (format binary)`, ['ignore', 'pipe', 'pipe']);
    const taker = psql(`copy ${table} (${columns.join(', ')}) from stdin (format binary)`, ['pipe', 'ignore', 'pipe']);
    if (maker.stdout === null || taker.stdin === null) throw new Error('psql has no pipe.');
    const ends = [maker, taker].map(async (child) => {
      const [complaint, [code]] = await Promise.all([child.stderr === null ? '' : text(child.stderr), once(child, 'exit')]);
      return code === 0 ? '' : `psql ended with ${code}: ${complaint}`;
    });
    const [broken, ...complaints] = await Promise.all([pipeline(maker.stdout, taker.stdin).then(() => '', String), ...ends]);
    const failure = [...complaints, broken].find((complaint) => complaint !== '');
    if (failure !== undefined) throw new Error(`${table} was not filled: ${failure}`);
  };
}
