/** The calls of the co-signer's page, beneath the page's own address: HTTP only. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  AskCoSignerHeaders,
  CalculatorResponseBody,
  PaymentSigningResult,
  PaymentsToSign,
  PaymentToSignDetails,
  SigningChallenge,
  ToSignQuery,
} from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Challenge } from '#modules/sca/index.ts';
import { requireVisitor, toVisitor } from '#modules/sign-in/index.ts';
import { acceptedLocale } from '#platform/http/accepted-locale.ts';
import { askDevice, notifyInstead, readDevice, respondToDevice } from './ask-co-signer.ts';
import { findOwn, isOwn } from './co-signer.ts';
import { refuse, sign } from './decide.ts';
import type { SecondSignatureDeps } from './deps.ts';
import { examineForCoSigner } from './examine.ts';
import { toDetails, toLine, toSigningChallenge } from './to-sign-view.ts';

const PATH = '/bank/to-sign/payments';
/** Where one payment is decided: an address for a browser, behind the bank's sign-in. */
export const secondSignaturePage = (publicUrl: string, paymentId: string): string => `${publicUrl}/bank/to-sign/${paymentId}`;

/** In one answer. */
const LISTED_MAX = 50;
const PaymentParams = Type.Object({ paymentId: Type.String({ maxLength: 64 }) });

export function registerSecondSignatureRoutes(instance: FastifyInstance, deps: SecondSignatureDeps): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const { platform, payments, sca } = deps;
  const here = { touch: true };
  const params = PaymentParams;
  const localeOf = ({ headers }: FastifyRequest) => acceptedLocale(headers['accept-language']) ?? DEFAULT_LOCALE;
  const shown = (request: FastifyRequest, challenge: Challenge | undefined, triesLeft?: number) => {
    const whose = { purpose: 'signing', locale: localeOf(request) } as const;
    return toSigningChallenge(challenge, challenge && sca.deviceLink({ token: challenge.challengeId, ...challenge }, whose), triesLeft);
  };

  app.get(PATH, { schema: { querystring: ToSignQuery, response: { 200: PaymentsToSign } } }, async (request) => {
    const coSigner = await requireVisitor(deps, request, here);
    const { sandboxId } = coSigner.customer;
    const customerIds = coSigner.companies.map(({ customerId }) => customerId);
    const found = await payments.secondSignatures.list(platform.db, { sandboxId, customerIds, after: request.query.after, limit: LISTED_MAX + 1 });
    const shown = found.slice(0, LISTED_MAX);
    const last = found.length > LISTED_MAX ? shown.at(-1) : undefined;
    return {
      signatory: toVisitor(coSigner),
      companies: coSigner.companies.map(({ name }) => name),
      payments: shown.filter((payment) => isOwn(coSigner, payment)).map((payment) => toLine(coSigner, payment)),
      ...(last === undefined ? {} : { next: last.paymentId }),
    };
  });

  app.get(`${PATH}/:paymentId`, { schema: { params, response: { 200: PaymentToSignDetails } } }, async (request) => {
    const coSigner = await requireVisitor(deps, request, here);
    const payment = await findOwn(deps, coSigner, request.params.paymentId);
    const { details } = await examineForCoSigner(deps, platform.db, payment, coSigner);
    const { authMethods } = coSigner.customer;
    const methods = {
      // The way back from a page of the bank leads to signing pages only.
      authMethods: authMethods.filter((method) => sca.isOffered(method) && !sca.isOnBankPage(method)),
      deviceLinkMethods: authMethods.filter((method) => sca.offersLink(method)),
    };
    return toDetails(coSigner, methods, payment, details, await payment.readWayBack(platform.db));
  });

  app.post(
    `${PATH}/:paymentId/challenge`,
    { schema: { params, headers: AskCoSignerHeaders, response: { 200: SigningChallenge } } },
    async (request) => {
      const { 'signing-method': method, 'signing-form': form } = request.headers;
      const coSigner = await requireVisitor(deps, request, here);
      return shown(request, await askDevice(deps, coSigner, request.params.paymentId, { locale: localeOf(request), method, form }));
    },
  );

  app.get(`${PATH}/:paymentId/challenge`, { schema: { params, response: { 200: SigningChallenge } } }, async (request) => {
    const challenge = await readDevice(deps, await requireVisitor(deps, request, { touch: false }), request.params.paymentId);
    return shown(request, challenge, challenge && (await sca.triesLeft(challenge)));
  });

  app.post(`${PATH}/:paymentId/challenge/notification`, { schema: { params, response: { 200: SigningChallenge } } }, async (request) =>
    shown(request, await notifyInstead(deps, await requireVisitor(deps, request, here), request.params.paymentId)),
  );

  app.post(
    `${PATH}/:paymentId/response`,
    { schema: { params, body: CalculatorResponseBody, response: { 200: SigningChallenge } } },
    async (request) => {
      const coSigner = await requireVisitor(deps, request, here);
      return shown(request, await respondToDevice(deps, coSigner, request.params.paymentId, request.body.response));
    },
  );

  app.post(`${PATH}/:paymentId/signature`, { schema: { params, response: { 200: PaymentSigningResult } } }, async (request) =>
    sign(deps, await requireVisitor(deps, request, here), request.params.paymentId),
  );

  app.post(`${PATH}/:paymentId/refusal`, { schema: { params, response: { 200: PaymentSigningResult } } }, async (request) =>
    refuse(deps, await requireVisitor(deps, request, here), request.params.paymentId),
  );
}
