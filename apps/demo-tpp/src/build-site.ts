/** The shop, put together; nothing listens yet. Tests hand in their own way to reach the bank. */
import { readFileSync } from 'node:fs';
import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { Fetch } from '@portico/client';
import { type FastifyInstance, fastify } from 'fastify';
import { createBankApi } from './bank-api.ts';
import { createBankClient } from './bank-client.ts';
import { BankProblem } from './bank-problem.ts';
import { createInstructionClient } from './instructions/instruction-client.ts';
import { registerInstructionRoutes } from './instructions/instruction-routes.ts';
import { openInstructionStore } from './instructions/instruction-store.ts';
import { openConnectionStore } from './money/connection-store.ts';
import { createMoneyClient } from './money/money-client.ts';
import { registerMoneyRoutes } from './money/money-routes.ts';
import { createStatementClient } from './money/statement-client.ts';
import { registerStatementRoutes } from './money/statement-routes.ts';
import { openStatementStore } from './money/statement-store.ts';
import { registerNotifications } from './notifications.ts';
import { sendPage } from './page-answers.ts';
import { link, messagePage } from './pages/layout.ts';
import { registerPayLaterRoutes } from './pay-later/pay-later-routes.ts';
import { registerPayrollRoutes } from './payroll/payroll-routes.ts';
import { registerRoutes } from './routes.ts';
import type { Settings } from './settings.ts';
import { openShopFile, openShopStore } from './shop-store.ts';
import { registerSubscriptionRoutes } from './subscriptions/subscription-routes.ts';
import { createTokenVault } from './token-vault.ts';

const STYLES = readFileSync(new URL('../src/shop.css', import.meta.url), 'utf8');
const BODY_BYTES_MAX = 8 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

export async function buildSite(settings: Settings, options: { send?: Fetch; now?: () => number } = {}): Promise<FastifyInstance> {
  const file = openShopFile(settings.databaseFile);
  const store = openShopStore(file);
  const api = createBankApi(settings, store, options.send);
  const bank = createBankClient(settings, { store, api, send: options.send });
  const money = createMoneyClient(settings, api);
  const tokens = createTokenVault(options.now);
  const app = fastify({ bodyLimit: BODY_BYTES_MAX, requestTimeout: REQUEST_TIMEOUT_MS, logger: false });
  const headers = securityHeaders(settings.bank);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  app.addHook('onClose', async () => file.close());
  await app.register(fastifyCookie);
  await app.register(fastifyFormbody);
  app.get('/shop.css', (_request, reply) => reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLES));
  app.get('/healthz', () => ({ status: 'ok' }));
  const stores = { store, connections: openConnectionStore(file), statements: openStatementStore(file), instructions: openInstructionStore(file) };
  const calls = { bank, money, statementCalls: createStatementClient(settings, api), instructionCalls: createInstructionClient(settings, api) };
  const deps = { settings, ...stores, ...calls, tokens, now: options.now ?? Date.now };
  registerRoutes(app, deps);
  registerNotifications(app, deps);
  registerMoneyRoutes(app, deps);
  registerStatementRoutes(app, deps);
  registerSubscriptionRoutes(app, deps);
  registerPayLaterRoutes(app, deps);
  registerPayrollRoutes(app, deps);
  registerInstructionRoutes(app, deps);
  registerProblemPages(app);
  return app;
}

function registerProblemPages(app: FastifyInstance): void {
  const actions = link('/', 'Back to the checkout', 'primary');
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof BankProblem) {
      const { status, title, text, detail } = error.problem;
      return sendPage(reply, status, messagePage({ title, text, detail, actions }));
    }
    const status = statusOf(error);
    if (status >= 500) console.error(error);
    const title = status >= 500 ? 'The shop made a mistake' : 'The shop cannot read this request';
    return sendPage(
      reply,
      status,
      messagePage({ title, text: 'Nothing was paid by this request. Go back to the checkout and start again.', actions }),
    );
  });
  app.setNotFoundHandler((_request, reply) =>
    sendPage(reply, 404, messagePage({ title: 'Page not found', text: 'The shop has no page at this address. Nothing was paid.', actions })),
  );
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

/** No script at all. Forms go to the shop, and on to the bank by redirect. */
function securityHeaders(bankOrigin: string): Record<string, string> {
  const policy = `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${bankOrigin}; base-uri 'none'; frame-ancestors 'none'`;
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
