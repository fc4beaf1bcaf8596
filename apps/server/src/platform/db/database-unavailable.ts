/** Failures of an unavailable or busy database after which nothing has changed. They return 503 with `Retry-After`, never 500. */
import { certificateFault } from '../tls/certificate-fault.ts';
import { postgresName } from './database-name.ts';
import { NoFreeConnection } from './turns.ts';

/** PostgreSQL error classes 08 (connection), 53 (resources), 57P (operator intervention) and Node's socket errors. */
const CODE = /^(08[0-9A-Z]{3}|53[0-9A-Z]{3}|57P0[1-5]|57014|55P03|40001|40P01|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** `pg` reports these without a code. */
const MESSAGE = /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;
/** A table was altered after a statement on it was prepared on this connection. The next connection prepares it again. */
export const STALE_PLAN = /^cached plan must not change result type/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoFreeConnection || certificateFault(error) !== undefined) return true;
  if ('code' in error && typeof error.code === 'string' && CODE.test(error.code)) return true;
  return MESSAGE.test(error.message) || STALE_PLAN.test(error.message) || (error.cause !== undefined && isDatabaseUnavailable(error.cause));
}

/** PostgreSQL refuses this connection: wrong password or role (class 28), or no such database (3D000). */
const REFUSED = /^(28[0-9A-Z]{3}|3D000)$/;

/** The database could not be used at the start of the process. The message is for operators and contains no password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

/** Explains a failure at the start; returns the error itself when it is another one. */
export function unreachableFrom(error: unknown, databaseUrl: string): unknown {
  const code = rootCode(error);
  const fault = certificateFault(error);
  if (fault !== undefined) {
    const text = `The database ${postgresName(databaseUrl)} cannot be used: ${fault}. Nothing was changed.`;
    return new DatabaseUnreachable(text, { cause: error });
  }
  if (!isDatabaseUnavailable(error) && !REFUSED.test(code ?? '')) return error;
  const reason = REFUSED.test(code ?? '') ? rootMessage(error) : (code ?? rootMessage(error));
  const text = `The database ${postgresName(databaseUrl)} cannot be used (${reason}). Start PostgreSQL 15 or newer there, or correct DATABASE_URL. Nothing was changed.`;
  return new DatabaseUnreachable(text, { cause: error });
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

function rootCode(error: unknown): string | undefined {
  const root = rootOf(error);
  return root instanceof Error && 'code' in root && typeof root.code === 'string' ? root.code : undefined;
}

function rootMessage(error: unknown): string {
  const root = rootOf(error);
  return root instanceof Error ? root.message : String(root);
}
