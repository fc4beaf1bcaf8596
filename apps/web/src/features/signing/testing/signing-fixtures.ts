/** Answers of the signing calls as the contract describes them. Shop, people and accounts are invented. */
import type { Account, AccountBalance, DebtorDetails, PaymentDetails, PaymentFee, PaymentSigningSession, RuntimeConfig } from '@portico/contract';

export const SUCCESS_URL = 'https://shop.example/paid?order=2026-0417';
export const FAILURE_URL = 'https://shop.example/not-paid?order=2026-0417';

export const everydayAccount: Account = { iban: 'EE749900123456789012', currency: 'EUR', name: 'Everyday account' };
export const savingsAccount: Account = { iban: 'EE029900123456789045', currency: 'EUR', name: 'Savings' };
export const balance: AccountBalance = { balanceAmount: { amount: '1205.15', currency: 'EUR' } };
export const fee: PaymentFee = { sum: '0.00', crcCode: 'EUR' };
export const customer: DebtorDetails = {
  debtorId: '39001010077',
  debtorIdType: 'NIDN',
  debtorType: 'private',
  street: 'Testo g. 1',
  townName: 'Vilnius',
  postCode: '01100',
  country: 'LT',
};

export function paymentDetails(changes: Partial<PaymentDetails> = {}): PaymentDetails {
  return {
    instructedAmount: { amount: '46.80', currency: 'EUR' },
    creditorName: 'Lumen Books OÜ',
    creditorAccount: { iban: 'EE639977200100450817' },
    creditorType: 'business',
    creditorAddress: { country: 'EE' },
    remittanceInformationUnstructured: 'Order 2026-0417, 3 books',
    remittanceInformationStructured: { reference: '12345614' },
    endToEndIdentification: 'LUMEN-2026-0417',
    requestedExecutionDate: '2026-11-20',
    paymentProduct: 'INDIVIDUAL_INSTANT_SEPA',
    retryAsSepa: false,
    transactionStatus: 'RCVD',
    payeeVerification: { result: 'MTCH' },
    ...changes,
  };
}

export function paymentSession(changes: Partial<PaymentSigningSession> = {}): PaymentSigningSession {
  return {
    signingId: 'signing-1',
    tppName: 'Lumen Books OÜ (demo)',
    tppApplicationName: 'Lumen Books checkout',
    authMethod: 'SMART_ID',
    bankCountry: 'ee',
    locale: 'en',
    tppSuccessUrl: SUCCESS_URL,
    tppFailureUrl: FAILURE_URL,
    state: 'open',
    timeLeft: { idleSeconds: 300, totalSeconds: 900 },
    details: paymentDetails(),
    ...changes,
  };
}

export const config: RuntimeConfig = {
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
