/** Consents as a provider asks for them. */
import type { ConsentDetails } from '@portico/contract';
import { CUSTOMERS, IBANS } from './test-bank.ts';

const MAIN = { iban: IBANS.main, currency: 'EUR' };
const LOW = { iban: IBANS.low, currency: 'EUR' };

/** Two named accounts, the transactions of one. */
export function consentDetails(person: keyof typeof CUSTOMERS): ConsentDetails {
  return {
    accountHolder: CUSTOMERS[person].name,
    validUntil: '2027-05-19',
    consentStatus: 'received',
    access: {
      form: 'detailed',
      accounts: [
        { ...MAIN, name: 'Current account' },
        { ...LOW, name: 'Pocket money' },
      ],
      balances: [MAIN, LOW],
      transactions: [MAIN],
    },
    recurringIndicator: true,
    frequencyPerDay: 4,
  };
}

/** The same, the customer chooses. */
export const OPEN_CHOICE: Pick<ConsentDetails, 'access'> = { access: { ...consentDetails('mari').access, form: 'bankOffered' } };
