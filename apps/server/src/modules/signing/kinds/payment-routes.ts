/** `ui/payment/*`: HTTP only. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { FeeQuery, PaymentFee, PaymentSigningResult, PaymentSigningSession, SigningHeaders, SignPaymentBody } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import type { FastifyInstance } from 'fastify';
import { crashPoint } from '#platform/crash-points.ts';
import type { Signing } from '../create-signing.ts';
import { describeSession } from '../describe-session.ts';
import { loadSession, loadSessionOrSigned } from '../load-session.ts';
import { requireAccount } from '../read-accounts.ts';
import { refuseSigning } from '../refuse-signing.ts';
import { showSigning } from '../show-signing.ts';
import { alreadySigned } from '../signing-errors.ts';
import { answerAgain, digestOfSubmission } from '../submit/answer-repeat.ts';
import { submitSignature } from '../submit/submit-signature.ts';

export function registerPaymentRoutes(instance: FastifyInstance, { engine, payment }: Signing): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const { kind } = payment;

  app.get('/api/ui/payment/details', { schema: { headers: SigningHeaders, response: { 200: PaymentSigningSession } } }, async (request) => {
    const given = { ticket: request.headers['signing-entry'], signingId: request.headers['signing-id'] };
    const shown = await showSigning(engine, payment, request, given);
    return { ...describeSession(shown), details: shown.details };
  });

  app.put(
    '/api/ui/payment',
    { schema: { headers: SigningHeaders, body: SignPaymentBody, response: { 200: PaymentSigningResult } } },
    async (request) => {
      const authority = await loadSessionOrSigned(engine, request, request.headers['signing-id'], { touch: true, kind });
      if (authority.bankSession === undefined) return answerAgain(payment, authority.session, digestOfSubmission(request.body));
      const answer = await submitSignature(engine, payment, authority, request.body);
      crashPoint('signing.beforeAnswer');
      return answer;
    },
  );

  app.delete('/api/ui/payment', { schema: { headers: SigningHeaders, response: { 200: PaymentSigningResult } } }, async (request) => {
    const authority = await loadSessionOrSigned(engine, request, request.headers['signing-id'], { touch: true, kind, acceptRefused: true });
    if (authority.bankSession === undefined) throw alreadySigned();
    return refuseSigning(engine, payment, authority);
  });

  app.get('/api/ui/payment/fee', { schema: { headers: SigningHeaders, querystring: FeeQuery, response: { 200: PaymentFee } } }, async (request) => {
    const authority = await loadSession(engine, request, request.headers['signing-id'], { touch: false, kind });
    const { debtorIban } = request.query;
    const { currency } = await requireAccount(engine, authority, debtorIban, 'query:debtorIban');
    const { sandboxId, resourceId } = authority.session;
    const feeCents = await engine.payments.feeCents(engine.platform.db, sandboxId, resourceId, debtorIban);
    return { sum: formatCents(feeCents), crcCode: currency };
  });
}
