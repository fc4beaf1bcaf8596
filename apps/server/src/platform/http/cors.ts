/**
 * The origins whose pages may send the customer's or developer's cookies: a fixed list, never the caller's own origin. The authorization servers
 * allow no cross-origin script (FAPI 2.0 SP §5.3.2.2).
 */
import fastifyCors from '@fastify/cors';
import { HEADERS } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { rulesOf } from './route-rules.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const REQUEST_HEADERS = [
  'Accept',
  'Authorization',
  'Content-Type',
  'DPoP',
  'Consent-ID',
  'PSU-IP-Address',
  'PSU-ID',
  'PSU-ID-Type',
  'TPP-Redirect-URI',
  'TPP-Nok-Redirect-URI',
  'TPP-Redirect-Preferred',
  'TPP-Decoupled-Preferred',
  'TPP-Explicit-Authorisation-Preferred',
  'TPP-Brand-Logging-Information',
  'TPP-Notification-URI',
  'TPP-Notification-Content-Preferred',
  HEADERS.fallbackSession,
  HEADERS.requestId,
  HEADERS.tppId,
  HEADERS.application,
  HEADERS.signingId,
  HEADERS.signingEntry,
  HEADERS.signingPage,
  HEADERS.signingMethod,
  HEADERS.signingForm,
];
/** Every response header in the API documents, besides those that scripts may always read, and those of an operation that will go. */
const ANSWER_HEADERS = [
  HEADERS.requestId,
  'ASPSP-SCA-Approach',
  'ASPSP-Notification-Support',
  'ASPSP-Notification-Content',
  'Retry-After',
  'Location',
  'Content-Disposition',
  'WWW-Authenticate',
  'Allow',
  'Accept-Encoding',
  'Deprecation',
  'Sunset',
  'Link',
];
const PREFLIGHT_SECONDS = 600;

export async function registerCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(fastifyCors, {
    delegator: (request, callback) => {
      const isOpen = rulesOf(request).area !== 'oauth';
      callback(null, {
        origin: isOpen ? [...origins] : false,
        credentials: true,
        methods: METHODS,
        allowedHeaders: REQUEST_HEADERS,
        exposedHeaders: ANSWER_HEADERS,
        maxAge: PREFLIGHT_SECONDS,
        strictPreflight: false,
      });
    },
  });
}
