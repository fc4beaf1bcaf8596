/** Verification of Payee, Regulation (EU) 2024/886 Art. 5c: advisory. The holder's name is returned for a close match only. */
import type { PayeeVerification } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import { readHolderNames } from '../store/account-store.ts';
import { findDirectoryPayee } from '../terms/payee-directory.ts';
import { comparePayeeName } from '../terms/payee-name.ts';

/** Returns results in the order of the payees, and NOAP where no bank of the sandbox knows the holder. Reads the accounts in one statement. */
export async function verifyPayees(reader: Reader, sandboxId: string, payees: readonly Payee[]): Promise<readonly PayeeVerification[]> {
  const holderNames = await readHolderNames(reader, sandboxId, ibansToRead(payees));
  return payees.map((payee) => verify(payee, holderNames));
}

interface Payee {
  readonly iban: string;
  readonly name: string;
}

function verify({ iban, name }: Payee, ownHolders: ReadonlyMap<string, string>): PayeeVerification {
  const holderNames = holderNamesOf(iban, ownHolders);
  if (holderNames === undefined) return { result: 'NOAP' };
  switch (comparePayeeName(name, holderNames)) {
    case 'match':
      return { result: 'MTCH' };
    case 'closeMatch':
      return { result: 'CMTC', matchedName: holderNames[0] };
    case 'noMatch':
      return { result: 'NMTC' };
  }
}

function holderNamesOf(iban: string, ownHolders: ReadonlyMap<string, string>): readonly [string, ...string[]] | undefined {
  const listed = findDirectoryPayee(iban);
  if (listed !== undefined) return listed.answersVerification ? [listed.name, ...listed.tradeNames] : undefined;
  const holderName = ownHolders.get(iban);
  return holderName === undefined ? undefined : [holderName];
}

/** Payees in the directory need no query. */
function ibansToRead(payees: readonly Payee[]): readonly string[] {
  return [...new Set(payees.map(({ iban }) => iban))].filter((iban) => findDirectoryPayee(iban) === undefined);
}
