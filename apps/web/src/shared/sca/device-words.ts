/** What the texts call the device of each method, and what was wrong when something was. */
import type { AuthMethod } from '@portico/contract/values';

export const DEVICE_OF: Readonly<Record<AuthMethod, 'phone' | 'cardReader' | 'calculator' | 'bankPage'>> = {
  SMART_ID: 'phone',
  MOBILE_ID: 'phone',
  IDCARD: 'cardReader',
  CODE_CALCULATOR: 'calculator',
  EPARAKSTS_MOBILE: 'phone',
  BANK_PAGE: 'bankPage',
  BANK_APP: 'phone',
};

export const PROOF_OF: Readonly<Record<AuthMethod, 'code' | 'pin' | 'response'>> = {
  SMART_ID: 'code',
  MOBILE_ID: 'code',
  IDCARD: 'pin',
  CODE_CALCULATOR: 'response',
  EPARAKSTS_MOBILE: 'pin',
  BANK_PAGE: 'code',
  BANK_APP: 'code',
};
