/** The shop's addresses: checkout, the way to the bank, the way back, orders. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentStatus } from './bank-answers.ts';
import type { BankClient } from './bank-client.ts';
import { BankProblem, type Problem, tokenExpired } from './bank-problem.ts';
import { formatCents, PAYEES, readChoice, readPurchase, TOTAL_CENTS } from './checkout.ts';
import { maskUrl } from './mask.ts';
import { checkoutPage } from './pages/checkout-page.ts';
import { exchangePanel } from './pages/exchange-panel.ts';
import { link, messagePage } from './pages/layout.ts';
import { orderPage } from './pages/order-page.ts';
import type { Settings } from './settings.ts';
import type { Order, ShopStore } from './shop-store.ts';
import type { TokenVault } from './token-vault.ts';

export interface ShopDeps {
  readonly settings: Pick<Settings, 'publicUrl'>;
  readonly store: ShopStore;
  readonly bank: BankClient;
  readonly tokens: TokenVault;
}

const BROWSER_COOKIE = 'lumen-books-browser';
const BROWSER_KEY = /^[\w-]{43}$/;
const TO_CHECKOUT = link('/', 'Back to the checkout', 'primary');

export function registerRoutes(app: FastifyInstance, deps: ShopDeps): void {
  app.get('/', (request, reply) => showCheckout(request, reply));
  app.post('/pay', (request, reply) => pay(deps, request, reply));
  app.get('/callback', (request, reply) => comeBack(deps, request, reply));
  for (const path of ['/orders/:orderId', '/orders/:orderId/paid', '/orders/:orderId/not-paid']) {
    app.get<{ Params: { orderId: string } }>(path, (request, reply) => showOrder(deps, request.params.orderId, reply));
  }
}

function showCheckout(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = formOf(request.query);
  const { payee = PAYEES[0], amountCents } = readChoice(query);
  const refusedAmount = amountCents === undefined ? String(query.amount) : undefined;
  const choice = { payee, amountCents: amountCents ?? TOTAL_CENTS };
  return sendPage(reply, refusedAmount === undefined ? 200 : 400, checkoutPage({ choice, refusedAmount }));
}

async function pay({ store, bank }: ShopDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const purchase = request.headers['sec-fetch-site'] === 'cross-site' ? undefined : readPurchase(formOf(request.body));
  if (purchase === undefined) {
    const text = 'The shop does not offer what was sent. Nothing was paid. Choose again at the checkout.';
    return sendPage(reply, 400, messagePage({ title: 'This order cannot be paid', text, actions: TO_CHECKOUT }));
  }
  const order: Order = {
    ...purchase,
    orderId: randomBytes(16).toString('hex'),
    number: `LB-${randomBytes(4).toString('hex').toUpperCase()}`,
    createdAt: new Date().toISOString(),
    paymentId: undefined,
  };
  store.insertOrder(order);
  const started = await orProblem(bank.startSignIn(order));
  if (started instanceof BankProblem) return sendPage(reply, started.problem.status, problemPage(store, order, started.problem));
  const { url, state, ...secrets } = started;
  // One value per browser, so that two orders in two tabs both find their way back.
  const kept = request.cookies[BROWSER_COOKIE];
  const browser = kept !== undefined && BROWSER_KEY.test(kept) ? kept : randomBytes(32).toString('base64url');
  store.insertPending(state, { orderId: order.orderId, ...secrets, browserHash: hash(browser) });
  recordBrowser(store, order.orderId, url);
  // Lax, because the customer returns from another site.
  reply.setCookie(BROWSER_COOKIE, browser, { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' });
  return reply.redirect(url, 303);
}

async function comeBack(deps: ShopDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { store, bank, tokens, settings } = deps;
  const callback = new URL(request.url, settings.publicUrl);
  const state = callback.searchParams.get('state') ?? '';
  const pending = store.takePending(state);
  const order = pending === undefined ? undefined : store.findOrder(pending.orderId);
  if (pending === undefined || order === undefined || pending.browserHash !== hash(request.cookies[BROWSER_COOKIE] ?? '')) {
    const text =
      'This way back was used already, belongs to another browser, or was never started here. Nothing was paid by it. Start again at the checkout.';
    return sendPage(reply, 400, messagePage({ title: 'This order is not waiting for the bank', text, actions: TO_CHECKOUT }));
  }
  const found = { order, pending };
  recordBrowser(store, order.orderId, callback.href);
  if (callback.searchParams.has('error')) return sendPage(reply, 200, refusedPage(store, order, callback.searchParams));
  const payment = await orProblem(createPayment());
  if (payment instanceof BankProblem) return sendPage(reply, payment.problem.status, problemPage(store, order, payment.problem));
  store.setPayment(order.orderId, payment.paymentId);
  recordBrowser(store, order.orderId, payment.scaRedirect);
  return reply.redirect(payment.scaRedirect, 303);

  async function createPayment() {
    const token = await bank.finishSignIn(callback, state, found.pending);
    tokens.keep(found.order.orderId, token);
    return bank.createPayment(found.order, token.token, request.ip);
  }
}

function refusedPage(store: ShopStore, order: Order, answer: URLSearchParams): string {
  const isDenied = answer.get('error') === 'access_denied';
  return problemPage(store, order, {
    title: isDenied ? 'You did not sign in' : 'The bank did not open a sign-in',
    text: 'Nothing was paid and the shop learned nothing about your account. Your order is kept.',
    detail: [answer.get('error'), answer.get('error_description')].filter((part) => part !== null).join(': '),
  });
}

function problemPage(store: ShopStore, order: Order, { title, text, detail }: Omit<Problem, 'status'>): string {
  const again = link(`/?payee=${order.payee.id}&amount=${formatCents(order.amountCents)}`, 'Try again', 'primary');
  return messagePage({ title, text, detail, actions: again, more: exchangePanel(store.listExchanges(order.orderId)) });
}

async function orProblem<Result>(work: Promise<Result>): Promise<Result | BankProblem> {
  return work.catch((error: unknown) => {
    if (error instanceof BankProblem) return error;
    throw error;
  });
}

async function showOrder(deps: ShopDeps, orderId: string, reply: FastifyReply): Promise<FastifyReply> {
  const order = deps.store.findOrder(orderId);
  if (order === undefined) {
    const text = 'The shop has no order at this address. Nothing was paid by it.';
    return sendPage(reply, 404, messagePage({ title: 'There is no such order', text, actions: TO_CHECKOUT }));
  }
  const answer = await askBank(deps, order);
  const now = `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const status = answer !== undefined && 'title' in answer ? answer.status : 200;
  // 401 would make no sense to a browser: the page explains it.
  return sendPage(reply, status === 401 ? 200 : status, orderPage({ order, answer, exchanges: deps.store.listExchanges(orderId), now }));
}

async function askBank({ bank, tokens }: ShopDeps, order: Order): Promise<PaymentStatus | Problem | undefined> {
  if (order.paymentId === undefined) return undefined;
  const token = tokens.find(order.orderId);
  if (token === undefined) return tokenExpired().problem;
  const answer = await orProblem(bank.readStatus(order, order.paymentId, token));
  return answer instanceof BankProblem ? answer.problem : answer;
}

function recordBrowser(store: ShopStore, orderId: string, url: string): void {
  const nothing = { requestHeaders: {}, requestBody: '', responseHeaders: {}, responseBody: '' };
  store.recordExchange(orderId, { kind: 'browser', method: 'GET', url: maskUrl(url), status: 303, ms: 0, ...nothing });
}

/** Repeated fields become lists, which no reader accepts. */
function formOf(body: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(typeof body === 'object' && body !== null ? body : {}));
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(text);
}
