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

// Review of 25 November 2026, S7: one caller has all addresses of a /64, and one of them for each request.
it('counts a /64 of IPv6 as one caller, a /48 as four, and an IPv4 address as one in both notations', async () => {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => reply.code(toProblem(error).status).send());
  await registerRateLimit(app, 2);
  app.get('/', () => '');
  const statuses = async (addresses: readonly string[]) => {
    const answers: number[] = [];
    for (const remoteAddress of addresses) answers.push((await app.inject({ url: '/', remoteAddress })).statusCode);
    return answers;
  };
  expect(await statuses(['2001:db8::1', '2001:DB8:0:0:ffff::2', '2001:db8::3', '2001:db8:0:1::1'])).toEqual([200, 200, 429, 200]);
  // A /48, which one customer of a tunnel broker has, counts as four callers.
  const site = Array.from({ length: 9 }, (_, index) => `2001:db8:9:${index}::1`);
  expect(await statuses([...site, '2001:db8:a::1'])).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429, 200]);
  expect(await statuses(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2'])).toEqual([200, 200, 429, 200]);
  await app.close();
});
