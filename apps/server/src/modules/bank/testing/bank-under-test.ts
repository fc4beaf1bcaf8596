/** What the contract tests need of an implementation: the bank, accounts that no other test uses, and the special cases below. */
import type { Reader } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { AccountReader } from '../account-reader.ts';
import type { Bank, CreditTransfer, Customer, TransferOutcome } from '../bank.ts';

/** An EUR account with a balance, of a customer whose signature alone is enough. */
export interface TestAccount {
  readonly customer: Customer;
  readonly accountId: string;
  readonly iban: string;
}

/** A company whose representative signs first, and its second signatory. */
interface TestCompany {
  readonly company: Customer;
  readonly second: Customer;
}

export interface BankUnderTest {
  readonly bank: Bank;
  readonly accounts: AccountReader;
  /** For queries. */
  readonly db: Reader;
  /** Runs a transaction; as in the server, money moves in such transactions. */
  readonly write: RunWrite;
  /** Returns another account at each call, alternating between at least two customers; with 10.00 EUR or more, and no holds. */
  takeAccount(): Promise<TestAccount>;
  /** Undefined for a core that has no company with two signatories. */
  findCompany(): Promise<TestCompany | undefined>;
  /** Persons with several roles. Undefined: the core has none. */
  findRoles?(): Promise<readonly Customer[]>;
  /** A payee whose name the bank can verify. */
  readonly payee: { readonly iban: string; readonly name: string };
  /** An IBAN whose bank does not respond to Verification of Payee. */
  readonly silentIban: string;
  close(): Promise<void>;
}

/** Shorthands for the tests. Every payment has a new id, so that the tests can run against the same core repeatedly. */
export function createTeller({ bank, accounts, db, write }: BankUnderTest) {
  const run = crypto.randomUUID();
  let payments = 0;
  const holdEach = (transfers: readonly CreditTransfer[]) => write(({ tx }) => bank.holdEach(tx, transfers));
  const settleAll = (transfers: readonly CreditTransfer[]) => write(({ tx }) => bank.settleHolds(tx, transfers));
  const releaseAll = (transfers: readonly CreditTransfer[]) =>
    write(({ tx }) =>
      bank.releaseHolds(
        tx,
        transfers.map(({ paymentId }) => paymentId),
      ),
    );

  return {
    /** 1.00 EUR and the bank's fee, from one of its accounts to another. */
    transfer(from: TestAccount, to: TestAccount, changes: Partial<CreditTransfer> = {}): CreditTransfer {
      payments += 1;
      const transfer = {
        sandboxId: from.customer.sandboxId,
        customerId: from.customer.customerId,
        paymentId: `pay_contract_${run}_${payments}`,
        debtorIban: from.iban,
        amountCents: 100,
        currency: 'EUR',
        creditorIban: to.iban,
        creditorName: to.customer.name,
        remittance: `Contract ${payments}`,
        endToEndId: `E2E-${payments}`,
        product: 'INDIVIDUAL_INSTANT_SEPA',
        ...changes,
      } as const;
      return { feeCents: bank.feeCents(transfer), ...transfer };
    },
    pay: (transfer: CreditTransfer): Promise<TransferOutcome> => write(({ tx }) => bank.transferInstantly(tx, transfer)),
    hold: async (transfer: CreditTransfer): Promise<TransferOutcome | undefined> => (await holdEach([transfer]))[0],
    settle: async (transfer: CreditTransfer): Promise<TransferOutcome | undefined> => (await settleAll([transfer]))[0],
    release: (transfer: CreditTransfer): Promise<void> => releaseAll([transfer]),
    holdEach,
    holdAll: (transfers: readonly CreditTransfer[]) => write(({ tx }) => bank.holdAll(tx, transfers)),
    settleAll,
    releaseAll,
    async available({ customer, iban }: TestAccount): Promise<number> {
      return (await bank.findAccount(db, customer, iban))?.availableCents ?? Number.NaN;
    },
    async booked({ customer, accountId }: TestAccount): Promise<number> {
      return (await accounts.readAccount(customer, accountId))?.bookedCents ?? Number.NaN;
    },
  };
}
export type Teller = ReturnType<typeof createTeller>;

export type OpenTest = () => { readonly opened: BankUnderTest; readonly teller: Teller };

/** A date range that contains every booking of a run, in every time zone of a bank. */
export function daysAround(): { readonly dateFrom: string; readonly dateTo: string } {
  const dayMs = 24 * 60 * 60 * 1000;
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  return { dateFrom: day(-2), dateTo: day(2) };
}
