/** Authorises access to a receipt: another customer's receipt gets the same response as one that does not exist. */
import type { FastifyRequest } from 'fastify';
import { type BankVisitor, requireVisitor } from '../sign-in/index.ts';
import { readReceipt } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { receiptUnknown } from './receipt-errors.ts';
import type { ReceiptsDeps } from './receipts-deps.ts';
import { findSigned, type ReceiptReader } from './receipts-store.ts';

export interface SignedInReader extends ReceiptReader {
  /** The sign-in, whose roles share the limit of files. */
  readonly signInId: string;
}

/** @throws UiRefusal 404. */
export async function requireReceipt(deps: ReceiptsDeps, reader: ReceiptReader, id: string): Promise<Receipt> {
  const session = await findSigned(deps.platform.db, reader, id);
  const receipt = session === undefined ? undefined : await readReceipt(deps, session);
  if (receipt === undefined) throw receiptUnknown();
  return receipt;
}

/** @throws UiRefusal 410 without a live bank session. */
export async function requireReader(deps: ReceiptsDeps, request: FastifyRequest): Promise<SignedInReader> {
  return toReader(await requireVisitor(deps, request, { touch: true }));
}

function toReader({ session, customer: { sandboxId, customerId }, companies }: BankVisitor): SignedInReader {
  return { signInId: session.signInId, sandboxId, customerId, companyIds: companies.map((company) => company.customerId) };
}
