/** The representative of a company in a consent or statement: before the signature the person whom the bank names now, afterwards the signatory. */
import { type Bank, type Owner, signatoryNameOf } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';

interface Represented extends Owner {
  readonly representative: string | undefined;
}

/** Only for a grant that awaits its signature: the bank may have replaced the representative since the application's request. */
export async function withPresentRepresentative<Grant extends Represented>(
  bank: Pick<Bank, 'findCustomer'>,
  reader: Reader,
  grant: Grant,
): Promise<Grant> {
  if (grant.representative === undefined) return grant;
  const { sandboxId, customerId } = grant;
  const customer = await bank.findCustomer({ sandboxId, customerId }, reader);
  return customer === undefined ? grant : { ...grant, representative: signatoryNameOf(customer) };
}
