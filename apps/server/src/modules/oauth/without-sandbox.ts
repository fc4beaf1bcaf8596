/** PostgreSQL's codes: a sandbox that was deleted has no tenant time, and no row can refer to it. */
const [NULL_VALUE, NO_REFERENCED_ROW] = ['23502', '23503'];

/** False for the error of an insert into a sandbox that does not exist. @throws any other error. */
export function falseWithoutSandbox(error: unknown): false {
  const { code, column }: { readonly code?: unknown; readonly column?: unknown } = Object(error);
  if (code === NO_REFERENCED_ROW || (code === NULL_VALUE && column === 'expires_at')) return false;
  throw error;
}
