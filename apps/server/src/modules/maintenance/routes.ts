/** The calls of the maintenance page. Both stay open during maintenance. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { MaintenanceAnswer, MaintenancePage, MaintenancePageQuery } from '@portico/contract';
import { DEFAULT_LOCALE, LOCALES } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import type { Maintenance } from './maintenance.ts';
import type { MaintenancePages } from './maintenance-pages.ts';

export function registerMaintenanceRoutes(
  app: FastifyInstance,
  maintenance: Pick<Maintenance, 'running' | 'planned'>,
  pages: MaintenancePages,
  apiBase: string,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/api/maintenance', { schema: { response: { 200: MaintenanceAnswer } } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const running = await maintenance.running();
    return { running: running?.window ?? null, planned: [...(await maintenance.planned())] };
  });

  routes.get(
    '/content/ob-maintenance',
    { schema: { querystring: MaintenancePageQuery, response: { 200: MaintenancePage } } },
    async ({ query: { api, lang } }, reply) => {
      reply.header('cache-control', 'no-cache');
      // The two parameters only select a value; neither is used as a key or a path.
      const wanted = LOCALES.find((locale) => locale === lang?.toLowerCase()) ?? DEFAULT_LOCALE;
      const running = api === apiBase ? await maintenance.running() : undefined;
      return pages.page(wanted, running?.window.texts ?? {});
    },
  );
}
