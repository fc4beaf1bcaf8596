/** Review of 25 November 2026, section 3: no line told the network of the caller, nor the application. */
import { type FastifyBaseLogger, fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { type ApplicationOf, registerRequestLine } from './request-line.ts';

async function lineOf(address: string, applicationOf?: ApplicationOf): Promise<Record<string, unknown>> {
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = createLogger({ level: 'info' }, { write: (line) => void lines.push(line) });
  const app = fastify({ loggerInstance, disableRequestLogging: true });
  registerRequestLine(app, applicationOf);
  app.get('/api/v1/accounts/:id', async () => 'ok');
  await app.inject({ method: 'GET', url: '/api/v1/accounts/secret-id', remoteAddress: address });
  await app.close();
  return JSON.parse(lines.at(-1) ?? '');
}

describe('the line of a request', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:7:8:9:a:b:c', '2001:db8:7::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
  ])('has the masked network of %j', async (address, network) => {
    const line = await lineOf(address);
    expect(line).toMatchObject({ msg: 'request', method: 'GET', route: '/api/v1/accounts/:id', status: 200, network });
    expect(JSON.stringify(line)).not.toMatch(/77|secret-id|:9:a:b:c/);
    expect(line).not.toHaveProperty('appId');
  });

  it.each([{ appId: 'app_1' }, { clientId: 'tpp_1' }])('has the application that proved itself: %j', async (application) => {
    expect(await lineOf('192.0.2.1', () => application)).toMatchObject(application);
  });
});
