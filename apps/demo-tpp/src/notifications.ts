/** What the bank tells the shop: each change of a payment's status. The shop then reads the status once, so no page has to ask for it. */
import { readNotification } from '@portico/client';
import type { FastifyInstance } from 'fastify';
import type { BankClient } from './bank-client.ts';
import { orProblem } from './bank-problem.ts';
import type { Settings } from './settings.ts';
import type { Order, ShopStore } from './shop-store.ts';
import type { TokenVault } from './token-vault.ts';

interface NotificationDeps {
  readonly settings: Settings;
  readonly store: ShopStore;
  readonly bank: BankClient;
  readonly tokens: TokenVault;
  readonly now: () => number;
}

export function registerNotifications(app: FastifyInstance, { settings, store, bank, tokens, now }: NotificationDeps): void {
  app.register(async (scope) => {
    // The signature is over the text of the body.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { orderId: string }; Body: unknown }>('/notifications/:orderId', async (request, reply) => {
      const received = { headers: request.headers, body: String(request.body), secrets: [settings.clientSecret] };
      const verified = await readNotification(received, now()).catch(() => undefined);
      if (verified === undefined) return reply.code(400).send({ error: 'The signature is not the bank’s, or the message is old.' });
      const order = store.findOrder(request.params.orderId);
      const { sequence, paymentId } = verified.notification;
      // 410: the bank sends no more about it.
      if (order?.paymentId === undefined || order.paymentId !== paymentId) return reply.code(410).send();
      const token = tokens.find(order.orderId);
      if (token === undefined || !isNews(store, order, sequence)) return reply.code(204).send();
      const status = await orProblem(bank.readStatus(order, paymentId, token));
      // Without the status the bank tries again later.
      if (!('transactionStatus' in status)) return reply.code(503).send();
      store.setTold(order.orderId, { sequence, at: new Date(now()).toISOString(), status });
      return reply.code(204).send();
    });
  });
}

/** A message may come twice, and an earlier one late. */
const isNews = (store: ShopStore, { orderId }: Order, sequence: number): boolean => (store.findTold(orderId)?.sequence ?? 0) < sequence;
