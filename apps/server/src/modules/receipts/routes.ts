/** The calls of the receipts' pages, beneath the pages' own address: HTTP only. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ReceiptList, ReceiptQuery, ReceiptsQuery, ReceiptView } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { canonicalJson } from '#platform/crypto/canonical-json.ts';
import { describeReceipt } from './describe-receipt.ts';
import type { DrawReceipt } from './draw-receipt.ts';
import { createDrawingLimits } from './drawing-limits.ts';
import { listReceipts } from './list-receipts.ts';
import { requireReader, requireReceipt } from './receipt-access.ts';
import type { ReceiptsDeps } from './receipts-deps.ts';
import { createSteadyReceipts } from './steady-receipts.ts';

const PATH = '/bank/receipts/signed';
const params = Type.Object({ receiptId: Type.String({ maxLength: 64 }) });
const querystring = ReceiptQuery;

export interface ReceiptRoutesDeps extends ReceiptsDeps {
  /** Beside the requests. */
  readonly drawReceipt: DrawReceipt;
}

export function registerReceiptRoutes(instance: FastifyInstance, deps: ReceiptRoutesDeps): void {
  const steady = createSteadyReceipts();
  const limits = createDrawingLimits();
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();

  app.get(PATH, { schema: { querystring: ReceiptsQuery, response: { 200: ReceiptList } } }, async (request) =>
    listReceipts(deps.platform.db, await requireReader(deps, request), request.query),
  );

  app.get(`${PATH}/:receiptId`, { schema: { params, querystring, response: { 200: ReceiptView } } }, async (request) =>
    describeReceipt(await requireReceipt(deps, request, request.params.receiptId), request.query.language),
  );

  app.get(`${PATH}/:receiptId/pdf`, { schema: { params, querystring } }, async (request, reply) => {
    const receipt = steady(await requireReceipt(deps, request, request.params.receiptId));
    const pdf = await limits.within(await sessionOf(deps, request), () => deps.drawReceipt(receipt, request.query.language));
    return file(reply, receipt.evidence.receiptId, 'pdf').type('application/pdf').send(pdf);
  });

  app.get(`${PATH}/:receiptId/json`, { schema: { params } }, async (request, reply) => {
    const receipt = await requireReceipt(deps, request, request.params.receiptId);
    return file(reply, receipt.evidence.receiptId, 'json').type('application/json; charset=utf-8').send(canonicalJson(receipt));
  });
}

const sessionOf = async ({ signIn }: ReceiptsDeps, request: FastifyRequest): Promise<string> =>
  (await signIn.currentSession(request, { touch: false }))?.sessionHash ?? '';

/** Saved, never opened in the page's own origin, and kept by nobody on the way. */
function file(reply: FastifyReply, receiptId: string, ending: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="receipt-${receiptId}.${ending}"`).header('cache-control', 'no-store');
}
