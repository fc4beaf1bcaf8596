/** How the portal's lists name a test customer: who it is, where, and what happens when this customer signs. */
import type { TokenUser } from '@portico/contract';
import type { BankCountry, CustomerScenario } from '@portico/contract/values';

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

/** A company by its name. */
export function customerName({ companyName, customer }: Pick<TokenUser, 'companyName' | 'customer'>): string {
  return companyName ?? `${customer.name} ${customer.surname}`;
}

/** `anna.kask · Anna Kask, Estonia · Approves`: lists are sorted by the user name. */
export function customerLabel(user: TokenUser): string {
  return `${user.userName} · ${customerName(user)}, ${COUNTRY_NAMES[user.country]} · ${SCENARIO_NAMES[user.scenario]}`;
}
