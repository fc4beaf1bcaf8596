/** The 404 a browser shows for an address outside the portal. No style sheet: the strict policy allows no inline style. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The id is a UUID (`request-id.ts`), so it needs no escaping.
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Page not found</title></head>
<body>
<main>
<h1>Page not found</h1>
<p>There is no page at this address. No payment was made or changed. <a href="/">Go to the start page</a>.</p>
<p>Request id: ${request.id}</p>
</main>
</body>
</html>
`;
  return reply.code(404).type('text/html; charset=utf-8').send(page);
}
