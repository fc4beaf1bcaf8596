/** For whom the visitor of the bank's own pages acts: HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ChooseRoleBody, RolesToChoose } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bankCookie } from '../sign-in-cookies.ts';
import type { SignInDeps } from '../sign-in-deps.ts';
import { requireVisitor, type VisitorDeps } from '../visitor.ts';
import { changeRole } from './change-role.ts';
import { toChoices } from './roles.ts';

export function registerRoleRoutes(
  instance: FastifyInstance,
  deps: {
    readonly platform: SignInDeps['platform'];
    readonly bank: SignInDeps['bank'] & VisitorDeps['bank'];
    readonly signIn: VisitorDeps['signIn'];
  },
): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const { platform, bank } = deps;

  app.get('/bank/session/roles', { schema: { response: { 200: RolesToChoose } } }, async (request) => {
    const { customer } = await requireVisitor(deps, request, { touch: true });
    return toChoices(await bank.listRoles(platform.db, customer));
  });

  app.post('/bank/session/role', { schema: { body: ChooseRoleBody } }, async (request, reply) => {
    const visitor = await requireVisitor(deps, request, { touch: true });
    const secret = await changeRole(deps, visitor, request.body.roleId);
    if (secret !== undefined) bankCookie(platform.config).write(reply, secret);
    return reply.code(204).send();
  });
}
