/** Who stands behind the bearer token of a call, as far as payments ask. The guard is a higher tier and is handed in. */
import type { BankCountry, Locale } from '@portico/contract';
import type { FastifyRequest } from 'fastify';

export interface PaymentCaller {
  readonly appId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly bankCountry: BankCountry;
  readonly locale: Locale;
}

/** @throws TppRefusal 401 without a valid token. */
export type RequirePaymentCaller = (request: FastifyRequest) => Promise<PaymentCaller>;
