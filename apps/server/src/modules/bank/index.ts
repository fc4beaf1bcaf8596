export type * from './account-reader.ts';
export type * from './bank.ts';
export { bankDate, bankMorning, bankTime, bankZone, secondsUntilTomorrow } from './bank-date.ts';
export { BANK_TENANT, type BankKind, isTenantOf, makeBankTenant } from './bank-tenant.ts';
export { BankUnavailable, inWordsOf } from './bank-unavailable.ts';
export type * from './demo-login.ts';
export { BANK_TIME_ZONE, ordinaryExecutionTime } from './execution-time.ts';
export { explainIban } from './explain-iban.ts';
export { signatoryNameOf } from './signatory-name.ts';
