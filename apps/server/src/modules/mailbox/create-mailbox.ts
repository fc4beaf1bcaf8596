/**
 * The mail server of a development server: its mails arrive here over real SMTP and are shown at `/mailbox`. Production has neither; it sends
 * mails to its configured mail server.
 */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SMTPServer } from 'smtp-server';
import { Type } from 'typebox';
import type { Config } from '#platform/config.ts';
import { requireOwnHost } from '#platform/http/own-host.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { listPage, mailPage } from './mailbox-page.ts';
import { readMail } from './read-mail.ts';
import { createReceivedMails, type ReceivedMail } from './received-mails.ts';

const HOST = '127.0.0.1';
const BYTES_MAX = 1024 * 1024;
const Params = Type.Object({ number: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }, { additionalProperties: false });

export interface Mailbox {
  /** Listens on a free port of this machine. Returns the address for the mail queue. */
  start(): Promise<string>;
  stop(): Promise<void>;
  registerRoutes(app: FastifyInstance): Promise<void>;
}

export function createMailbox({ config }: { config: Pick<Config, 'productName' | 'publicUrl'> }): Mailbox {
  const mails = createReceivedMails();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: BYTES_MAX,
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        mails.add(Buffer.concat(chunks));
        callback();
      });
    },
  });
  // The sender reports broken connections itself.
  server.on('error', () => {});
  const read = ({ number, bytes }: ReceivedMail) => ({ number, ...readMail(bytes) });

  return {
    async start() {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, HOST, resolve);
      });
      return `smtp://${HOST}:${portOf(server.server.address())}`;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    async registerRoutes(app) {
      // Refuses other host names: with DNS rebinding another site could resolve to this server, and browsers would treat its pages as ours.
      const onRequest = async ({ headers }: Pick<FastifyRequest, 'headers'>) => requireOwnHost(headers.host, config.publicUrl);
      app.get('/mailbox', { onRequest }, (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage(config, mails.list().map(read))));
      app.get<{ Params: { number: number } }>('/mailbox/:number', { onRequest, schema: { params: Params } }, (request, reply) =>
        reply.type('text/html; charset=utf-8').send(mailPage(config, read(requireMail(request.params.number)))),
      );
      app.get<{ Params: { number: number } }>('/mailbox/:number/source', { onRequest, schema: { params: Params } }, (request, reply) =>
        reply.type('text/plain; charset=utf-8').send(requireMail(request.params.number).bytes),
      );
    },
  };

  function requireMail(number: number): ReceivedMail {
    const mail = mails.find(number);
    if (mail === undefined) throw new UiRefusal(404, 'NOT_FOUND', 'There is no such mail. It may have arrived before the server was restarted.');
    return mail;
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The mailbox has no port.');
}
