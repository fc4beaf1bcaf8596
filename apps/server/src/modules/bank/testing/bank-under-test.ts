/** What the contract tests need of an implementation: itself, accounts nobody else uses, and what is told apart below. */
import type { Reader } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { AccountReader } from '../account-reader.ts';
import type { Bank, CreditTransfer, Customer, TransferOutcome } from '../bank.ts';

/** In EUR, with money, of a customer whose signature is enough. */
export interface TestAccount {
  readonly customer: Customer;
  readonly accountId: string;
  readonly iban: string;
}

/** A company whose representative signs first, and the person who signs second for it. */
interface TestCompany {
  readonly company: Customer;
  readonly second: Customer;
}

export interface BankUnderTest {
  readonly bank: Bank;
  readonly accounts: AccountReader;
  /** For what reads. */
  readonly db: Reader;
  /** Money moves in its transactions, as in the server. */
  readonly write: RunWrite;
  /** Another account at each call, of at least two customers in turn; with 10.00 EUR or more, and nothing reserved on it. */
  takeAccount(): Promise<TestAccount>;
  /** Undefined for a core to be checked that has no company with two signatories. */
  findCompany(): Promise<TestCompany | undefined>;
  /** A payee whose name the bank can verify. */
  readonly payee: { readonly iban: string; readonly name: string };
  /** Where nobody answers a verification of the payee. */
  readonly silentIban: string;
  close(): Promise<void>;
}

/** Short words for what the tests do. Every payment is another one, so that the kit can be run against the same core again. */
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
    /** 1.00 EUR and what the bank asks for it, from one of its accounts to another. */
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

/** Begins before and ends after every booking of a run, in whatever zone the bank is. */
export function daysAround(): { readonly dateFrom: string; readonly dateTo: string } {
  const dayMs = 24 * 60 * 60 * 1000;
  const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  return { dateFrom: day(-2), dateTo: day(2) };
}
