/**
 * Checks the HTTP syntax of a request before routing: a supported version, one host, no repeated header that a proxy and the server could read
 * differently, no content encoding. For some of these Node would send its own response, without the service's text and headers.
 */
import type { IncomingMessage } from 'node:http';
import { HEADERS } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { HEADERS_MAX } from './limits.ts';
import { UiRefusal } from './refusal.ts';
import { targetFlawOf } from './request-target.ts';

type WireRule = (request: IncomingMessage) => UiRefusal | undefined;

/** Headers with a single value. List headers (Accept, Cookie, Forwarded …) may be repeated. */
const SINGLE_HEADERS = new Map(
  [
    'Host',
    'Authorization',
    'DPoP',
    'Content-Type',
    'Content-Encoding',
    'Expect',
    'Origin',
    'Sec-Fetch-Site',
    'X-Request-ID',
    'Consent-ID',
    'PSU-IP-Address',
    'PSU-ID',
    'PSU-ID-Type',
    'TPP-Redirect-URI',
    'TPP-Nok-Redirect-URI',
    'TPP-Notification-URI',
    'TPP-Notification-Content-Preferred',
    'TPP-Redirect-Preferred',
    'TPP-Decoupled-Preferred',
    'TPP-Explicit-Authorisation-Preferred',
    'TPP-Brand-Logging-Information',
    'X-SSL-Client-Cert',
    'Client-Cert',
    'X-Portico-Proxy-Secret',
    HEADERS.fallbackSession,
    HEADERS.tppId,
    HEADERS.application,
    HEADERS.signingId,
    HEADERS.signingEntry,
    HEADERS.signingPage,
    HEADERS.signingMethod,
    HEADERS.signingForm,
  ].map((name) => [name.toLowerCase(), name]),
);

const RULES: readonly WireRule[] = [
  refuseOtherVersions,
  refuseOtherTargets,
  refuseHeaderFlood,
  refuseRepeatedHeaders,
  refuseMissingHost,
  refuseEncodings,
  refuseWishes,
];

export function registerWireRules(app: FastifyInstance): void {
  // Node would answer these with an empty 417.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    for (const rule of RULES) {
      const refusal = rule(raw);
      if (refusal !== undefined) throw refusal;
    }
    done();
  });
}

function refuseOtherVersions({ httpVersion }: Parameters<WireRule>[0]): UiRefusal | undefined {
  if (httpVersion === '1.1' || httpVersion === '1.0') return undefined;
  return new UiRefusal(505, 'FORMAT_ERROR', 'This version of HTTP is not spoken here. Send HTTP/1.1.');
}

function refuseOtherTargets(request: Parameters<WireRule>[0]): UiRefusal | undefined {
  const flaw = targetFlawOf(request);
  return flaw && new UiRefusal(400, 'FORMAT_ERROR', flaw.text, { path: 'address', detail: flaw.detail });
}

function refuseHeaderFlood({ rawHeaders }: Parameters<WireRule>[0]): UiRefusal | undefined {
  if (rawHeaders.length <= 2 * HEADERS_MAX) return undefined;
  return new UiRefusal(431, 'FORMAT_ERROR', `The request has more than ${HEADERS_MAX} headers. Send fewer.`);
}

function refuseRepeatedHeaders({ rawHeaders }: Parameters<WireRule>[0]): UiRefusal | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = SINGLE_HEADERS.get((rawHeaders[index] ?? '').toLowerCase());
    if (name === undefined) continue;
    if (seen.has(name)) return refuse(name, `The header ${name} comes twice. Send it once.`);
    seen.add(name);
  }
  return undefined;
}

/** RFC 9112 §3.2; HTTP/1.0 has no Host header. */
function refuseMissingHost({ headers, httpVersion }: Parameters<WireRule>[0]): UiRefusal | undefined {
  return headers.host === undefined && httpVersion === '1.1' ? refuse('Host', 'Send the header Host.') : undefined;
}

/** No body is decompressed, so none can expand to more than was sent (RFC 9110 §15.5.16). */
function refuseEncodings({ headers: { 'content-encoding': encoding = 'identity' } }: Parameters<WireRule>[0]): UiRefusal | undefined {
  if (encoding.trim().toLowerCase() === 'identity') return undefined;
  const text = 'Packed bodies are not accepted. Send the body as it is, without Content-Encoding.';
  return new UiRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', text, { path: 'header:Content-Encoding', headers: { 'accept-encoding': 'identity' } });
}

function refuseWishes({ headers: { expect } }: Parameters<WireRule>[0]): UiRefusal | undefined {
  if (expect === undefined || expect.toLowerCase() === '100-continue') return undefined;
  return new UiRefusal(417, 'FORMAT_ERROR', 'The header Expect is 100-continue, or left out.', { path: 'header:Expect' });
}

function refuse(name: string, text: string): UiRefusal {
  return new UiRefusal(400, 'FORMAT_ERROR', text, { path: `header:${name}` });
}
