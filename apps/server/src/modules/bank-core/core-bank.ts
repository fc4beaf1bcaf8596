/**
 * The bank port over a bank's own core. Money moves in the core's transaction, not in ours. Callers therefore commit the order first and repeat
 * the call until it is answered; the core executes each payment once. Our transaction only sends jobs that must run after its commit.
 */
import type { BankCountry } from '@portico/contract';
import { ibanBankCode, ibanCountry, transliterateToBasic } from '@portico/primitives';
import {
  BANK_TENANT,
  type Bank,
  BankUnavailable,
  type CreditTransfer,
  type Customer,
  type Owner,
  ordinaryExecutionTime,
  type TransferOutcome,
} from '#modules/bank/index.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AskCore } from './core-client.ts';
import { RELEASE_QUEUE } from './release-holds.ts';
import { CORE_CALLS } from './wire/calls.ts';
import type { CoreCustomer, CoreTerms, WantedCustomer } from './wire/schemas.ts';

/** Calls that return one outcome for each transfer. */
type Move = 'transfer' | 'hold' | 'settle';

export function createCoreBank({ ask, terms, jobs }: { readonly ask: AskCore; readonly terms: CoreTerms; readonly jobs: Jobs }): Bank {
  const findCustomer = async (wanted: WantedCustomer): Promise<CoreCustomer | undefined> =>
    (await ask(CORE_CALLS.findCustomer, wanted)).customer ?? undefined;
  const accountsOf = async ({ customerId }: Owner) => (await ask(CORE_CALLS.listAccounts, { customerId })).accounts;

  async function move(call: Move, transfers: readonly CreditTransfer[]): Promise<readonly TransferOutcome[]> {
    if (transfers.length === 0) return [];
    const { outcomes } = await ask(CORE_CALLS[call], { transfers: transfers.map(toOrder) });
    if (outcomes.length !== transfers.length)
      throw new BankUnavailable(`The core’s ${call} answered for ${outcomes.length} of ${transfers.length}.`, 1);
    return outcomes;
  }

  return {
    kind: 'adapter',
    movesMoney: 'afterTheSignature',
    authMethodsOf: (country) => terms.authMethods[country] ?? [],
    findCustomerByIdentity: async (country, nationalIdentityNumber) => toCustomer(await findCustomer({ country, nationalIdentityNumber })),
    findCustomerByUserNumber: async (country: BankCountry, userNumber) => toCustomer(await findCustomer({ country, userNumber })),
    findCustomer: async ({ customerId }) => toCustomer(await findCustomer({ customerId })),
    listAccounts: (_reader, owner) => accountsOf(owner),
    findAccount: async (_reader, owner, iban) => (await accountsOf(owner)).find((account) => account.iban === iban),
    listSignatories: async (_reader, { customerId }) => (await ask(CORE_CALLS.listSigningParties, { customerId })).signatories,
    listSignedFor: async (_reader, { customerId }) => (await ask(CORE_CALLS.listSigningParties, { customerId })).signedFor,
    readCoSignature: async (_reader, { customerId, paymentId }) => (await ask(CORE_CALLS.readCoSignature, { customerId, paymentId })).coSignature,
    feeCents({ product, creditorIban }) {
      const isWithin = terms.bankCodes.includes(`${ibanCountry(creditorIban)}:${ibanBankCode(creditorIban) ?? ''}`);
      return terms.fees[product][isWithin ? 'withinBank' : 'otherBank'];
    },
    async verifyPayees(_reader, _sandboxId, payees) {
      if (payees.length === 0) return [];
      const { verifications } = await ask(CORE_CALLS.verifyPayees, { payees });
      if (verifications.length !== payees.length) throw new BankUnavailable('The core verified another number of payees than it was given.', 1);
      return verifications;
    },
    debtorDetails: async ({ customerId }) => (await findCustomer({ customerId }))?.debtorDetails,
    async transferInstantly(_tx, transfer) {
      const [outcome] = await move('transfer', [transfer]);
      if (outcome === undefined) throw new Error('One transfer has one outcome.');
      return outcome;
    },
    holdEach: (_tx, transfers) => move('hold', transfers),
    async holdAll(_tx, transfers) {
      return transfers.length === 0 ? { ok: true } : (await ask(CORE_CALLS.holdAll, { transfers: transfers.map(toOrder) })).outcome;
    },
    settleHolds: (_tx, transfers) => move('settle', transfers),
    async releaseHolds(tx, paymentIds) {
      if (paymentIds.length > 0) await jobs.send(tx, RELEASE_QUEUE, { paymentIds });
    },
    ordinaryExecutionTime: (receivedAt, requestedDate) => ordinaryExecutionTime(receivedAt, requestedDate, terms.cutOff),
  };
}

function toCustomer(found: CoreCustomer | undefined): Customer | undefined {
  if (found === undefined) return undefined;
  const { debtorDetails: _ofItsOwnCall, ...customer } = found;
  return { ...customer, sandboxId: BANK_TENANT };
}

/**
 * All customers of a core belong to one tenant, so the core gets no tenant id. A core without structured references finds the reference in
 * the remittance text. `scheme`: the texts in the basic character set of SEPA.
 */
function toOrder({ sandboxId: _ours, remittance: unstructured, remittanceStructured, ...order }: CreditTransfer) {
  const texts = [unstructured, remittanceStructured?.reference].filter((text) => text !== undefined && text !== '');
  const remittance = texts.join(' ');
  const scheme = { creditorName: transliterateToBasic(order.creditorName), remittance: transliterateToBasic(remittance) };
  return { ...order, remittance, ...(remittanceStructured === undefined ? {} : { remittanceStructured }), scheme };
}
