/** The developer's calls that only a sandbox has: issuing, signing, revoking and blocking certificates. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Certificate, IssuedCertificates, NewTestCertificates, SignedCertificate, SigningRequest } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CERTIFICATES_PATH, CertificateParams, type Certificates } from '../provider-identity/index.ts';
import type { AppOwner } from '../tpp-apps/index.ts';
import type { TestAuthority } from './test-authority.ts';

/** @param requireOwner throws UiRefusal 400, 401, 403. */
export function registerTestAuthorityRoutes(
  app: FastifyInstance,
  authority: TestAuthority,
  certificates: Certificates,
  requireOwner: (request: FastifyRequest) => Promise<AppOwner>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(CERTIFICATES_PATH, { schema: { body: NewTestCertificates, response: { 201: IssuedCertificates } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    reply.header('cache-control', 'no-store');
    return reply.code(201).send(await authority.issue(owner, request.body));
  });

  routes.post(
    `${CERTIFICATES_PATH}/signing-requests`,
    { schema: { body: SigningRequest, response: { 201: SignedCertificate } } },
    async (request, reply) => {
      const owner = await requireOwner(request);
      return reply.code(201).send(await authority.sign(owner, request.body));
    },
  );

  const acts = [
    ['revocation', authority.setRevoked],
    ['block', certificates.setBlocked],
  ] as const;
  for (const [name, act] of acts) {
    for (const method of ['PUT', 'DELETE'] as const) {
      routes.route({
        method,
        url: `${CERTIFICATES_PATH}/:certificateId/${name}`,
        schema: { params: CertificateParams, response: { 200: Certificate } },
        handler: async (request) => {
          const owner = await requireOwner(request);
          return act(owner, request.params.certificateId, method === 'PUT');
        },
      });
    }
  }
}
