/** The address for mutual TLS of a server under test: real TLS on a free port, where calls send a client certificate. */
import { once } from 'node:events';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { WireAnswer } from '@portico/testkit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { createFurtherServer } from '#platform/http/further-server.ts';
import { createMtlsServer } from '#platform/tls/mtls-listener.ts';
import { makeCertificate } from '../../src/testing/make-certificate.ts';

/** A client certificate with its key, in PEM. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

export interface MtlsDoor {
  /** @param body JSON */
  call(pair: Pair, method: string, path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<WireAnswer>;
  close(): void;
}

export async function openMtlsDoor(app: FastifyInstance, config: Config): Promise<MtlsDoor> {
  const own = await makeCertificate({ name: 'localhost' });
  const door = createFurtherServer(app, { config, make: (options, route) => createMtlsServer(own, options, route) });
  door.server.listen(0, '127.0.0.1');
  await once(door.server, 'listening');
  const { port } = door.server.address() as AddressInfo;
  return {
    call({ cert, key }, method, path, headers, body) {
      const options = { port, host: '127.0.0.1', servername: 'localhost', ca: own.certPem, agent: false as const, method, path, cert, key };
      return new Promise((resolve, reject) => {
        const all = { 'x-request-id': crypto.randomUUID(), 'content-type': 'application/json', ...headers };
        request({ ...options, headers: all }, async (answer) => {
          const chunks: Buffer[] = [];
          for await (const chunk of answer) chunks.push(chunk);
          const names = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
          resolve({ status: answer.statusCode ?? 0, headers: names, text: Buffer.concat(chunks).toString(), setCookies: [] });
        })
          .once('error', reject)
          .end(body);
      });
    },
    close() {
      door.cut();
      door.server.close();
    },
  };
}
