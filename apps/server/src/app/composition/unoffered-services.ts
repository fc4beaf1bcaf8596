/** Optional services of the Berlin Group's standard that this bank does not support. Their calls get an error that says so, instead of 404. */
import type { FastifyInstance } from 'fastify';
import { TppRefusal } from '#platform/http/refusal.ts';

const UNOFFERED = ['/signing-baskets', '/card-accounts'] as const;

/** Register with the prefix `/api/v1`. */
export function registerUnofferedServices(app: FastifyInstance): void {
  for (const path of UNOFFERED) {
    for (const url of [path, `${path}/*`]) {
      app.route({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url,
        handler: async () => {
          throw new TppRefusal(405, 'SERVICE_INVALID', `This bank does not offer ${path.slice(1).replace('-', ' ')}. Nothing was done.`, {
            headers: { allow: '' },
          });
        },
      });
    }
  }
}
