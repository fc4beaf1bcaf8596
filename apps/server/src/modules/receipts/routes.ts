/** The calls of the receipts' pages, beneath the pages' own address: HTTP only. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ReceiptList, ReceiptQuery, ReceiptsQuery, ReceiptView } from '@portico/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { describeReceipt } from './describe-receipt.ts';
import { drawReceipt } from './draw-receipt.ts';
import { listReceipts } from './list-receipts.ts';
import { requireReader, requireReceipt } from './receipt-access.ts';
import type { ReceiptsDeps } from './receipts-deps.ts';

const PATH = '/bank/receipts/signed';
const params = Type.Object({ receiptId: Type.String({ maxLength: 64 }) });
const querystring = ReceiptQuery;

export function registerReceiptRoutes(instance: FastifyInstance, deps: ReceiptsDeps): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();

  app.get(PATH, { schema: { querystring: ReceiptsQuery, response: { 200: ReceiptList } } }, async (request) =>
    listReceipts(deps.platform.db, await requireReader(deps, request), request.query),
  );

  app.get(`${PATH}/:receiptId`, { schema: { params, querystring, response: { 200: ReceiptView } } }, async (request) =>
    describeReceipt(await requireReceipt(deps, request, request.params.receiptId), request.query.language),
  );

  app.get(`${PATH}/:receiptId/pdf`, { schema: { params, querystring } }, async (request, reply) => {
    const receipt = await requireReceipt(deps, request, request.params.receiptId);
    return file(reply, receipt.evidence.receiptId, 'pdf')
      .type('application/pdf')
      .send(await drawReceipt(receipt, request.query.language));
  });

  app.get(`${PATH}/:receiptId/json`, { schema: { params } }, async (request, reply) => {
    const receipt = await requireReceipt(deps, request, request.params.receiptId);
    return file(reply, receipt.evidence.receiptId, 'json').type('application/json; charset=utf-8').send(canonicalJson(receipt));
  });
}

/** Saved, never opened in the page's own origin, and kept by nobody on the way. */
function file(reply: FastifyReply, receiptId: string, ending: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="receipt-${receiptId}.${ending}"`).header('cache-control', 'no-store');
}
