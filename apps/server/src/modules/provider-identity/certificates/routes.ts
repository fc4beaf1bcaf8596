/** The calls about certificates that exist with any bank. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Certificate, CertificatesPage, SecuritySettings, UploadedCertificate } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { AppOwner } from '../../tpp-apps/index.ts';
import type { Certificates } from './certificates.ts';

export const CERTIFICATES_PATH = '/api/tpp/certificates';
export const CertificateParams = Type.Object({ certificateId: Type.String({ maxLength: 64 }) });

/** @param requireOwner throws UiRefusal 400, 401, 403. */
export function registerCertificateRoutes(
  app: FastifyInstance,
  certificates: Certificates,
  requireOwner: (request: FastifyRequest) => Promise<AppOwner>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(CERTIFICATES_PATH, { schema: { response: { 200: CertificatesPage } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    reply.header('cache-control', 'no-store');
    return certificates.page(owner);
  });

  routes.post(`${CERTIFICATES_PATH}/uploads`, { schema: { body: UploadedCertificate, response: { 201: Certificate } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    return reply.code(201).send(await certificates.upload(owner, request.body.pem));
  });

  routes.delete(`${CERTIFICATES_PATH}/:certificateId`, { schema: { params: CertificateParams } }, async (request, reply) => {
    const owner = await requireOwner(request);
    await certificates.remove(owner, request.params.certificateId);
    return reply.code(204).send();
  });

  routes.put(`${CERTIFICATES_PATH}/profile`, { schema: { body: SecuritySettings, response: { 200: CertificatesPage } } }, async (request) => {
    const owner = await requireOwner(request);
    return certificates.setSecurity(owner, request.body);
  });
}
