/** Which receipt a visitor may read: what is another's is answered exactly as what does not exist. */
import type { FastifyRequest } from 'fastify';
import { type BankVisitor, requireVisitor } from '../sign-in/index.ts';
import { readReceipt } from './read-receipt.ts';
import type { Receipt } from './receipt.ts';
import { receiptUnknown } from './receipt-errors.ts';
import type { ReceiptsDeps } from './receipts-deps.ts';
import { findSigned, type ReceiptReader } from './receipts-store.ts';

/** @throws UiRefusal 410 without a live bank session, 404. */
export async function requireReceipt(deps: ReceiptsDeps, request: FastifyRequest, id: string): Promise<Receipt> {
  const session = await findSigned(deps.platform.db, await requireReader(deps, request), id);
  const receipt = session === undefined ? undefined : await readReceipt(deps, session);
  if (receipt === undefined) throw receiptUnknown();
  return receipt;
}

/** @throws UiRefusal 410. */
export async function requireReader(deps: ReceiptsDeps, request: FastifyRequest): Promise<ReceiptReader> {
  return toReader(await requireVisitor(deps, request, { touch: true }));
}

function toReader({ customer: { sandboxId, customerId }, companies }: BankVisitor): ReceiptReader {
  return { sandboxId, customerId, companyIds: companies.map((company) => company.customerId) };
}
