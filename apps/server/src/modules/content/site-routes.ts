/** `GET /llms.txt` and the other files at the root of the site. Public, and the same for every caller. */
import type { FastifyInstance } from 'fastify';
import { letSearchEnginesIndex } from '#platform/http/security-headers.ts';
import { llmsFullText, llmsText, robotsText, type SiteDeps, securityText, sitemap } from './site-files.ts';

const TEXT = 'text/plain; charset=utf-8';
/** RFC 9309 §2.3: for the files that programs read once a day. */
const CACHING = 'public, max-age=3600';

const FILES: Readonly<Record<string, { readonly type: string; readonly write: (deps: SiteDeps) => string }>> = {
  '/llms.txt': { type: TEXT, write: llmsText },
  '/llms-full.txt': { type: TEXT, write: llmsFullText },
  '/robots.txt': { type: TEXT, write: robotsText },
  '/sitemap.xml': { type: 'application/xml; charset=utf-8', write: sitemap },
  '/.well-known/security.txt': { type: TEXT, write: securityText },
};

export function registerSiteRoutes(app: FastifyInstance, deps: SiteDeps): void {
  for (const [path, { type, write }] of Object.entries(FILES)) {
    app.get(path, async (_request, reply) => {
      letSearchEnginesIndex(reply);
      return reply.header('cache-control', CACHING).type(type).send(write(deps));
    });
  }
}
