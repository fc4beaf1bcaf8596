/** Names of the wire's short words, and the texts that the specification knows by a key. */
import type { BankCountry, CustomerScenario } from '@portico/contract/values';

export const TEXTS = { 'tokens.msgDataReset': 'Sandbox data is reset.' } as const;

export const COUNTRY_NAMES: Readonly<Record<BankCountry, string>> = { ee: 'Estonia', lt: 'Lithuania', lv: 'Latvia' };

export const SCENARIO_NAMES: Readonly<Record<CustomerScenario, string>> = {
  approves: 'Approves',
  refuses: 'Refuses',
  wrongCode: 'Compares the wrong code',
  timesOut: 'Does not answer',
  sessionExpires: 'Waits until the session expires',
  needsSecondSignature: 'Needs a second signature',
  notEnoughMoney: 'Has not enough money',
  bankSlow: 'Meets a slow bank',
  bankDown: 'Meets a bank that is down',
};
