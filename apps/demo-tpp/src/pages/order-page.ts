/** An order after the customer came back: what the bank says about the payment, and what to do next. */
import type { PaymentStatus } from '../bank-answers.ts';
import type { Problem } from '../bank-problem.ts';
import { CREDITOR_NAME, formatCents, groupIban } from '../checkout.ts';
import { html, type Markup } from '../html.ts';
import { type StatusWords, statusWords } from '../payment-words.ts';
import { reasonLine } from '../reason-words.ts';
import type { Exchange, Order } from '../shop-store.ts';
import { exchangePanel } from './exchange-panel.ts';
import { link, page } from './layout.ts';

export interface OrderPageInput {
  readonly order: Order;
  /** The bank's answer; a problem when there was none; undefined when no payment was made yet. */
  readonly answer: PaymentStatus | Problem | undefined;
  readonly exchanges: readonly Exchange[];
  /** From where the shop knows the status, and since when. */
  readonly source: string;
}

const NOT_STARTED: StatusWords = { outcome: 'notPaid', title: 'Not paid', text: 'No payment was started for this order. No money has moved.' };

export function orderPage({ order, answer, exchanges, source }: OrderPageInput): string {
  const words = wordsOf(answer);
  return page(
    `${words.title}, order ${order.number}`,
    html`<div class="columns">
<div class="stack">
<section class="card outcome ${words.outcome}" aria-labelledby="outcome">
<p class="small muted">Order ${order.number}</p>
<h1 id="outcome">${words.title}</h1>
<p>${words.text}</p>
${bankWords(answer)}
<p class="actions">${actions(order, words)}</p>
</section>
${paymentCard(order, answer, source)}
</div>
${exchangePanel(exchanges)}
</div>`,
  );
}

export function wordsOf(answer: OrderPageInput['answer']): StatusWords {
  if (answer === undefined) return NOT_STARTED;
  if ('transactionStatus' in answer) return statusWords(answer.transactionStatus);
  return { outcome: 'waiting', title: answer.title, text: answer.status === 401 ? answer.text : STATUS_UNREAD };
}

const STATUS_UNREAD = 'The bank did not say what became of the payment. Do not pay again yet: ask the bank once more with the button below.';

function bankWords(answer: OrderPageInput['answer']): Markup | undefined {
  if (answer === undefined) return undefined;
  if ('transactionStatus' in answer) return reasonLine(answer);
  return answer.detail !== undefined ? html`<p class="small muted">For developers: <code>${answer.detail}</code></p>` : undefined;
}

function actions(order: Order, { outcome }: StatusWords): Markup {
  const again = `/?payee=${order.payee.id}&amount=${formatCents(order.amountCents)}`;
  const refresh = link(`/orders/${order.orderId}?ask`, 'Ask the bank again', outcome === 'paid' ? 'secondary' : 'primary');
  if (outcome === 'notPaid')
    return html`${link(again, order.paymentId === undefined ? 'Try again' : 'Pay again', 'primary')}${order.paymentId === undefined ? undefined : link(`/orders/${order.orderId}?ask`, 'Ask the bank again', 'secondary')}`;
  return html`${refresh}${link('/', 'Back to the shop', 'secondary')}`;
}

function paymentCard(order: Order, answer: OrderPageInput['answer'], source: string): Markup {
  const isInstant = order.product === 'instant-sepa-credit-transfers';
  const speed = isInstant ? `Instant${order.retryAsSepa ? ', ordinary if that is not possible' : ''}` : 'Ordinary';
  const status = answer !== undefined && 'transactionStatus' in answer ? answer.transactionStatus : undefined;
  return html`<section class="card" aria-labelledby="payment">
<h2 id="payment">Payment</h2>
<dl class="facts">
<dt>Amount</dt><dd class="figure strong">${formatCents(order.amountCents)} EUR</dd>
<dt>To</dt><dd>${CREDITOR_NAME}<span class="block figure">${groupIban(order.payee.iban)}</span></dd>
<dt>From</dt><dd>${order.bank.name}</dd>
<dt>How fast</dt><dd>${speed}</dd>
${order.paymentId === undefined ? undefined : html`<dt>Payment id</dt><dd><code>${order.paymentId}</code></dd>`}
${status === undefined ? undefined : html`<dt>Status at the bank</dt><dd><code>${status}</code><span class="block small muted">${source}</span></dd>`}
</dl>
</section>`;
}
