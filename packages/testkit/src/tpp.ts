/** A third-party application: requests a token with PKCE, creates payments, reads their status. It uses the public API only. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { jsonOf, member, type Transport, textOf } from './transport.ts';

export interface TppSettings {
  readonly transport: Transport;
  readonly publicUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origin of its site; `/callback` is its registered redirect URI. */
  readonly site: string;
}

export interface PaymentOrder {
  readonly product: 'sepa-credit-transfers' | 'instant-sepa-credit-transfers';
  /** Decimal string, e.g. `12.50`. */
  readonly amount: string;
  readonly currency?: string;
  readonly creditorName: string;
  readonly creditorIban: string;
  readonly remittance?: string;
  /** The idempotency key; default: a new one. */
  readonly requestId?: string;
}

export interface Payment {
  readonly paymentId: string;
  readonly scaRedirect: string;
}

export interface Tpp {
  /** A new authorization request: the URL for the customer, and a function that exchanges the returned code. */
  authorize(bankCountry: string, locale?: string): { readonly address: string; redeem(returned: string): Promise<string> };
  createPayment(token: string, order: PaymentOrder): Promise<Payment>;
  /** Returns `transactionStatus`. */
  readStatus(token: string, order: Pick<PaymentOrder, 'product'>, paymentId: string): Promise<string>;
}

export function createTpp({ transport, publicUrl, clientId, clientSecret, site }: TppSettings): Tpp {
  const redirectUri = `${site}/callback`;

  async function redeem(returned: string, verifier: string): Promise<string> {
    const body = {
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code: new URL(returned).searchParams.get('code'),
      code_verifier: verifier,
    };
    const headers = { 'content-type': 'application/json' };
    const answer = await transport({ method: 'POST', path: '/api/v2/openam/token', headers, body: JSON.stringify(body) });
    return textOf(jsonOf(answer), 'access_token');
  }

  return {
    authorize(bankCountry, locale = 'en') {
      const verifier = randomBytes(32).toString('base64url');
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        state: randomUUID(),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        bank_country: bankCountry,
        locale,
      });
      return {
        address: `${publicUrl}/api/v2/am/realms/psd2/protocol/openid-connect/auth?${query}`,
        redeem: (returned) => redeem(returned, verifier),
      };
    },

    async createPayment(token, order) {
      const answer = await transport({
        method: 'POST',
        path: `/api/v1/payments/${order.product}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-request-id': order.requestId ?? randomUUID(),
          'psu-ip-address': '192.0.2.1',
          'tpp-redirect-uri': `${site}/orders/1/paid`,
          'tpp-nok-redirect-uri': `${site}/orders/1/not-paid`,
        },
        body: JSON.stringify({
          instructedAmount: { amount: order.amount, currency: order.currency ?? 'EUR' },
          creditorAccount: { iban: order.creditorIban },
          creditorName: order.creditorName,
          remittanceInformationUnstructured: order.remittance ?? 'Order 1',
        }),
      });
      if (answer.status !== 201) throw new Error(`The payment was not created: ${answer.status} ${answer.text}`);
      const body = jsonOf(answer);
      return { paymentId: textOf(body, 'paymentId'), scaRedirect: textOf(body, '_links', 'scaRedirect', 'href') };
    },

    async readStatus(token, { product }, paymentId) {
      const headers = { authorization: `Bearer ${token}`, 'x-request-id': randomUUID() };
      const answer = await transport({ method: 'GET', path: `/api/v1/payments/${product}/${paymentId}/status`, headers });
      return String(member(jsonOf(answer), 'transactionStatus'));
    },
  };
}
