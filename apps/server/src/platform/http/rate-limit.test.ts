import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { toProblem } from './problem.ts';
import { registerRateLimit } from './rate-limit.ts';

it('a client that has gone before it is counted is no mistake of ours, and its request is not served', async () => {
  const app = fastify();
  const met = Promise.withResolvers<unknown>();
  let served = 0;
  app.setErrorHandler((error) => met.resolve(error));
  app.addHook('onRequest', async (request) => void request.socket.destroy());
  await registerRateLimit(app, 10);
  app.get('/', () => {
    served += 1;
    return '';
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect({ port: Number(port), host: '127.0.0.1' });
  client.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(toProblem(await met.promise)).toMatchObject({ status: 400 });
  expect(served).toBe(0);
  client.destroy();
  await app.close();
});
