/** Answers of the sign-in calls as the contract describes them; the shop is invented. */
import type { RuntimeConfig, SignInDetails } from '@portico/contract';

export function signInDetails(changes: Partial<SignInDetails> = {}): SignInDetails {
  return {
    purpose: 'authorization',
    tppName: 'Lumen Books OÜ (demo)',
    tppApplicationName: 'Lumen Books checkout',
    bankCountry: 'ee',
    locale: 'en',
    methods: ['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR'],
    hasTestDevice: true,
    challengeRunning: false,
    ...changes,
  };
}

export const bankConfig: RuntimeConfig = {
  productName: 'Portico',
  bankName: 'Portico Bank',
  bankLegalName: 'Portico Bank (fictitious)',
  supportContact: 'support@portico.example',
  apiBase: '/api',
  contentBase: '/content',
  sandboxBase: '/sandbox',
  identityBase: '/identity',
  defaultLocale: 'en',
  hasSandboxBank: true,
  timeZones: { ee: 'Europe/Tallinn', lv: 'Europe/Riga', lt: 'Europe/Vilnius' },
};
