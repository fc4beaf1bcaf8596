/**
 * Everything the shop asks the bank, over its public interface only: OpenID Connect by discovery, then the payment calls
 * (Berlin Group NextGenPSD2). Each call is recorded with the order it belongs to.
 */
import type { BankCountry, PaymentInitiation } from '@portico/contract';
import * as openid from 'openid-client';
import { type CreatedPayment, describeRefusal, type PaymentStatus, readCreatedPayment, readPaymentStatus } from './bank-answers.ts';
import type { BankCall } from './bank-call.ts';
import { bankDown, paymentRefused, signInFailed, tokenExpired } from './bank-problem.ts';
import { CREDITOR_NAME, formatCents } from './checkout.ts';
import { type Fetch, recordingFetch } from './recording-fetch.ts';
import type { Settings } from './settings.ts';
import type { Order, PendingSignIn, ShopStore } from './shop-store.ts';

export interface AccessToken {
  readonly token: string;
  readonly lifetimeSeconds: number;
}

/** What a customer is sent to the bank for. */
export interface BankVisit {
  /** The order or connection. */
  readonly journeyId: string;
  readonly country: BankCountry;
}

export interface BankClient {
  /** The address at the bank where the customer signs in, and what the shop must remember until he is back. */
  startSignIn(visit: BankVisit): Promise<{ url: string; state: string; nonce: string; verifier: string }>;
  /** @throws BankProblem */
  finishSignIn(callback: URL, state: string, pending: PendingSignIn): Promise<AccessToken>;
  /** @throws BankProblem */
  createPayment(order: Order, token: string, customerAddress: string): Promise<CreatedPayment>;
  /** @throws BankProblem */
  readStatus(order: Order, paymentId: string, token: string): Promise<PaymentStatus>;
}

type BankSettings = Pick<Settings, 'publicUrl' | 'issuer' | 'api' | 'clientId' | 'clientSecret'>;

interface BankClientDeps {
  readonly store: ShopStore;
  readonly call: BankCall;
  readonly send: Fetch | undefined;
}

export function createBankClient(settings: BankSettings, { store, call: callAnyStatus, send }: BankClientDeps): BankClient {
  const redirectUri = `${settings.publicUrl}/callback`;
  const fetchFor = (orderId: string) => recordingFetch((exchange) => store.recordExchange(orderId, exchange), send);

  async function discover(orderId: string): Promise<openid.Configuration> {
    const isPlainHttp = settings.issuer.startsWith('http:');
    const execute = [openid.enableNonRepudiationChecks, ...(isPlainHttp ? [openid.allowInsecureRequests] : [])];
    const options = { execute, [openid.customFetch]: toOpenIdFetch(fetchFor(orderId)) };
    const authentication = openid.ClientSecretPost(settings.clientSecret);
    try {
      return await openid.discovery(new URL(settings.issuer), settings.clientId, {}, authentication, options);
    } catch (error) {
      throw bankDown(error);
    }
  }

  const call: BankCall = async (...request) => {
    const response = await callAnyStatus(...request);
    if (response.status === 401) throw tokenExpired();
    return response;
  };

  return {
    async startSignIn({ journeyId, country }) {
      const configuration = await discover(journeyId);
      const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        bank_country: country,
        locale: 'en',
      });
      return { url: url.href, state, nonce, verifier };
    },

    async finishSignIn(callback, state, { journeyId, nonce, verifier }) {
      const configuration = await discover(journeyId);
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, callback, checks);
        return { token: tokens.access_token, lifetimeSeconds: tokens.expiresIn() ?? 0 };
      } catch (error) {
        throw signInFailed(error instanceof Error ? error.message : 'unknown', error);
      }
    },

    async createPayment(order, token, customerAddress) {
      const page = `${settings.publicUrl}/orders/${order.orderId}`;
      const response = await call(order.orderId, `/payments/${order.product}`, token, {
        method: 'POST',
        headers: {
          'psu-ip-address': customerAddress,
          'tpp-redirect-uri': `${page}/paid`,
          'tpp-nok-redirect-uri': `${page}/not-paid`,
        },
        body: toInitiation(order),
      });
      const body: unknown = await response.json().catch(() => undefined);
      const payment = response.status === 201 ? readCreatedPayment(body) : undefined;
      if (payment === undefined) throw paymentRefused(describeRefusal(response.status, body));
      // The customer goes only to the bank that was asked.
      if (URL.parse(payment.scaRedirect)?.origin !== new URL(settings.issuer).origin) throw paymentRefused('The signing link leads elsewhere.');
      return payment;
    },

    async readStatus(order, paymentId, token) {
      const response = await call(order.orderId, `/payments/${order.product}/${encodeURIComponent(paymentId)}/status`, token, { method: 'GET' });
      const body: unknown = await response.json().catch(() => undefined);
      const status = response.status === 200 ? readPaymentStatus(body) : undefined;
      if (status === undefined) throw bankDown(new Error(describeRefusal(response.status, body)));
      return status;
    },
  };
}

/** The payment as the Berlin Group spells it. */
function toInitiation(order: Order): PaymentInitiation {
  return {
    endToEndIdentification: order.number,
    instructedAmount: { amount: formatCents(order.amountCents), currency: 'EUR' },
    creditorAccount: { iban: order.payee.iban },
    creditorName: CREDITOR_NAME,
    creditorType: 'business',
    remittanceInformationUnstructured: `Lumen Books, order ${order.number}`,
    ...(order.retryAsSepa ? { retryAsSepa: true } : {}),
  };
}

function toOpenIdFetch(send: Fetch): openid.CustomFetch {
  return (url, { body, ...options }) => send(url, { ...options, body: typeof body === 'string' || body instanceof URLSearchParams ? body : null });
}
