/** The limit of a server in this language: Fastify returns the same bytes from memory. It is a separate process; the order is a JSON file. */
import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';

export interface BareOrder {
  readonly port: number;
  readonly path: string;
  /** JSON text. */
  readonly answer: string;
}

const order: BareOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const app = fastify({ logger: false });
app.get(order.path, async (_request, reply) => reply.type('application/json; charset=utf-8').send(order.answer));
await app.listen({ port: order.port, host: 'localhost' });
console.log('listening');
