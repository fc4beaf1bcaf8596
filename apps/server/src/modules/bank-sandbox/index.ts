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
export { parseAmount } from './document/document-bookings.ts';
export { readSandboxCustomers } from './document/document-store.ts';
export { type ImportPlan, planImport } from './document/plan-import.ts';
export { type ReadDocument, readDocument } from './document/read-document.ts';
export { seededDocument } from './document/seeded-document.ts';
export { writeDocument } from './document/write-document.ts';
export { createSandboxBank } from './sandbox-bank.ts';
export { createSandboxReader } from './sandbox-reader.ts';
export { reachBank } from './scenario-bank.ts';
export { GUIDE_CUSTOMER, SEED_CUSTOMERS } from './seed/seed-customers.ts';
export { seedSandbox } from './seed/seed-sandbox.ts';
export { findCustomer, listTestCustomers, type TestCustomer } from './store/customer-store.ts';
export { verifyLedger } from './store/ledger-store.ts';
export { listRepresented } from './store/role-store.ts';
export { PAYEES } from './terms/payee-directory.ts';
