/** The calls that every kind has: `PUT` and `DELETE ui/{kind}`, and unless it is read as another, `GET ui/{kind}/details`. HTTP only. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { SigningHeaders, SigningSession } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { crashPoint } from '#platform/crash-points.ts';
import type { EngineDeps } from '../deps.ts';
import { refuseSigning } from '../end/refuse-signing.ts';
import { tellEnd } from '../end/tell-end.ts';
import { requireAuthorityOrSigned } from '../entry/authority.ts';
import { describeSession } from '../page/describe-session.ts';
import { showSigning } from '../page/show-signing.ts';
import { alreadySigned } from '../session/refusals.ts';
import { answerAgain, digestOfSubmission } from '../sign/answer-repeat.ts';
import { submitSignature } from '../sign/submit-signature.ts';
import type { Signable } from '../signing.ts';

export function registerKindRoutes(instance: FastifyInstance, engine: EngineDeps, signable: Signable): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const { kind, schemas } = signable;
  const path = `/api/ui/${kind}`;
  const headers = SigningHeaders;

  if (signable.detailsKind === kind) {
    const kinds = engine.kindsReadAs(kind);
    const session = Type.Union(SigningSession.anyOf.filter(({ properties }) => kinds.includes(properties.kind.const)));
    app.get(`${path}/details`, { schema: { headers, response: { 200: session } } }, async (request) => {
      const { 'signing-entry': entryCode, 'signing-id': signingId, 'signing-page': page } = request.headers;
      const given = { entryCode, signingId, page };
      return describeSession(engine, await tellEnd(engine, () => showSigning(engine, kinds, request, given)));
    });
  }

  // The specification's call has no body where the customer has nothing to choose.
  const preValidation = async (request: FastifyRequest) => {
    request.body ??= {};
  };
  app.put(path, { preValidation, schema: { headers, body: schemas.submission, response: { 200: schemas.result } } }, async (request) => {
    const submission: unknown = request.body;
    if (!signable.isSubmission(submission)) throw new Error(`A body was let through that does not have the form of its kind, ${kind}.`);
    const answer = await tellEnd(engine, async () => {
      const authority = await requireAuthorityOrSigned(engine, request, request.headers['signing-id'], { touch: true, kinds: [kind] });
      if (authority.bankSession === undefined) return answerAgain(signable, authority.session, digestOfSubmission(submission));
      const { 'signing-method': method, 'signing-form': form } = request.headers;
      return submitSignature(engine, signable, authority, submission, { ...(method !== undefined && { method }), form });
    });
    crashPoint('signing.beforeAnswer');
    return answer;
  });

  app.delete(path, { schema: { headers, response: { 200: schemas.result } } }, (request) =>
    tellEnd(engine, async () => {
      const authority = await requireAuthorityOrSigned(engine, request, request.headers['signing-id'], {
        touch: true,
        kinds: [kind],
        acceptRefused: true,
      });
      if (authority.bankSession === undefined) throw alreadySigned();
      return refuseSigning(engine, signable, authority);
    }),
  );
}
