import { DATABASE_BUSY, patient, type Transport, type WireAnswer } from '@portico/testkit';
import type { FastifyInstance } from 'fastify';

/** Runs the testkit's journeys in this process, without a socket. A request refused because the database is busy is repeated. */
export function overInject(app: FastifyInstance, publicUrl: string): Transport {
  return patient(async ({ method, path, headers, body }): Promise<WireAnswer> => {
    const response = await app.inject({
      method,
      url: path,
      headers: { host: new URL(publicUrl).host, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const { 'set-cookie': setCookies = [], ...others } = response.headers;
    return {
      status: response.statusCode,
      headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
      setCookies: [setCookies].flat(),
      text: response.body,
    };
  }, DATABASE_BUSY);
}
