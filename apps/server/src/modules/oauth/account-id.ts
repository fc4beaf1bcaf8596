/** The authorization server's account id: sandbox and customer. It is the `sub` of ID tokens. */
import type { Owner } from '../bank/index.ts';

const SEPARATOR = ':';

export function toAccountId({ sandboxId, customerId }: Owner): string {
  if (sandboxId.includes(SEPARATOR)) throw new Error('A sandbox id must not hold a colon.');
  return `${sandboxId}${SEPARATOR}${customerId}`;
}

/** Undefined when the text is not an account id. */
export function parseAccountId(accountId: string): Owner | undefined {
  const end = accountId.indexOf(SEPARATOR);
  const [sandboxId, customerId] = [accountId.slice(0, end), accountId.slice(end + 1)];
  return end < 1 || customerId === '' ? undefined : { sandboxId, customerId };
}
