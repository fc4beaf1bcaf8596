/** A fake of the Bank interface with plain numbers: one customer, a few accounts, a list of bookings. For tests that need no ledger. */
import { buildIban } from '@portico/primitives';
import type { Bank, BankAccount, CreditTransfer, TransferOutcome } from '../../bank/index.ts';

export const OWNER = { sandboxId: 'sbx_payments', customerId: 'cus_mari' } as const;

export const IBANS = {
  main: buildIban('EE', '9900100000000011'),
  low: buildIban('EE', '9900100000000024'),
  blocked: buildIban('EE', '9900100000000037'),
  dollars: buildIban('EE', '9900100000000040'),
  stranger: buildIban('EE', '9900100000000053'),
  payee: buildIban('EE', '9800100045081768'),
  payeeInLatvia: buildIban('LV', 'HARB0000000000001'),
  payeeWithoutInstant: buildIban('EE', '9700200045081768'),
} as const;

export const FEE_CENTS = 16;

const ACCOUNTS: readonly BankAccount[] = [
  { accountId: 'acc_1', iban: IBANS.main, currency: 'EUR', name: 'Current account', status: 'enabled' },
  { accountId: 'acc_2', iban: IBANS.low, currency: 'EUR', name: 'Pocket money', status: 'enabled' },
  { accountId: 'acc_3', iban: IBANS.blocked, currency: 'EUR', name: 'Old account', status: 'blocked' },
  { accountId: 'acc_4', iban: IBANS.dollars, currency: 'USD', name: 'Travel account', status: 'enabled' },
];

export interface TestBank extends Bank {
  readonly booked: readonly CreditTransfer[];
  /** `settleHolds` returns this for the next transfer instead of booking it. */
  failNextSettlement(outcome: Extract<TransferOutcome, { ok: false }>): void;
  /** Delay between the receipt and the execution of an ordinary payment. */
  delayExecution(ms: number): void;
}

export function createTestBank(): TestBank {
  const available = new Map<string, number>([
    [IBANS.main, 1_000_00],
    [IBANS.low, 12_30],
    [IBANS.blocked, 1_000_00],
    [IBANS.dollars, 1_000_00],
  ]);
  const held = new Set<string>();
  const booked: CreditTransfer[] = [];
  let settlementFailure: Extract<TransferOutcome, { ok: false }> | undefined;
  let executionDelayMs = 0;

  function take({ debtorIban, amountCents, feeCents }: CreditTransfer): TransferOutcome {
    const availableCents = available.get(debtorIban) ?? 0;
    if (availableCents < amountCents + feeCents) return { ok: false, reason: 'insufficientFunds', availableCents };
    available.set(debtorIban, availableCents - amountCents - feeCents);
    return { ok: true };
  }

  function hold(transfer: CreditTransfer): TransferOutcome {
    const outcome = take(transfer);
    if (outcome.ok) held.add(transfer.paymentId);
    return outcome;
  }

  function settle(transfer: CreditTransfer): TransferOutcome {
    const failure = settlementFailure;
    settlementFailure = undefined;
    if (failure !== undefined) return failure;
    if (held.delete(transfer.paymentId)) booked.push(transfer);
    return { ok: true };
  }

  const listAccounts = (customerId: string) =>
    customerId === OWNER.customerId ? ACCOUNTS.map((account) => ({ ...account, availableCents: available.get(account.iban) ?? 0 })) : [];

  return {
    booked,
    failNextSettlement(outcome) {
      settlementFailure = outcome;
    },
    delayExecution(ms) {
      executionDelayMs = ms;
    },
    kind: 'sandbox',
    movesMoney: 'withTheSignature',
    authMethodsOf: () => ['SMART_ID'],
    findCustomerByIdentity: async () => undefined,
    findCustomerByUserNumber: async () => undefined,
    findCustomer: async () => undefined,
    debtorDetails: async () => undefined,
    listAccounts: async (_reader, { customerId }) => listAccounts(customerId),
    findAccount: async (_reader, { customerId }, iban) => listAccounts(customerId).find((account) => account.iban === iban),
    listSignatories: async () => [],
    listRoles: async () => [],
    listSignedFor: async () => [],
    readCoSignature: async () => 'pending',
    feeCents: () => FEE_CENTS,
    verifyPayees: async (_reader, _sandboxId, payees) =>
      payees.map(({ name }) => (name.startsWith('Lumen') ? { result: 'CMTC', matchedName: 'Lumen Raamatud OÜ' } : { result: 'MTCH' })),
    async transferInstantly(_tx, transfer) {
      if (transfer.creditorIban === IBANS.payeeWithoutInstant) return { ok: false, reason: 'instantNotReachable' };
      const outcome = take(transfer);
      if (outcome.ok) booked.push(transfer);
      return outcome;
    },
    holdEach: async (_tx, transfers) => transfers.map(hold),
    async holdAll(tx, transfers) {
      const outcomes = await this.holdEach(tx, transfers);
      return outcomes.find(({ ok }) => !ok) ?? { ok: true };
    },
    settleHolds: async (_tx, transfers) => transfers.map(settle),
    releaseHolds: async (_tx, paymentIds) => paymentIds.forEach((paymentId) => void held.delete(paymentId)),
    ordinaryExecutionTime: (receivedAt) => new Date(receivedAt.getTime() + executionDelayMs),
  };
}
