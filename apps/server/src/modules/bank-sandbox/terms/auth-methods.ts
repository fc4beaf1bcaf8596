/** Authentication methods of each country, in the order of the sign-in page. Mobile-ID exists in Estonia and Lithuania only, eParaksts in Latvia only. */
import type { AuthMethod, BankCountry } from '@portico/contract';

export const AUTH_METHODS_OF: Readonly<Record<BankCountry, readonly AuthMethod[]>> = {
  ee: ['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR'],
  lv: ['SMART_ID', 'EPARAKSTS_MOBILE', 'CODE_CALCULATOR'],
  lt: ['SMART_ID', 'MOBILE_ID', 'CODE_CALCULATOR'],
};
