/** Customers' access tokens, in memory only: whoever gets the shop's file gets no access to a bank account. */
import type { AccessToken } from './bank-client.ts';

const TOKENS_MAX = 1000;
const SECOND_MS = 1000;

export interface TokenVault {
  keep(orderId: string, token: AccessToken): void;
  /** Undefined when none is known or its hour is over. */
  find(orderId: string): string | undefined;
}

export function createTokenVault(now: () => number = Date.now): TokenVault {
  const tokens = new Map<string, { token: string; expiresAt: number }>();
  return {
    keep(orderId, { token, lifetimeSeconds }) {
      tokens.set(orderId, { token, expiresAt: now() + lifetimeSeconds * SECOND_MS });
      const [oldest] = tokens.keys();
      if (tokens.size > TOKENS_MAX && oldest !== undefined) tokens.delete(oldest);
    },
    find(orderId) {
      const kept = tokens.get(orderId);
      if (kept === undefined || kept.expiresAt > now()) return kept?.token;
      tokens.delete(orderId);
      return undefined;
    },
  };
}
