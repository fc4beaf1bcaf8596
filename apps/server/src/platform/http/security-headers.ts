/**
 * The header set of every response, errors and static files included. It is on in development too, so that a violation is seen
 * while a page is written. `no-store` is the default; static files set their own caching.
 */
import type { FastifyInstance } from 'fastify';

const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains; preload';

export interface SecurityHeaderOptions {
  readonly publicUrl: string;
  /** Bases the pages call; those on another origin enter `connect-src`. */
  readonly bases: readonly string[];
}

export function securityHeaders({ publicUrl, bases }: SecurityHeaderOptions): Readonly<Record<string, string>> {
  const own = new URL(publicUrl).origin;
  const others = new Set(bases.map((base) => new URL(base).origin).filter((origin) => origin !== own));
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...others].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
    // A browser that saw it over plain http would lock itself out of a development server.
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT_SECURITY } : {}),
  };
}

export function registerSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
