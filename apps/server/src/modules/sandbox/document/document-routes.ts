/** The developer's calls about the whole sandbox as a document. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ImportedSandbox, ImportQuery, SANDBOX_FORMAT, SANDBOX_FORMAT_VERSION, SandboxDocument, SandboxTables, SeedBody } from '@portico/contract';
import { IMPORT_BYTES_MAX } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOwner } from '#modules/tpp-apps/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { SANDBOX_TABLES, type Sandbox } from '../sandbox.ts';

/** @param offered.requireOwner throws UiRefusal 400, 401, 403. */
export function registerDocumentCalls(
  app: FastifyInstance,
  offered: { readonly sandbox: Sandbox; readonly requireOwner: (request: FastifyRequest) => Promise<AppOwner> },
): void {
  const { sandbox, requireOwner } = offered;
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const at = '/api/tpp/sandbox';

  routes.get(`${at}/document`, { schema: { response: { 200: SandboxDocument } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    reply.header('cache-control', 'no-store').header('content-disposition', 'attachment; filename="sandbox.json"');
    return sandbox.exportDocument(owner);
  });

  routes.get(`${at}/document/schema`, async (_request, reply) =>
    reply.type('application/schema+json').send(JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...SandboxDocument })),
  );

  for (const table of SANDBOX_TABLES) {
    routes.get(`${at}/${table}.csv`, async (request, reply) => {
      const owner = await requireOwner(request);
      const rows = await sandbox.exportTable(owner, table);
      reply.header('cache-control', 'no-store').header('content-disposition', `attachment; filename="${table}.csv"`);
      return reply.type('text/csv; charset=utf-8').send(rows);
    });
  }

  routes.post(
    `${at}/document`,
    {
      bodyLimit: IMPORT_BYTES_MAX,
      // Before the body is read, because it is large.
      onRequest: async (request) => void (await requireOwner(request)),
      preValidation: async ({ body }) => requireFormat(body),
      schema: { body: SandboxDocument, querystring: ImportQuery, response: { 200: ImportedSandbox } },
    },
    async (request) => {
      const owner = await requireOwner(request);
      return sandbox.importDocument(owner, request.body, request.query);
    },
  );

  routes.post(
    `${at}/tables`,
    {
      bodyLimit: IMPORT_BYTES_MAX,
      onRequest: async (request) => void (await requireOwner(request)),
      schema: { body: SandboxTables, querystring: ImportQuery, response: { 200: ImportedSandbox } },
    },
    async (request) => {
      const owner = await requireOwner(request);
      return sandbox.importTables(owner, request.body, request.query);
    },
  );

  routes.post(`${at}/seed`, { schema: { body: SeedBody, response: { 200: ImportedSandbox } } }, async (request) => {
    const owner = await requireOwner(request);
    return sandbox.seedSandbox(owner, request.body.seed);
  });
}

/** A document of another format or version gets one refusal instead of one for each field. @throws UiRefusal 400. */
function requireFormat(body: unknown): void {
  const { format, version }: Readonly<Record<string, unknown>> = Object(body);
  if (format !== SANDBOX_FORMAT) {
    const text = `This is no document of a sandbox: its format is not ${SANDBOX_FORMAT}. Nothing was changed. Send a document that an export made.`;
    throw new UiRefusal(400, 'FORMAT_ERROR', text, { path: 'format' });
  }
  if (version === SANDBOX_FORMAT_VERSION) return;
  const text = `This server reads version ${SANDBOX_FORMAT_VERSION} of sandbox documents. Nothing was changed. Export the sandbox again, or convert the document.`;
  throw new UiRefusal(400, 'FORMAT_ERROR', text, { path: 'version' });
}
