/**
 * The second signature, given or refused. Whatever decides at the same time (another window, the bank's own channels, a cancellation, the
 * end of the time) meets at the payment's lock: exactly one is first, the others find it decided.
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

/** Repeatable. @throws UiRefusal 404, 409; 422 as the device answered; 409 when the money or the account is not there: the payment goes on waiting. */
export async function sign(deps: SecondSignatureDeps, coSigner: CoSigner, paymentId: string): Promise<PaymentSigningResult> {
  const { platform, sca } = deps;
  const payment = await findOwn(deps, coSigner, paymentId);
  if (payment.stateOf(coSigner.customer.customerId) === 'signed') return payment.result();
  requireOpen(coSigner, payment);
  const whose = askedFor(coSigner, paymentId);
  const asked = await findAsked(platform.db, whose);
  // Settles an answer that is due; whether it is really usable is decided inside the transaction.
  const challenge = asked === undefined ? undefined : await sca.read(asked.challengeId);
  if (asked === undefined || challenge === undefined) throw nothingAsked();
  if (challenge.state !== 'approved') throw notApproved(challenge.state);
  try {
    return await inHisWords(() => platform.write((context) => commit(deps, context, coSigner, paymentId, asked)));
  } catch (error) {
    // A known refusal undid the transaction, the use of the approval too: it must not be good for a later moment.
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

/** Repeatable. @throws UiRefusal 404, 409. */
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
