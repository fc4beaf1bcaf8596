/** The calls of the permissions page, beneath the page's own address: HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { PermissionAnswer, PermissionReadings, Permissions, PermissionsFileQuery, PermissionsQuery, ReadingsQuery } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { requireVisitor, toVisitor } from '../sign-in/index.ts';
import type { DrawPermissions } from './draw-permissions.ts';
import type { PermissionsDeps } from './permissions-deps.ts';
import { readDocument } from './read-document.ts';
import { findPermission, listPermissions } from './read-permissions.ts';
import { listReadings } from './read-readings.ts';
import { withdrawPermission } from './withdraw-permission.ts';

const PATH = '/bank/permissions/given';
const params = Type.Object({ permissionId: Type.String({ maxLength: 64 }) });

/** `drawPermissions` draws in a worker, outside the request's thread. */
export function registerPermissionRoutes(instance: FastifyInstance, deps: PermissionsDeps, drawPermissions: DrawPermissions): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const here = { touch: true };

  app.get(PATH, { schema: { querystring: PermissionsQuery, response: { 200: Permissions } } }, async (request) => {
    const visitor = await requireVisitor(deps, request, here);
    const { view = 'inForce', search, after } = request.query;
    const { permissions, next } = await listPermissions(deps, visitor, { view, search, after });
    const companies = visitor.companies.map(({ name }) => name);
    return { visitor: toVisitor(visitor), companies, permissions, ...(next === undefined ? {} : { next }) };
  });

  app.get(`${PATH}/pdf`, { schema: { querystring: PermissionsFileQuery } }, async (request, reply) => {
    const visitor = await requireVisitor(deps, request, here);
    const document = await deps.drawings.within(visitor.session.signInId, async () => {
      const read = await readDocument(deps, visitor);
      return { on: read.madeAt.slice(0, 10), pdf: await drawPermissions(read, request.query.language ?? 'en') };
    });
    reply.header('content-disposition', `attachment; filename="permissions-${document.on}.pdf"`).header('cache-control', 'no-store');
    return reply.type('application/pdf').send(document.pdf);
  });

  app.get(`${PATH}/:permissionId`, { schema: { params, response: { 200: PermissionAnswer } } }, async (request) => {
    const visitor = await requireVisitor(deps, request, here);
    return { visitor: toVisitor(visitor), permission: await findPermission(deps, visitor, request.params.permissionId) };
  });

  app.get(
    `${PATH}/:permissionId/readings`,
    { schema: { params, querystring: ReadingsQuery, response: { 200: PermissionReadings } } },
    async (request) => {
      const visitor = await requireVisitor(deps, request, here);
      const { readings, next } = await listReadings(deps, visitor, { permissionId: request.params.permissionId, before: request.query.before });
      return { visitor: toVisitor(visitor), readings, ...(next === undefined ? {} : { next }) };
    },
  );

  app.post(`${PATH}/:permissionId/withdrawal`, { schema: { params, response: { 200: PermissionAnswer } } }, async (request) => {
    const visitor = await requireVisitor(deps, request, here);
    return { visitor: toVisitor(visitor), permission: await withdrawPermission(deps, visitor, request.params.permissionId) };
  });
}
