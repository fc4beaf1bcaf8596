export { listDemoLogins } from './customers/demo-logins.ts';
export { fillHistory } from './customers/fill-history.ts';
export { defineRenewNumbersJob } from './customers/renew-numbers.ts';
export { resetCustomer } from './customers/reset-customer.ts';
export { type SandboxCustomer, scenarioOf } from './customers/sandbox-customer.ts';
export {
  createScenarioFinder,
  deleteCustomersAndLedger,
  isHistoryDue,
  readTestAccounts,
  type ScenarioFinder,
} from './customers/test-customer-store.ts';
export { addTestAccount, closeTestAccount, createTestCustomer, removeTestCustomer, setTestScenario } from './customers/test-customers.ts';
export { createSandboxBank } from './sandbox-bank.ts';
export { createSandboxReader } from './sandbox-reader.ts';
export { reachBank } from './scenario-bank.ts';
export { GUIDE_CUSTOMER } from './seed/seed-customers.ts';
export { seedSandbox } from './seed/seed-sandbox.ts';
export { listTestCustomers, type TestCustomer } from './store/customer-store.ts';
export { verifyLedger } from './store/ledger-store.ts';
export { PAYEES } from './terms/payee-directory.ts';
