/**
 * Everything the shop asks the bank, over its public interface only: OpenID Connect by discovery, then the payment calls
 * (Berlin Group NextGenPSD2). Each call is recorded with the order it belongs to.
 */
import { ApiError, createSignIn, type Fetch, type SignIn } from '@portico/client';
import { type CreatedPayment, type PaymentStatus, readCreatedPayment, readPaymentStatus } from './bank-answers.ts';
import { answerOf, type BankApi } from './bank-api.ts';
import { type BankProblem, bankDown, describeRefusal, paymentRefused, signInFailed, tokenExpired } from './bank-problem.ts';
import type { BankCountry, PaymentInitiation } from './bank-types.ts';
import { CREDITOR_NAME, formatCents } from './checkout.ts';
import { recordingFetch } from './recording-fetch.ts';
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

interface BankClientDeps {
  readonly store: ShopStore;
  readonly api: BankApi;
  readonly send: Fetch | undefined;
}

export function createBankClient(settings: Settings, { store, api, send }: BankClientDeps): BankClient {
  const { publicUrl, bank, clientId, clientSecret } = settings;

  function signInOf(journeyId: string): SignIn {
    const recorded = recordingFetch((exchange) => store.recordExchange(journeyId, exchange), send);
    return createSignIn({ bank, clientId, clientSecret, redirectUri: `${publicUrl}/callback`, fetch: recorded });
  }

  return {
    async startSignIn({ journeyId, country }) {
      const begun = signInOf(journeyId).begin({ country });
      const { url, visit } = await begun.catch((error: unknown) => {
        throw bankDown(error);
      });
      return { url, ...visit };
    },

    async finishSignIn(callback, state, { journeyId, nonce, verifier }) {
      try {
        const { accessToken, expiresAt } = await signInOf(journeyId).finish(callback, { state, nonce, verifier });
        return { token: accessToken, lifetimeSeconds: (expiresAt - Date.now()) / 1000 };
      } catch (error) {
        // `fetch` had no answer.
        if (error instanceof TypeError) throw bankDown(error);
        throw signInFailed(error instanceof Error ? error.message : 'unknown', error);
      }
    },

    async createPayment(order, token, customerAddress) {
      const page = `${publicUrl}/orders/${order.orderId}`;
      const header = {
        'PSU-IP-Address': customerAddress,
        'TPP-Redirect-URI': `${page}/paid`,
        'TPP-Nok-Redirect-URI': `${page}/not-paid`,
        'TPP-Notification-URI': `${publicUrl}/notifications/${order.orderId}`,
      };
      const params = { header, path: { paymentProduct: order.product } };
      const created = answerOf(api(order.orderId, token).POST('/v1/payments/{paymentProduct}', { params, body: toInitiation(order) }));
      const { body } = await created.catch((error: unknown) => {
        throw toShopProblem(error, (refusal) => paymentRefused(describeRefusal(refusal)));
      });
      const payment = readCreatedPayment(body);
      if (payment === undefined) throw paymentRefused(undefined);
      // The customer goes only to the bank that was asked.
      if (URL.parse(payment.scaRedirect)?.origin !== bank) throw paymentRefused('The signing link leads elsewhere.');
      return payment;
    },

    async readStatus(order, paymentId, token) {
      const params = { path: { paymentProduct: order.product, paymentId } };
      const asked = answerOf(api(order.orderId, token).GET('/v1/payments/{paymentProduct}/{paymentId}/status', { params }));
      const { body } = await asked.catch((error: unknown) => {
        throw toShopProblem(error, (refusal) => bankDown(new Error(describeRefusal(refusal))));
      });
      const status = readPaymentStatus(body);
      if (status === undefined) throw bankDown();
      return status;
    },
  };
}

/** @param otherwise for refusals other than that of the token */
function toShopProblem(error: unknown, otherwise: (refusal: ApiError) => BankProblem): unknown {
  if (!(error instanceof ApiError)) return error;
  return error.status === 401 ? tokenExpired() : otherwise(error);
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
