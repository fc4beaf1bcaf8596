/** Forms with a file (RFC 7578), read by the platform's own parser. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A thousand lines of a payroll, twice over. */
export const UPLOAD_BYTES_MAX = 512 * 1024;

/** Text fields by their names, a file as its bytes; of a repeated field the last one. For the routes of this scope only. */
export function acceptUploads(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: UPLOAD_BYTES_MAX },
    async (request: FastifyRequest, body: Buffer) => {
      const form = await readForm(body, request.headers['content-type'] ?? '');
      if (form === undefined) throw Object.assign(new Error('The form cannot be read.'), { statusCode: 400 });
      const entries = [...form].map(async ([name, value]) => [name, typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer())]);
      return Object.fromEntries(await Promise.all(entries));
    },
  );
}

function readForm(body: Buffer, contentType: string): Promise<FormData | undefined> {
  return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData().catch((error: unknown) => {
    if (error instanceof TypeError) return undefined;
    throw error;
  });
}
