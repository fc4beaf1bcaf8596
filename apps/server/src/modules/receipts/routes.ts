/** The calls of the receipts' pages, below the pages' own address: HTTP only. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ReceiptList, ReceiptQuery, ReceiptsQuery, ReceiptView } from '@portico/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { describeReceipt } from './describe-receipt.ts';
import type { DrawReceipt } from './draw-receipt.ts';
import { createReadingLimit } from './drawing-limits.ts';
import { listReceipts } from './list-receipts.ts';
import type { Receipt } from './receipt.ts';
import { requireReader, requireReceipt, type SignedInReader } from './receipt-access.ts';
import type { ReceiptsDeps } from './receipts-deps.ts';
import { createSteadyReceipts } from './steady-receipts.ts';

const PATH = '/bank/receipts/signed';
const params = Type.Object({ receiptId: Type.String({ maxLength: 64 }) });
const querystring = ReceiptQuery;

/** `drawReceipt` draws in a worker, outside the request's thread. */
export function registerReceiptRoutes(instance: FastifyInstance, deps: ReceiptsDeps, drawReceipt: DrawReceipt): void {
  const steady = createSteadyReceipts();
  const inTurn = createReadingLimit();
  const read = (reader: SignedInReader, receiptId: string): Promise<Receipt> => inTurn(() => requireReceipt(deps, reader, receiptId));
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();

  app.get(PATH, { schema: { querystring: ReceiptsQuery, response: { 200: ReceiptList } } }, async (request) =>
    listReceipts(deps.platform.db, await requireReader(deps, request), request.query),
  );

  app.get(`${PATH}/:receiptId`, { schema: { params, querystring, response: { 200: ReceiptView } } }, async (request) =>
    describeReceipt(await read(await requireReader(deps, request), request.params.receiptId), request.query.language),
  );

  app.get(`${PATH}/:receiptId/pdf`, { schema: { params, querystring } }, async (request, reply) => {
    const reader = await requireReader(deps, request);
    // The limit is checked first, so that a session above it causes no queries.
    const { receiptId, pdf } = await deps.drawings.within(reader.signInId, async () => {
      const receipt = steady(await read(reader, request.params.receiptId));
      return { receiptId: receipt.evidence.receiptId, pdf: await drawReceipt(receipt, request.query.language) };
    });
    return file(reply, receiptId, 'pdf').type('application/pdf').send(pdf);
  });

  app.get(`${PATH}/:receiptId/json`, { schema: { params } }, async (request, reply) => {
    const receipt = await read(await requireReader(deps, request), request.params.receiptId);
    return file(reply, receipt.evidence.receiptId, 'json').type('application/json; charset=utf-8').send(canonicalJson(receipt));
  });
}

/** Sent as a download, so that it never runs in the page's origin, and not cached by proxies. */
function file(reply: FastifyReply, receiptId: string, ending: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="receipt-${receiptId}.${ending}"`).header('cache-control', 'no-store');
}
