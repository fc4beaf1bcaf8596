/** Portico as seen from outside, for tests, fault rounds and measurements: its process, its customer and a third-party application. */

export { createBankFolder } from './bank-folder.ts';
export { type Browser, type Call, openBrowser } from './browser.ts';
export { readCalculator, typeResponse } from './calculator.ts';
export { type CallFault, CORE_SECRET, CORE_SECRET_NEXT, type CoreLine, type CoreProcess, openCoreLine, startCore } from './core-process.ts';
export {
  type Customer,
  enterSigning,
  identityOf,
  obtainToken,
  SITE,
  SignInNotApproved,
  type SigningPage,
  signInAtBank,
} from './customer-journey.ts';
export { createDatabase, type OpenedDatabase, openDatabase } from './databases.ts';
export { type OwnShop, openOwnShop } from './demo-shop.ts';
export { askForResetCode, becomeDeveloper, type DeveloperLogin, newDeveloper, signUp } from './developer-journey.ts';
export { CLI_ENTRY, SERVER_ENTRY } from './entries.ts';
export { HOSTILE_TEXTS } from './hostile-texts.ts';
export { htmlPayloads } from './html-payloads.ts';
export { commandEnv, createFolder } from './places.ts';
export {
  BRIEF_SETTINGS,
  demoClient,
  NODE_SETTINGS,
  type PorticoProcess,
  type ServerSettings,
  spawnPortico,
  startPortico,
} from './portico-process.ts';
export { freePort } from './ports.mjs';
export { forgetOldTemplates, TEMPLATES } from './templates.ts';
export { createTpp, type Payment, type PaymentOrder, type Tpp } from './tpp.ts';
export { DATABASE_BUSY, jsonOf, member, overHttp, patient, type Transport, textOf, type WireAnswer, type WireRequest } from './transport.ts';
export { until } from './until.ts';
