/**
 * Gives or refuses the second signature. Concurrent decisions (another window, the bank's own channels, a cancellation, the expiry) wait
 * for the payment's lock. Exactly one is first; the others find the payment decided.
 */
import type { PaymentSigningResult } from '@portico/contract';
import { signatoryNameOf } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { Refusal } from '#platform/http/refusal.ts';
import { type Asked, deleteAsked, findAsked } from './asked-store.ts';
import { askedFor, type CoSigner, findOwn, requireOpen, requireOwn } from './co-signer.ts';
import type { SecondSignatureDeps } from './deps.ts';
import { examineForCoSigner, inHisWords } from './examine.ts';
import { contentChanged, notApproved, nothingAsked } from './refusals.ts';

/**
 * Can be repeated. @throws UiRefusal 404, 409; 422 for a refusal on the device; 409 for missing funds or a closed account: the payment stays open.
 */
export async function sign(deps: SecondSignatureDeps, coSigner: CoSigner, paymentId: string): Promise<PaymentSigningResult> {
  const { platform, sca } = deps;
  const payment = await findOwn(deps, coSigner, paymentId);
  if (payment.stateOf(coSigner.customer.customerId) === 'signed') return payment.result();
  requireOpen(coSigner, payment);
  const whose = askedFor(coSigner, paymentId);
  const asked = await findAsked(platform.db, whose);
  // Reading the challenge records a due answer; the transaction decides whether the approval is usable.
  const challenge = asked === undefined ? undefined : await sca.read(asked.challengeId);
  if (asked === undefined || challenge === undefined) throw nothingAsked();
  if (challenge.state !== 'approved') throw notApproved(challenge.state);
  try {
    return await inHisWords(() => platform.write((context) => commit(deps, context, coSigner, paymentId, asked)));
  } catch (error) {
    // The refusal rolled back the use of the approval. The challenge is deleted, so that the approval cannot be used later.
    if (error instanceof Refusal) await platform.write(({ tx }) => deleteAsked(tx, whose, asked));
    throw error;
  }
}

async function commit(
  deps: SecondSignatureDeps,
  context: WriteContext,
  coSigner: CoSigner,
  paymentId: string,
  { challengeId, contentHash }: Asked,
): Promise<PaymentSigningResult> {
  const { secondSignatures } = deps.payments;
  const { sandboxId, customerId: signatoryId } = coSigner.customer;
  const locked = requireOwn(coSigner, await secondSignatures.lock(context.tx, sandboxId, paymentId));
  if (locked.stateOf(signatoryId) === 'signed') return locked.result();
  requireOpen(coSigner, locked);
  const { content } = await examineForCoSigner(deps, context.tx, locked, coSigner);
  const isSame = deps.sca.contentHash(content) === contentHash;
  if (!isSame || !(await deps.sca.consume(context.tx, challengeId, contentHash))) throw contentChanged();
  const evidence = { signatory: signatoryNameOf(coSigner.customer), method: coSigner.session.authMethod, contentHash };
  return secondSignatures.sign(context, { sandboxId, paymentId, signatoryId, evidence });
}

/** Can be repeated. @throws UiRefusal 404, 409. */
export async function refuse(deps: SecondSignatureDeps, coSigner: CoSigner, paymentId: string): Promise<PaymentSigningResult> {
  const { platform, payments, sca } = deps;
  const { sandboxId, customerId: signatoryId } = coSigner.customer;
  const result = await platform.write(async (context) => {
    const locked = requireOwn(coSigner, await payments.secondSignatures.lock(context.tx, sandboxId, paymentId));
    if (locked.stateOf(signatoryId) === 'refused') return locked.result();
    requireOpen(coSigner, locked);
    return payments.secondSignatures.refuse(context, { sandboxId, paymentId, signatoryId, name: signatoryNameOf(coSigner.customer) });
  });
  const asked = await findAsked(platform.db, askedFor(coSigner, paymentId));
  if (asked !== undefined) await sca.abandon(asked.challengeId);
  return result;
}
