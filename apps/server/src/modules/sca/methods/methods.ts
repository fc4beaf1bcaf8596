/** The authentication methods as data: what the customer calls them, what the page and the device show, and where they work. */
import type { AuthMethod } from '@portico/contract';
import type { Customer } from '#modules/bank/index.ts';
import type { Config } from '#platform/config.ts';
import { mobileIdControlCode, smartIdControlCode } from './control-code.ts';

export interface ScaMethod {
  readonly name: string;
  /** How the code comes about that page and device both show; absent for methods without one. */
  readonly controlCode?: (contentHash: string) => string;
  /** The customer types what the device shows. */
  readonly hasResponse?: true;
  /** What the device knows itself by. */
  readonly identity: (customer: Customer) => string | undefined;
  /** Card reader and calculators have a stand-in in the sandbox and nothing else yet. */
  readonly needsTestDevice?: true;
}

const METHODS: Readonly<Record<AuthMethod, ScaMethod>> = {
  SMART_ID: { name: 'Smart-ID', controlCode: smartIdControlCode, identity: (customer) => customer.nationalIdentityNumber },
  MOBILE_ID: { name: 'Mobile-ID', controlCode: mobileIdControlCode, identity: (customer) => customer.phoneNumber },
  IDCARD: { name: 'ID-card', identity: certificateName, needsTestDevice: true },
  CODE_CALCULATOR: { name: 'Code calculator', hasResponse: true, identity: (customer) => customer.nationalIdentityNumber, needsTestDevice: true },
  EPARAKSTS_MOBILE: { name: 'eParaksts mobile', identity: (customer) => customer.userNumber },
};

/** The method when this installation can carry it out, else undefined. */
export function findMethod(method: AuthMethod, { bank }: Pick<Config, 'bank'>): ScaMethod | undefined {
  const found = METHODS[method];
  return found.needsTestDevice === true && bank !== 'sandbox' ? undefined : found;
}

/** As Estonian certificates name their holder: `NÄIDIS,LIIS,60001019906`. */
function certificateName({ surname, firstName, nationalIdentityNumber }: Customer): string {
  return [surname.toUpperCase(), firstName.toUpperCase(), nationalIdentityNumber].join(',');
}
