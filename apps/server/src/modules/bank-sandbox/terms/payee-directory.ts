/**
 * Fictitious payees that every sandbox knows, so that each answer of Verification of Payee can be tried with the same shop name,
 * "Lumen Books OÜ". The demo shop repeats these IBANs: it knows the bank by its public API only.
 */

export interface DirectoryPayee {
  readonly iban: string;
  /** Registered name of the account holder. */
  readonly name: string;
  /** Names the holder trades under: a close match. */
  readonly tradeNames: readonly string[];
  /** False where the payee's bank does not answer verification requests. */
  readonly answersVerification: boolean;
}

export const PAYEES = {
  /** "Lumen Books OÜ" is the holder: MTCH. Harbour Bank (98), reachable for instant payments. */
  lumenBooks: { iban: 'EE869800100045081764', name: 'Lumen Books OÜ', tradeNames: [], answersVerification: true },
  /** The holder trades as "Lumen Books": CMTC with the registered name. An account at Portico Bank itself. */
  lumenRaamatud: { iban: 'EE639977200100450817', name: 'Lumen Raamatud OÜ', tradeNames: ['Lumen Books'], answersVerification: true },
  /** Somebody else's account: NMTC for "Lumen Books OÜ". */
  somebodyElse: { iban: 'EE769800100099001237', name: 'Hallikivi Haldus OÜ', tradeNames: [], answersVerification: true },
  /** Cloudberry Bank (96) does not answer: NOAP. */
  notAnswering: { iban: 'EE409600300012345673', name: 'Lumen Books OÜ', tradeNames: [], answersVerification: false },
  /** Meadow Savings Bank (97): MTCH, but instant payments do not reach it. */
  withoutInstant: { iban: 'EE089700200045081761', name: 'Lumen Books OÜ', tradeNames: [], answersVerification: true },
} as const satisfies Readonly<Record<string, DirectoryPayee>>;

const BY_IBAN: ReadonlyMap<string, DirectoryPayee> = new Map(Object.values(PAYEES).map((payee) => [payee.iban, payee]));

export function findDirectoryPayee(iban: string): DirectoryPayee | undefined {
  return BY_IBAN.get(iban);
}
