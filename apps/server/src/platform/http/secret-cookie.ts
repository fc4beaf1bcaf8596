/**
 * Cookies with one secret of `random.secret()`. On https they are `Secure` with a name prefix (`__Host-`, or `__Secure-` for a cookie with a path).
 * Browsers refuse both prefixes over plain http, so on loopback the name has none.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface SecretCookie {
  /** Returns the secret that this browser sent; undefined when there is none or its format is wrong. */
  read(request: FastifyRequest): string | undefined;
  /** Sets the cookie on the reply, also on one that was given to another server library (`reply.hijack()`). */
  write(reply: FastifyReply, secret: string): void;
  /** Deletes the cookie in the browser. */
  clear(reply: FastifyReply): void;
}

/** With the prefix that browsers check, on https. */
export function cookieName({ publicUrl, name, path }: { readonly publicUrl: string; readonly name: string; readonly path: string }): string {
  if (!publicUrl.startsWith('https:')) return name;
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`;
}

interface SecretCookieOptions {
  readonly publicUrl: string;
  readonly name: string;
  readonly path: string;
  /** Default: a session cookie. */
  readonly maxAgeSeconds?: number;
  /** Default: `lax`. */
  readonly sameSite?: 'lax' | 'strict';
}

/** HttpOnly. */
export function secretCookie(options: SecretCookieOptions): SecretCookie {
  const isSecure = options.publicUrl.startsWith('https:');
  const name = cookieName(options);
  const attributes = { httpOnly: true, sameSite: options.sameSite ?? 'lax', path: options.path, secure: isSecure } as const;
  return {
    read(request) {
      const value = request.cookies[name];
      return value !== undefined && SECRET.test(value) ? value : undefined;
    },
    write(reply, secret) {
      const text = reply.server.serializeCookie(name, secret, {
        ...attributes,
        ...(options.maxAgeSeconds === undefined ? {} : { maxAge: options.maxAgeSeconds }),
      });
      if (reply.sent) reply.raw.appendHeader('set-cookie', text);
      else reply.header('set-cookie', text);
    },
    clear(reply) {
      const text = reply.server.serializeCookie(name, '', { ...attributes, maxAge: 0 });
      reply.header('set-cookie', text);
    },
  };
}
