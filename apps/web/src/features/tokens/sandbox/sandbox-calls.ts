/** The calls that change a developer's sandbox: customers, accounts, scenarios and time. */
import type { AdvanceClockBody, ImportedSandbox, NewCustomerBody, NewTestAccount, TestAccount, TestClock, TokenUser } from '@portico/contract';
import type { CustomerScenario } from '@portico/contract/values';
import { isImportedSandbox, isTestAccount, isTestAccounts, isTestClock, isTokenUser } from '../../../shared/api/answers.ts';
import type { ApiClient } from '../../../shared/api/api-client.ts';

export interface SandboxCalls {
  addCustomer(customer: NewCustomerBody): Promise<TokenUser>;
  removeCustomer(id: string): Promise<void>;
  accounts(customerId: string, signal: AbortSignal): Promise<readonly TestAccount[]>;
  addAccount(customerId: string, account: NewTestAccount): Promise<TestAccount>;
  removeAccount(customerId: string, iban: string): Promise<void>;
  setScenario(customerId: string, scenario: CustomerScenario): Promise<TokenUser>;
  clock(signal: AbortSignal): Promise<TestClock>;
  advanceClock(by: AdvanceClockBody): Promise<TestClock>;
  /** `path`: `document` or the name of a table. */
  exportFile(path: string): Promise<Blob>;
  importDocument(document: unknown, mode: 'add' | 'replace'): Promise<ImportedSandbox>;
  /** The CSV files of an export, in any order. */
  importTables(tables: readonly string[], mode: 'add' | 'replace'): Promise<ImportedSandbox>;
  /** Resets all customers with it. */
  backToRealTime(): Promise<TestClock>;
}

export function createSandboxCalls(api: ApiClient): SandboxCalls {
  const customer = (id: string) => `/tpp/customers/${encodeURIComponent(id)}`;
  return {
    addCustomer: (body) => api.json({ path: '/tpp/customers', method: 'POST', body }, isTokenUser),
    removeCustomer: (id) => api.nothing({ path: customer(id), method: 'DELETE' }),
    accounts: (id, signal) => api.json({ path: `${customer(id)}/accounts`, signal }, isTestAccounts),
    addAccount: (id, body) => api.json({ path: `${customer(id)}/accounts`, method: 'POST', body }, isTestAccount),
    removeAccount: (id, iban) => api.nothing({ path: `${customer(id)}/accounts/${encodeURIComponent(iban)}`, method: 'DELETE' }),
    setScenario: (id, scenario) => api.json({ path: `${customer(id)}/scenario`, method: 'PUT', body: { scenario } }, isTokenUser),
    clock: (signal) => api.json({ path: '/tpp/clock', signal }, isTestClock),
    advanceClock: (body) => api.json({ path: '/tpp/clock/advance', method: 'POST', body }, isTestClock),
    exportFile: (path) => api.blob({ path: `/tpp/sandbox/${path}` }),
    importDocument: (body, mode) => api.json({ path: '/tpp/sandbox/document', method: 'POST', query: { mode }, body }, isImportedSandbox),
    importTables: (tables, mode) => api.json({ path: '/tpp/sandbox/tables', method: 'POST', query: { mode }, body: { tables } }, isImportedSandbox),
    backToRealTime: () => api.json({ path: '/tpp/clock', method: 'DELETE', body: { confirm: true } }, isTestClock),
  };
}
