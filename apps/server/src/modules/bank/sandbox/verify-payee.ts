/** Verification of Payee, Regulation (EU) 2024/886 Art. 5c: advisory, and the holder's name is given back for a close match only. */
import type { PayeeVerification } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import { findHolderName } from './account-store.ts';
import { findDirectoryPayee } from './payee-directory.ts';
import { comparePayeeName } from './payee-name.ts';

/** NOAP where no bank of the sandbox can say who holds the account. */
export async function verifyPayee(reader: Reader, payee: { sandboxId: string; iban: string; name: string }): Promise<PayeeVerification> {
  const holderNames = await findHolderNames(reader, payee);
  if (holderNames === undefined) return { result: 'NOAP' };
  switch (comparePayeeName(payee.name, holderNames)) {
    case 'match':
      return { result: 'MTCH' };
    case 'closeMatch':
      return { result: 'CMTC', matchedName: holderNames[0] };
    case 'noMatch':
      return { result: 'NMTC' };
  }
}

async function findHolderNames(reader: Reader, payee: { sandboxId: string; iban: string }): Promise<readonly [string, ...string[]] | undefined> {
  const listed = findDirectoryPayee(payee.iban);
  if (listed !== undefined) return listed.answersVerification ? [listed.name, ...listed.tradeNames] : undefined;
  const holderName = await findHolderName(reader, payee);
  return holderName === undefined ? undefined : [holderName];
}
