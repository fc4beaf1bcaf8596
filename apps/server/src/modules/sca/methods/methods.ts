/** The authentication methods as data: what the customer calls them, and what the page and the device show. */
import type { AuthMethod, ChallengeForm } from '@portico/contract';
import type { Customer } from '#modules/bank/index.ts';
import type { Authenticator } from '../authenticator.ts';
import { mobileIdControlCode, smartIdControlCode } from './control-code.ts';

export interface ScaMethod {
  readonly name: string;
  /** How the code comes about that page and device both show; absent for methods without one. */
  readonly controlCode?: (contentHash: string) => string;
  /** The app opens by a link or a QR code, too (docs/decisions/0092). */
  readonly hasDeviceLink?: true;
  /** The customer types what the device shows. */
  readonly hasResponse?: true;
  /** What the device knows itself by. */
  readonly identity: (customer: Customer) => string | undefined;
}

export const METHODS: Readonly<Record<AuthMethod, ScaMethod>> = {
  SMART_ID: { name: 'Smart-ID', controlCode: smartIdControlCode, hasDeviceLink: true, identity: (customer) => customer.nationalIdentityNumber },
  MOBILE_ID: { name: 'Mobile-ID', controlCode: mobileIdControlCode, identity: (customer) => customer.phoneNumber },
  IDCARD: { name: 'ID-card', identity: certificateName },
  CODE_CALCULATOR: { name: 'Code calculator', hasResponse: true, identity: (customer) => customer.nationalIdentityNumber },
  EPARAKSTS_MOBILE: { name: 'eParaksts mobile', identity: (customer) => customer.userNumber },
  // Names of last resort: the bank names its methods itself.
  BANK_PAGE: { name: 'The bank’s page', identity: () => undefined },
  BANK_APP: { name: 'The bank’s app', controlCode: smartIdControlCode, identity: (customer) => customer.nationalIdentityNumber },
};

/** True for a form in which this authenticator can ask by this method. */
export function offersForm({ deviceLink, ownMethods }: Authenticator, method: AuthMethod, form: ChallengeForm): boolean {
  if (form === 'redirect') return ownMethods?.some((own) => own.method === method && own.approach === 'redirect') === true;
  return form === 'notification' || (METHODS[method].hasDeviceLink === true && deviceLink !== undefined);
}

/** As Estonian certificates name their holder: `NÄIDIS,LIIS,60001019906`. */
function certificateName({ surname, firstName, nationalIdentityNumber }: Customer): string {
  return [surname.toUpperCase(), firstName.toUpperCase(), nationalIdentityNumber].join(',');
}
