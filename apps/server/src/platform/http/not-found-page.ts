/** The 404 a browser shows for an address outside the portal. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml, plainPage } from './plain-page.ts';

/** @param supportContact who helps, with the id; default: nobody is named */
export const notFoundPage = (supportContact?: string) => (request: FastifyRequest, reply: FastifyReply) => {
  const support = supportContact === undefined ? '' : `<dt>Support</dt><dd>${escapeHtml(supportContact)}</dd>`;
  // The id is a UUID (`request-id.ts`), so it needs no escaping.
  const content = `<p>There is no page at this address. No payment was made or changed.</p>
<p><a href="/">Go to the start page</a></p>
<dl><dt>Request id</dt><dd><code>${request.id}</code></dd>${support}</dl>`;
  const page = plainPage({ title: 'Page not found', content });
  return reply.code(404).type('text/html; charset=utf-8').send(page);
};
