/** The shop's addresses: checkout, the way to the bank, the way back, orders. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentStatus } from './bank-answers.ts';
import type { BankClient } from './bank-client.ts';
import { BankProblem, orProblem, type Problem, tokenExpired } from './bank-problem.ts';
import { formatCents, PAYEES, readChoice, readPurchase, TOTAL_CENTS } from './checkout.ts';
import { comeBackToInstruction } from './instructions/instruction-routes.ts';
import type { InstructionDeps } from './instructions/instruction-visit.ts';
import { comeBackToMoney } from './money/money-routes.ts';
import type { MoneyDeps } from './money/money-visit.ts';
import { formOf, sendPage } from './page-answers.ts';
import { checkoutPage } from './pages/checkout-page.ts';
import { exchangePanel } from './pages/exchange-panel.ts';
import { link, messagePage } from './pages/layout.ts';
import { orderPage, wordsOf } from './pages/order-page.ts';
import type { Order, PendingSignIn, ShopStore, Told } from './shop-store.ts';
import { describeSignInError } from './sign-in-answer.ts';
import { beginVisit, browserHashOf, endVisit, knowBrowser, recordBrowser } from './sign-in-visits.ts';

export interface ShopDeps extends MoneyDeps, InstructionDeps {
  readonly bank: BankClient;
}

/** How long the checkout shows an order whose end its customer has not seen. Within a day the bank has rejected every unsigned payment. */
const UNSEEN_MS = 24 * 60 * 60 * 1000;
const TO_CHECKOUT = link('/', 'Back to the checkout', 'primary');

export function registerRoutes(app: FastifyInstance, deps: ShopDeps): void {
  app.get('/', (request, reply) => showCheckout(deps, request, reply));
  app.post('/pay', (request, reply) => pay(deps, request, reply));
  app.get('/callback', (request, reply) => comeBack(deps, request, reply));
  for (const path of ['/orders/:orderId', '/orders/:orderId/paid', '/orders/:orderId/not-paid']) {
    app.get<{ Params: { orderId: string } }>(path, (request, reply) => showOrder(deps, request, reply));
  }
}

async function showCheckout(deps: ShopDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = formOf(request.query);
  const { payee = PAYEES[0], amountCents } = readChoice(query);
  const refusedAmount = amountCents === undefined ? String(query.amount) : undefined;
  const choice = { payee, amountCents: amountCents ?? TOTAL_CENTS };
  const unseen = deps.store.listUnseen(browserHashOf(request), new Date(Date.now() - UNSEEN_MS).toISOString());
  const earlier = await Promise.all(unseen.map(async (order) => ({ order, answer: endTold(deps, order)?.status ?? (await askBank(deps, order)) })));
  return sendPage(reply, refusedAmount === undefined ? 200 : 400, checkoutPage({ choice, refusedAmount, earlier }));
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
  store.setBrowser(order.orderId, knowBrowser(request, reply));
  const url = await orProblem(beginVisit({ store, bank }, request, reply, { journeyId: order.orderId, country: order.bank.country }));
  return url instanceof BankProblem ? sendPage(reply, url.problem.status, problemPage(store, order, url.problem)) : reply.redirect(url, 303);
}

/** The bank sends customers back to one address, whatever they were sent for. */
async function comeBack(deps: ShopDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const callback = new URL(request.url, deps.settings.publicUrl);
  const pending = endVisit(deps, request, callback);
  const connection = pending && deps.connections.find(pending.journeyId);
  if (pending !== undefined && connection !== undefined) return comeBackToMoney(deps, { request, reply, callback, pending, connection });
  const instruction = pending && deps.instructions.find(pending.journeyId);
  if (pending !== undefined && instruction !== undefined) return comeBackToInstruction(deps, { request, reply, callback, pending, instruction });
  const order = pending && deps.store.findOrder(pending.journeyId);
  if (pending !== undefined && order !== undefined) return comeBackToOrder(deps, { request, reply, callback, pending, order });
  const text =
    'This way back was used already, belongs to another browser, or was never started here. Nothing was paid by it. Start again at the checkout.';
  return sendPage(reply, 400, messagePage({ title: 'This order is not waiting for the bank', text, actions: TO_CHECKOUT }));
}

interface Return {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly callback: URL;
  readonly pending: PendingSignIn;
  readonly order: Order;
}

async function comeBackToOrder({ store, bank, tokens }: ShopDeps, { request, reply, callback, pending, order }: Return): Promise<FastifyReply> {
  if (callback.searchParams.has('error')) return sendPage(reply, 200, refusedPage(store, order, callback.searchParams));
  const payment = await orProblem(createPayment());
  if (payment instanceof BankProblem) return sendPage(reply, payment.problem.status, problemPage(store, order, payment.problem));
  store.setPayment(order.orderId, payment.paymentId);
  recordBrowser(store, order.orderId, payment.scaRedirect);
  return reply.redirect(payment.scaRedirect, 303);

  async function createPayment() {
    const token = await bank.finishSignIn(callback, callback.searchParams.get('state') ?? '', pending);
    tokens.keep(order.orderId, token);
    return bank.createPayment(order, token.token, request.ip);
  }
}

function refusedPage(store: ShopStore, order: Order, answer: URLSearchParams): string {
  const text = 'Nothing was paid and the shop learned nothing about your account. Your order is kept.';
  return problemPage(store, order, { ...describeSignInError(answer), text });
}

function problemPage(store: ShopStore, order: Order, { title, text, detail }: Omit<Problem, 'status'>): string {
  const again = link(`/?payee=${order.payee.id}&amount=${formatCents(order.amountCents)}`, 'Try again', 'primary');
  return messagePage({ title, text, detail, actions: again, more: exchangePanel(store.listExchanges(order.orderId)) });
}

async function showOrder(deps: ShopDeps, request: FastifyRequest<{ Params: { orderId: string } }>, reply: FastifyReply): Promise<FastifyReply> {
  const { orderId } = request.params;
  const order = deps.store.findOrder(orderId);
  if (order === undefined) {
    const text = 'The shop has no order at this address. Nothing was paid by it.';
    return sendPage(reply, 404, messagePage({ title: 'There is no such order', text, actions: TO_CHECKOUT }));
  }
  const told = 'ask' in formOf(request.query) ? undefined : endTold(deps, order);
  const answer = told?.status ?? (await askBank(deps, order));
  if (wordsOf(answer).outcome !== 'waiting') deps.store.markSeen(orderId);
  const source = told === undefined ? `read ${inUtc(new Date().toISOString())}` : `the bank told us, ${inUtc(told.at)}`;
  const status = answer !== undefined && 'title' in answer ? answer.status : 200;
  // 401 would make no sense to a browser: the page explains it.
  return sendPage(reply, status === 401 ? 200 : status, orderPage({ order, answer, exchanges: deps.store.listExchanges(orderId), source }));
}

const inUtc = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

/** The end of the payment, if the bank has told it. */
function endTold({ store }: ShopDeps, { orderId }: Order): Told | undefined {
  const told = store.findTold(orderId);
  return told !== undefined && ['paid', 'notPaid'].includes(wordsOf(told.status).outcome) ? told : undefined;
}

async function askBank({ bank, tokens }: ShopDeps, order: Order): Promise<PaymentStatus | Problem | undefined> {
  if (order.paymentId === undefined) return undefined;
  const token = tokens.find(order.orderId);
  if (token === undefined) return tokenExpired().problem;
  const answer = await orProblem(bank.readStatus(order, order.paymentId, token));
  return answer instanceof BankProblem ? answer.problem : answer;
}
