/** The calls of the co-signer's page, beneath the page's own address: HTTP only. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  CalculatorResponseBody,
  PaymentSigningResult,
  PaymentsToSign,
  PaymentToSignDetails,
  SignInLocation,
  SigningChallenge,
  ToSignQuery,
  ToSignSignIn,
} from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { askDevice, readDevice, respondToDevice } from './ask-device.ts';
import { findOwn, requireCoSigner } from './co-signer.ts';
import type { CoSigningDeps } from './co-signing-deps.ts';
import { refuse, sign } from './decide.ts';
import { examineForCoSigner } from './examine.ts';
import { toDetails, toLine, toSignatory, toSigningChallenge } from './to-sign-mapping.ts';

const PAGE = '/bank/to-sign';
const PATH = `${PAGE}/payments`;
/** In one answer. */
const LISTED_MAX = 50;
const PaymentParams = Type.Object({ paymentId: Type.String({ maxLength: 64 }) });

export function registerCoSigningRoutes(instance: FastifyInstance, deps: CoSigningDeps): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const { platform, payments } = deps;
  const here = { touch: true };
  const params = PaymentParams;

  app.post(`${PAGE}/sign-in`, { schema: { body: ToSignSignIn, response: { 200: SignInLocation } } }, async (request, reply) => {
    const { bankCountry, locale = DEFAULT_LOCALE } = request.body;
    const { bankName } = platform.config;
    const bank = { tppName: bankName, tppApplicationName: bankName, returnTo: PAGE, cancelTo: PAGE };
    return { location: await deps.signIn.open(request, reply, { purpose: 'bank', bankCountry, locale, ...bank }) };
  });

  app.get(PATH, { schema: { querystring: ToSignQuery, response: { 200: PaymentsToSign } } }, async (request) => {
    const coSigner = await requireCoSigner(deps, request, here);
    const { sandboxId } = coSigner.customer;
    const customerIds = coSigner.companies.map(({ customerId }) => customerId);
    const found = await payments.coSigning.list(platform.db, { sandboxId, customerIds, after: request.query.after, limit: LISTED_MAX + 1 });
    const shown = found.slice(0, LISTED_MAX);
    const last = found.length > LISTED_MAX ? shown.at(-1) : undefined;
    return {
      signatory: toSignatory(coSigner),
      companies: coSigner.companies.map(({ name }) => name),
      payments: shown.map((payment) => toLine(coSigner, payment)),
      ...(last === undefined ? {} : { next: last.paymentId }),
    };
  });

  app.get(`${PATH}/:paymentId`, { schema: { params, response: { 200: PaymentToSignDetails } } }, async (request) => {
    const coSigner = await requireCoSigner(deps, request, here);
    const payment = await findOwn(deps, coSigner, request.params.paymentId);
    const { details } = await examineForCoSigner(deps, platform.db, payment, coSigner.customer.customerId);
    return toDetails(coSigner, payment, details);
  });

  app.post(`${PATH}/:paymentId/challenge`, { schema: { params, response: { 200: SigningChallenge } } }, async (request) =>
    toSigningChallenge(await askDevice(deps, await requireCoSigner(deps, request, here), request.params.paymentId)),
  );

  app.get(`${PATH}/:paymentId/challenge`, { schema: { params, response: { 200: SigningChallenge } } }, async (request) =>
    toSigningChallenge(await readDevice(deps, await requireCoSigner(deps, request, { touch: false }), request.params.paymentId)),
  );

  app.post(
    `${PATH}/:paymentId/response`,
    { schema: { params, body: CalculatorResponseBody, response: { 200: SigningChallenge } } },
    async (request) => {
      const coSigner = await requireCoSigner(deps, request, here);
      return toSigningChallenge(await respondToDevice(deps, coSigner, request.params.paymentId, request.body.response));
    },
  );

  app.post(`${PATH}/:paymentId/signature`, { schema: { params, response: { 200: PaymentSigningResult } } }, async (request) =>
    sign(deps, await requireCoSigner(deps, request, here), request.params.paymentId),
  );

  app.post(`${PATH}/:paymentId/refusal`, { schema: { params, response: { 200: PaymentSigningResult } } }, async (request) =>
    refuse(deps, await requireCoSigner(deps, request, here), request.params.paymentId),
  );
}
