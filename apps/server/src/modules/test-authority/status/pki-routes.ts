/** What an authority publishes: its certificate, revocation lists and OCSP (RFC 6960, appendix A). Without a session; HTTP only. */
import { CERTIFICATE_USES } from '@portico/contract/values';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { OCSP_BYTES_MAX } from './answer-ocsp.ts';

export interface PublishedStatus {
  caPem(): Promise<string>;
  crl(use: (typeof CERTIFICATE_USES)[number]): Promise<Buffer>;
  ocsp(request: Uint8Array): Promise<Buffer>;
}

const OCSP_TYPE = 'application/ocsp-request';
/** RFC 6960, appendix A.1: longer requests are sent with POST. */
const BASE64_LENGTH_MAX = 255;

export async function registerPkiRoutes(app: FastifyInstance, status: PublishedStatus): Promise<void> {
  app.get('/pki/ca.pem', async (_request, reply) => send(reply, 'application/x-pem-file', await status.caPem()));
  for (const use of CERTIFICATE_USES) {
    app.get(`/pki/${use}.crl`, async (_request, reply) => send(reply, 'application/pkix-crl', await status.crl(use)));
  }
  // Some clients do not encode the slashes of base64.
  app.get<{ Params: { '*': string } }>('/pki/ocsp/*', async (request, reply) => {
    const text = request.params['*'];
    const body = text.length <= BASE64_LENGTH_MAX ? Buffer.from(text, 'base64') : Buffer.alloc(0);
    return send(reply, 'application/ocsp-response', await status.ocsp(body));
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(OCSP_TYPE, { parseAs: 'buffer', bodyLimit: OCSP_BYTES_MAX }, async (_request: unknown, body: Buffer) => body);
    scope.post<{ Body: Buffer }>('/pki/ocsp', { config: { rules: { readsCookies: false } } }, async ({ body }, reply) =>
      send(reply, 'application/ocsp-response', await status.ocsp(body ?? Buffer.alloc(0))),
    );
  });
}

/** A revocation counts at once, so that no cache may answer. */
function send(reply: FastifyReply, type: string, body: Buffer | string): FastifyReply {
  return reply.header('cache-control', 'no-store').type(type).send(body);
}
