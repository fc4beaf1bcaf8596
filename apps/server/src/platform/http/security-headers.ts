/**
 * Headers of every response, including errors and static files. They are also set in development, so that a violation shows while a page is written.
 * `no-store` is the default; static files set their own caching.
 */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

const POLICY = 'content-security-policy';
/** Pages of customers contain one-use addresses: only what a route allows may be indexed. */
const ROBOTS = 'x-robots-tag';
const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains; preload';

/** Bases on another origin are added to `connect-src`. */
export function securityHeaders(
  config: Pick<Config, 'publicUrl' | 'apiBase' | 'contentBase' | 'sandboxBase' | 'identityBase'>,
): Readonly<Record<string, string>> {
  const { publicUrl, apiBase, contentBase, sandboxBase, identityBase } = config;
  const bases = [apiBase, contentBase, sandboxBase, identityBase];
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
    [POLICY]: policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
    [ROBOTS]: 'noindex, nofollow',
    // Over plain http the header would make a browser refuse the development server later.
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT_SECURITY } : {}),
  };
}

/**
 * Returns the policy for a page with inline scripts of ours. It lists each by its digest (CSP 3 §2.3.1), so that no other script runs.
 *
 * @param built the page as built, before anything is inserted
 */
export function policyForScriptsOf(built: string, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const digests = Array.from(built.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`);
  const { [POLICY]: policy = '' } = headers;
  return { [POLICY]: policy.replace("script-src 'self'", ["script-src 'self'", ...digests].join(' ')) };
}

export function registerSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Only for public texts. Without this call the header tells search engines to leave the answer out. */
export function letSearchEnginesIndex(reply: FastifyReply): void {
  reply.removeHeader(ROBOTS);
}
