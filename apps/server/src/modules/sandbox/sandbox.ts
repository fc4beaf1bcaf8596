/** A developer's sandbox: one current test customer with a token, resets, own customers, test clock. */
import type {
  BankCountry,
  ImportedSandbox,
  ImportQuery,
  NewCustomerBody,
  NewTestAccount,
  SandboxDocument,
  SandboxTables,
  TestAccount,
  TestClock,
  TokenUser,
} from '@portico/contract';
import type { CustomerScenario } from '@portico/contract/values';
import type { Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Platform } from '#platform/platform.ts';
import type { TakeOwnerTurn } from '#platform/threads/owner-turns.ts';
import type { Owner } from '../bank/index.ts';
import type { TestCustomer } from '../bank-sandbox/index.ts';
import type { Payments } from '../payments/index.ts';
import type { AppOwner, TppApps } from '../tpp-apps/index.ts';

export interface SandboxDeps {
  readonly platform: Pick<Platform, 'config' | 'db' | 'write' | 'clock' | 'random'>;
  readonly tppApps: Pick<TppApps, 'requireOfDeveloper' | 'listOfDeveloper'>;
  /** Of developers: the deletion of an application waits for the changes of its sandbox. */
  readonly takeTurn: TakeOwnerTurn;
  readonly payments: Pick<Payments, 'nextExecution' | 'execute'>;
  /** Ends a customer's open payments. */
  readonly endPayments: (context: WriteContext, owner: Owner) => Promise<void>;
  /** Ends everything that lets applications read a customer's data: consents, statements and sessions of the fallback interface. */
  readonly endAccess: (context: WriteContext, owner: Owner) => Promise<void>;
  /** Ends unfinished signing sessions and rejects their resources. */
  readonly endSignings: (context: WriteContext, whose: { readonly sandboxId: string; readonly customerId?: string }) => Promise<void>;
  /** Ends the signing sessions that are overdue by the sandbox's clock. */
  readonly endOverdueSignings: (sandboxId: string) => Promise<void>;
  /** Lifts blocked methods of strong customer authentication. */
  readonly liftBlocks: (tx: Tx, owner: Owner) => Promise<void>;
  readonly endBankSessions: (tx: Tx, whose: { readonly sandboxId: string; readonly customerId?: string }) => Promise<void>;
}

/** A test customer as shown on the developer's page. */
export interface ShownUser {
  readonly id: string;
  readonly userName: string;
  readonly shownToken: string | undefined;
}

/** The tables of an export. */
export const SANDBOX_TABLES = ['customers', 'accounts', 'transactions'] as const;
export type SandboxTable = (typeof SANDBOX_TABLES)[number];

export interface Sandbox {
  listUsers(owner: AppOwner): Promise<readonly TokenUser[]>;
  /** @throws UiRefusal 404; 409 PAGE_STALE. */
  activate(owner: AppOwner, user: ShownUser): Promise<TokenUser>;
  /** Issues a new token to the current customer, who is first in the result. */
  refresh(owner: AppOwner): Promise<readonly TokenUser[]>;
  /** Runs the work; a failure because the sandbox was deleted becomes a 404. */
  inSandbox<Result>(sandboxId: string, work: () => Promise<Result>): Promise<Result>;
  reset(owner: Owner): Promise<void>;
  createCustomer(owner: AppOwner, wanted: NewCustomerBody): Promise<TokenUser>;
  removeCustomer(owner: AppOwner, customerId: string): Promise<void>;
  listAccounts(owner: AppOwner, customerId: string): Promise<readonly TestAccount[]>;
  addAccount(owner: AppOwner, customerId: string, wanted: NewTestAccount): Promise<TestAccount>;
  removeAccount(owner: AppOwner, customerId: string, iban: string): Promise<void>;
  setScenario(owner: AppOwner, customerId: string, scenario: CustomerScenario): Promise<TokenUser>;
  readClock(owner: AppOwner): Promise<TestClock>;
  advanceClock(owner: AppOwner, step: ClockStep): Promise<TestClock>;
  backToRealTime(owner: AppOwner): Promise<TestClock>;
  /**
   * The named customer, else the current one, else that of the guides, else any of the country; of the oldest sandbox that has one. Undefined for
   * another developer's sandbox.
   */
  findSignInCustomer(developerId: string, wanted: SignInCustomer): Promise<TestCustomer | undefined>;
  /** @throws UiRefusal 404; 409 when it has more transactions than a document. */
  exportDocument(owner: AppOwner): Promise<SandboxDocument>;
  /** As comma-separated values, with the numbers of this sandbox. @throws as `exportDocument`. */
  exportTable(owner: AppOwner, table: SandboxTable): Promise<string>;
  /** All of it or nothing. @throws UiRefusal 400, 404, 409, 429. */
  importDocument(owner: AppOwner, document: SandboxDocument, how: ImportQuery): Promise<ImportedSandbox>;
  /** The files of an export, also as a spreadsheet saved them. @throws as `importDocument`. */
  importTables(owner: AppOwner, tables: SandboxTables, how: ImportQuery): Promise<ImportedSandbox>;
  /** Replaces the sandbox with the one that follows from the seed. @throws UiRefusal 404, 429. */
  seedSandbox(owner: AppOwner, seed: string): Promise<ImportedSandbox>;
  /** The current test customer of a sandbox, for `bypass=true`. */
  currentCustomer(sandboxId: string): Promise<Owner | undefined>;
}

export interface SignInCustomer {
  readonly country: BankCountry;
  /** Of the application that sent the customer. */
  readonly sandboxId?: string | undefined;
  readonly customerId?: string | undefined;
}

export interface ClockStep {
  readonly minutes?: number | undefined;
  readonly days?: number | undefined;
  readonly months?: number | undefined;
}
