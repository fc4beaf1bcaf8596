/** Failures that mean "the database is away or busy, nothing happened": answered 503 with `Retry-After`, never 500. */

/** PostgreSQL error classes 08 (connection), 53 (resources), 57P (operator intervention) and Node's socket errors. */
const CODE = /^(08[0-9A-Z]{3}|53[0-9A-Z]{3}|57P0[1-5]|57014|55P03|40001|40P01|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** `pg` reports these without a code. */
const MESSAGE = /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && CODE.test(error.code)) return true;
  return MESSAGE.test(error.message) || (error.cause !== undefined && isDatabaseUnavailable(error.cause));
}
