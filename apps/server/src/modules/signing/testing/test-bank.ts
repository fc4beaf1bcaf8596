/** The Bank face over plain numbers: four customers and what they can spend. */
import type { BankCountry } from '@portico/contract';
import { buildIban } from '@portico/primitives';
import type { Bank, BankAccount, CreditTransfer, Customer, TransferOutcome } from '../../bank/index.ts';

export const SANDBOX = 'sbx_signing';

function customer(customerId: string, country: BankCountry, firstName: string, surname: string, nationalIdentityNumber = '00000000000'): Customer {
  return {
    sandboxId: SANDBOX,
    customerId,
    country,
    name: `${firstName} ${surname}`,
    firstName,
    surname,
    nationalIdentityNumber,
    type: 'person',
    authMethods: ['SMART_ID'],
  };
}

export const CUSTOMERS = {
  mari: { ...customer('cus_mari', 'ee', 'Mari', 'Maasikas'), authMethods: ['SMART_ID', 'MOBILE_ID'] as const },
  jaan: customer('cus_jaan', 'ee', 'Jaan', 'Jalakas', '00000000001'),
  ruta: customer('cus_ruta', 'lt', 'Rūta', 'Rugienė'),
  liga: customer('cus_liga', 'lv', 'Līga', 'Liepiņa'),
} as const;

export const IBANS = {
  main: buildIban('EE', '9900100000000011'),
  low: buildIban('EE', '9900100000000024'),
  blocked: buildIban('EE', '9900100000000037'),
  jaans: buildIban('EE', '9900100000000040'),
  payee: buildIban('EE', '9800100045081768'),
} as const;

const FEE_CENTS = 16;

const MARIS: readonly BankAccount[] = [
  { accountId: 'acc_1', iban: IBANS.main, currency: 'EUR', name: 'Current account', status: 'enabled' },
  { accountId: 'acc_2', iban: IBANS.low, currency: 'EUR', name: 'Pocket money', status: 'enabled' },
  { accountId: 'acc_3', iban: IBANS.blocked, currency: 'EUR', name: 'Old account', status: 'blocked' },
];
const JAANS: readonly BankAccount[] = [{ accountId: 'acc_4', iban: IBANS.jaans, currency: 'EUR', name: 'Current account', status: 'enabled' }];

function accountsOf(customerId: string): readonly BankAccount[] {
  return customerId === 'cus_mari' ? MARIS : customerId === 'cus_jaan' ? JAANS : [];
}

export interface TestBank extends Bank {
  /** Everything that took or held money, in order. */
  readonly moved: readonly CreditTransfer[];
  setAvailable(iban: string, cents: number): void;
}

export function createTestBank(): TestBank {
  const available = new Map<string, number>([
    [IBANS.main, 100_000_00],
    [IBANS.low, 12_30],
    [IBANS.blocked, 1_000_00],
    [IBANS.jaans, 1_000_00],
  ]);
  const moved: CreditTransfer[] = [];

  function take(transfer: CreditTransfer): TransferOutcome {
    const availableCents = available.get(transfer.debtorIban) ?? 0;
    const cents = transfer.amountCents + transfer.feeCents;
    if (availableCents < cents) return { ok: false, reason: 'insufficientFunds', availableCents };
    available.set(transfer.debtorIban, availableCents - cents);
    moved.push(transfer);
    return { ok: true };
  }

  const listAccounts = (customerId: string) =>
    accountsOf(customerId).map((account) => ({ ...account, availableCents: available.get(account.iban) ?? 0 }));

  return {
    moved,
    setAvailable: (iban, cents) => void available.set(iban, cents),
    kind: 'sandbox',
    movesMoney: 'withTheSignature',
    authMethodsOf: () => ['SMART_ID'],
    findCustomerByIdentity: async () => undefined,
    findCustomerByUserNumber: async () => undefined,
    findCustomer: async ({ customerId }) => Object.values(CUSTOMERS).find((candidate) => candidate.customerId === customerId),
    debtorDetails: async () => ({ debtorId: '30001010000', townName: 'Vilnius', country: 'LT' }),
    listAccounts: async (_reader, { customerId }) => listAccounts(customerId),
    findAccount: async (_reader, { customerId }, iban) => listAccounts(customerId).find((account) => account.iban === iban),
    listSignatories: async () => [],
    listRoles: async () => [],
    listSignedFor: async () => [],
    readCoSignature: async () => 'pending',
    feeCents: () => FEE_CENTS,
    verifyPayees: async (_reader, _sandboxId, payees) => payees.map(() => ({ result: 'MTCH' })),
    transferInstantly: async (_tx, transfer) => take(transfer),
    holdEach: async (_tx, transfers) => transfers.map(take),
    async holdAll(_tx, transfers) {
      const refused = transfers.map(take).find(({ ok }) => !ok);
      return refused ?? { ok: true };
    },
    settleHolds: async (_tx, transfers) => transfers.map(() => ({ ok: true })),
    releaseHolds: async () => {},
    ordinaryExecutionTime: (receivedAt) => receivedAt,
  };
}
