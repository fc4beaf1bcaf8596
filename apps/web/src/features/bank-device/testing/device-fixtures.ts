/** Settings of the bank's pages for tests. */
import type { RuntimeConfig } from '@portico/contract';

export const deviceConfig: RuntimeConfig = {
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
