import { DATABASE_BUSY, patient, type Transport, type WireAnswer } from '@portico/testkit';
import type { FastifyInstance } from 'fastify';

/** The testkit's journeys inside this process, without a socket. What is sent away because the database is busy is sent again. */
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
