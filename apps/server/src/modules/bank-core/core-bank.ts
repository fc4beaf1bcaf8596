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
  type OrderDecision,
  type OrderToDecide,
  type Owner,
  ordinaryExecutionTime,
  type SignedOrder,
  type TransferOutcome,
} from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AskCore, Sent } from './core-client.ts';
import { RELEASE_QUEUE } from './release-holds.ts';
import { CORE_CALLS } from './wire/calls.ts';
import { OPTIONAL_CALLS } from './wire/optional-calls.ts';
import type { CoreCustomer, CoreOrigin, CoreTerms, CoreTransfer, WantedCustomer } from './wire/schemas.ts';

/** Calls that return one outcome for each transfer. */
type Move = 'transfer' | 'hold' | 'settle';

interface CoreWithTerms {
  readonly ask: AskCore;
  readonly terms: CoreTerms;
  readonly jobs: Jobs;
  /** Absent: the core speaks version 1, which has no origins. */
  readonly findOrigins?: FindOrigins | undefined;
  /** False or absent: the core speaks version 1, in which a person has one role. */
  readonly hasRoles?: boolean;
  readonly offersDecision: boolean;
}

/** Reads where signed orders come from, by the id of the signed payment. In the transaction of the job, behind the signature's. */
export type FindOrigins = (tx: Tx, orders: readonly SignedOrder[]) => Promise<ReadonlyMap<string, CoreOrigin>>;

export function createCoreBank({ ask, terms, jobs, findOrigins, hasRoles = false, offersDecision }: CoreWithTerms): Bank {
  const findCustomer = async (wanted: WantedCustomer): Promise<CoreCustomer | undefined> =>
    (await ask(CORE_CALLS.findCustomer, wanted)).customer ?? undefined;
  const accountsOf = async ({ customerId }: Owner) => (await ask(CORE_CALLS.listAccounts, { customerId })).accounts;

  /** With their origins where money is first asked for: `settle` only ends what `hold` began. */
  async function withOrigins(tx: Tx, transfers: readonly CreditTransfer[]) {
    const orders = transfers.flatMap(({ order }) => order ?? []);
    const origins = findOrigins === undefined || orders.length === 0 ? undefined : await findOrigins(tx, orders);
    return transfers.map((transfer) => ({ ...toOrder(transfer), origin: origins?.get(transfer.order?.paymentId ?? '') }));
  }

  async function move(call: Move, transfers: readonly Sent<CoreTransfer>[]): Promise<readonly TransferOutcome[]> {
    if (transfers.length === 0) return [];
    const { outcomes } = await ask(CORE_CALLS[call], { transfers });
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
    listRoles: async (_reader, { customerId }) => (hasRoles ? ((await findCustomer({ customerId }))?.roles ?? []) : []),
    listSignatories: async (_reader, { customerId }) => (await ask(CORE_CALLS.listSigningParties, { customerId })).signatories,
    listSignedFor: async (_reader, { customerId }) => (await ask(CORE_CALLS.listSigningParties, { customerId })).signedFor,
    readCoSignature: async (_reader, { customerId, paymentId }) => (await ask(CORE_CALLS.readCoSignature, { customerId, paymentId })).coSignature,
    feeCents({ product, creditorIban }) {
      const isWithin = terms.bankCodes.includes(`${ibanCountry(creditorIban)}:${ibanBankCode(creditorIban) ?? ''}`);
      return terms.fees[product][isWithin ? 'withinBank' : 'otherBank'];
    },
    ...(offersDecision && { decide: (order: OrderToDecide) => decide(ask, order) }),
    async verifyPayees(_reader, _sandboxId, payees) {
      if (payees.length === 0) return [];
      const { verifications } = await ask(CORE_CALLS.verifyPayees, { payees });
      if (verifications.length !== payees.length) throw new BankUnavailable('The core verified another number of payees than it was given.', 1);
      return verifications;
    },
    debtorDetails: async ({ customerId }) => (await findCustomer({ customerId }))?.debtorDetails,
    async transferInstantly(tx, transfer) {
      const [outcome] = await move('transfer', await withOrigins(tx, [transfer]));
      if (outcome === undefined) throw new Error('One transfer has one outcome.');
      return outcome;
    },
    holdEach: async (tx, transfers) => move('hold', await withOrigins(tx, transfers)),
    async holdAll(tx, transfers) {
      return transfers.length === 0 ? { ok: true } : (await ask(CORE_CALLS.holdAll, { transfers: await withOrigins(tx, transfers) })).outcome;
    },
    settleHolds: (_tx, transfers) => move('settle', transfers.map(toOrder)),
    async releaseHolds(tx, paymentIds) {
      if (paymentIds.length > 0) await jobs.send(tx, RELEASE_QUEUE, { paymentIds });
    },
    ordinaryExecutionTime: (receivedAt, requestedDate) => ordinaryExecutionTime(receivedAt, requestedDate, terms.cutOff),
  };
}

async function decide(ask: AskCore, { sandboxId: _ours, creditorIban, creditorName, amountCents, ...order }: OrderToDecide): Promise<OrderDecision> {
  const { decision } = await ask(OPTIONAL_CALLS.decide, { ...order, payees: [{ creditorIban, creditorName, amountCents }] });
  if (decision.decision === 'refuse') return { ok: false, reason: decision.reason };
  const [feeCents, ...others] = decision.feesCents;
  if (feeCents === undefined || others.length > 0 || decision.currency !== order.currency)
    throw new BankUnavailable('The core’s decide named fees in another currency, or for other payees than it was asked for.', 1);
  return { ok: true, feeCents };
}

function toCustomer(found: CoreCustomer | undefined): Customer | undefined {
  if (found === undefined) return undefined;
  const { debtorDetails: _ofItsOwnCall, roles: _ofTheirOwnCall, ...customer } = found;
  return { ...customer, sandboxId: BANK_TENANT };
}

/**
 * All customers of a core belong to one tenant, so the core gets no tenant id. A core without structured references finds the reference in
 * the remittance text. `scheme`: the texts in the basic character set of SEPA.
 */
function toOrder({ sandboxId: _ours, order: _ofOrigin, remittance: unstructured, remittanceStructured, ...order }: CreditTransfer) {
  const texts = [unstructured, remittanceStructured?.reference].filter((text) => text !== undefined && text !== '');
  const remittance = texts.join(' ');
  const scheme = { creditorName: transliterateToBasic(order.creditorName), remittance: transliterateToBasic(remittance) };
  return { ...order, remittance, ...(remittanceStructured === undefined ? {} : { remittanceStructured }), scheme };
}
