/** The headers of an answer beside what its document names for that status. */
import { member } from '@portico/testkit';
import type { FastifyInstance } from 'fastify';
import { readDocuments } from './served-documents.ts';
import type { Reply } from './xs2a/wire.ts';

/** What an answer may tell its caller. The others are of every answer, or of the connection. */
const TOLD = [
  'accept',
  'accept-encoding',
  'allow',
  'aspsp-notification-content',
  'aspsp-notification-support',
  'aspsp-sca-approach',
  'deprecation',
  'etag',
  'link',
  'location',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-request-id',
];

/** Named headers that are rightly absent: their descriptions say when. */
const ABSENT: Readonly<Record<string, (reply: Reply) => boolean>> = {
  'accept-encoding': ({ request }) => request.headers['content-encoding'] === undefined,
  'aspsp-notification-content': ({ headers }) => headers['aspsp-notification-support'] !== 'true',
  'retry-after': ({ status, text }) => status === 409 || status === 422 || text.includes('Ask for a new one'),
  'www-authenticate': ({ request }) => request.headers.authorization === undefined && request.url.includes('/openam/'),
};

/** One sentence for each header that is sent and not named, or named and not sent. */
export type HeaderFlaws = (operationId: string, reply: Reply) => readonly string[];

export async function readPromisedHeaders(app: FastifyInstance, publicUrl: string): Promise<HeaderFlaws> {
  const documents = await readDocuments(app, publicUrl);
  const operations = new Map(documents.flatMap((document) => document.operations).map((served) => [served.operationId, served.operation]));
  return (operationId, reply) => {
    const response = member(operations.get(operationId), 'responses', String(reply.status));
    const named = Object.keys(Object(member(response, 'headers'))).map((name) => name.toLowerCase());
    const types = Object.keys(Object(member(response, 'content')));
    const [media = ''] = String(reply.headers['content-type'] ?? '').split(';');
    const sent = TOLD.filter((name) => reply.headers[name] !== undefined);
    return [
      ...sent.filter((name) => !named.includes(name)).map((name) => `${name} is sent and not named`),
      ...(media === '' || types.includes(media) ? [] : [`${media} is sent and not named`]),
      ...named.filter((name) => !sent.includes(name) && ABSENT[name]?.(reply) !== true).map((name) => `${name} is named and not sent`),
    ];
  };
}
