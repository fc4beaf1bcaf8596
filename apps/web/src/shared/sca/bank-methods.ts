/** The methods that the bank carries out itself (docs/decisions/0109). */
import type { BankMethod } from '@portico/contract';
import { type AuthMethod, LOCALES } from '@portico/contract/values';

type Offered = readonly BankMethod[] | undefined;

/** The method whose words a page uses: an ID card that the bank reads on its page is the bank's page here. */
export function spokenMethod(method: AuthMethod, offered: Offered): AuthMethod {
  return isOnBankPage(method, offered) ? 'BANK_PAGE' : method;
}

export function isOnBankPage(method: AuthMethod | undefined, offered: Offered): boolean {
  return offered?.some((each) => each.method === method && each.approach === 'redirect') === true;
}

/** As the bank names the method; undefined for a method that the bank does not carry out itself. */
export function bankLabel(method: AuthMethod, offered: Offered, locale: string): string | undefined {
  const labels = offered?.find((each) => each.method === method)?.labels;
  return labels?.[LOCALES.find((each) => each === locale) ?? 'en'];
}
