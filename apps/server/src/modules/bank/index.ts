export type * from './bank.ts';
export { createSandboxBank } from './sandbox/create-sandbox-bank.ts';
export { type DemoLogin, listDemoLogins } from './sandbox/demo-logins.ts';
export { verifyLedger } from './sandbox/ledger-store.ts';
export { PAYEES } from './sandbox/payee-directory.ts';
export { seedSandbox } from './sandbox/seed/seed-sandbox.ts';
