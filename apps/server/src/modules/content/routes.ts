/** `GET {content}/…`: public, the same for everybody, checked against the contract on the way out. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ContentPage, Menu, UiErrorBody } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { UiRefusal } from '../../platform/http/refusal.ts';
import type { Content } from './content.ts';
import { PAGE_NAME } from './load-content.ts';

const PREFIX = '/content';
/** Content changes without a release: a browser asks again each time. */
const CACHING = 'no-cache';

export function registerContentRoutes(app: FastifyInstance, content: Content): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(`${PREFIX}/dev-portal-menu`, { schema: { response: { 200: Menu } } }, async (_request, reply) => {
    reply.header('cache-control', CACHING);
    return content.menu();
  });

  routes.get(`${PREFIX}/homepage.json`, { schema: { response: { 200: ContentPage } } }, async (_request, reply) => {
    reply.header('cache-control', CACHING);
    return content.homepage();
  });

  routes.get(
    `${PREFIX}/dev-portal-pages/:name`,
    { schema: { params: Type.Object({ name: Type.String() }), response: { 200: ContentPage, 404: UiErrorBody } } },
    async (request, reply) => {
      const { name } = request.params;
      const page = PAGE_NAME.test(name) ? content.page(name) : undefined;
      if (page === undefined) throw new UiRefusal(404, 'NOT_FOUND', 'Page not found');
      reply.header('cache-control', CACHING);
      return page;
    },
  );
}
