/**
 * Fictitious payees of every sandbox, one for each result of Verification of Payee, all for the shop name "Lumen Books OÜ". The demo shop repeats
 * these IBANs, because it uses the bank's public API only.
 */

export interface DirectoryPayee {
  readonly iban: string;
  /** Registered name of the account holder. */
  readonly name: string;
  /** Names the holder trades under: a close match. */
  readonly tradeNames: readonly string[];
  /** False: the payee's bank does not respond to verification requests. */
  readonly answersVerification: boolean;
}

export const PAYEES = {
  /** "Lumen Books OÜ" is the holder: MTCH. Harbour Bank (98), reachable for instant payments. */
  lumenBooks: { iban: 'EE869800100045081764', name: 'Lumen Books OÜ', tradeNames: [], answersVerification: true },
  /** The holder trades as "Lumen Books": CMTC with the registered name. An account at Portico Bank itself. */
  lumenRaamatud: { iban: 'EE639977200100450817', name: 'Lumen Raamatud OÜ', tradeNames: ['Lumen Books'], answersVerification: true },
  /** Another holder's account: NMTC for "Lumen Books OÜ". */
  somebodyElse: { iban: 'EE769800100099001237', name: 'Hallikivi Haldus OÜ', tradeNames: [], answersVerification: true },
  /** Cloudberry Bank (96) does not respond: NOAP. */
  notAnswering: { iban: 'EE409600300012345673', name: 'Lumen Books OÜ', tradeNames: [], answersVerification: false },
  /** Meadow Savings Bank (97): MTCH, but instant payments do not reach it. */
  withoutInstant: { iban: 'EE089700200045081761', name: 'Lumen Books OÜ', tradeNames: [], answersVerification: true },
} as const satisfies Readonly<Record<string, DirectoryPayee>>;

const BY_IBAN: ReadonlyMap<string, DirectoryPayee> = new Map(Object.values(PAYEES).map((payee) => [payee.iban, payee]));

export function findDirectoryPayee(iban: string): DirectoryPayee | undefined {
  return BY_IBAN.get(iban);
}
