/** The checkout. The rehearsal form reloads the page with its choices, so that what the pay button says is always what is paid. */
import { BANK_NAME } from '../bank-name.ts';
import { BANKS, BOOKS, type Choice, CREDITOR_NAME, formatCents, groupIban, PAYEES, TOTAL_CENTS } from '../checkout.ts';
import { html, type Markup } from '../html.ts';
import type { Order } from '../shop-store.ts';
import { link, page } from './layout.ts';
import { type OrderPageInput, wordsOf } from './order-page.ts';

export interface CheckoutInput {
  readonly choice: Choice;
  /** What was typed, when it was no amount. */
  readonly refusedAmount?: string | undefined;
  /** Orders of this browser whose end its customer has not seen, with the bank's answer. */
  readonly earlier: readonly EarlierOrder[];
}

interface EarlierOrder {
  readonly order: Order;
  readonly answer: OrderPageInput['answer'];
}

export function checkoutPage({ choice, refusedAmount, earlier }: CheckoutInput): string {
  return page(
    'Checkout',
    html`<h1>Checkout</h1>
<div class="columns">
<div class="stack">
${earlier.map(earlierCard)}
${orderCard(choice)}
${payCard(choice)}
</div>
<div class="stack">
${rehearsalCard(choice, refusedAmount)}
${callsCard()}
</div>
</div>`,
  );
}

/** A customer who closed the bank's page returns to the basket and reads the status of the order above it. */
function earlierCard({ order, answer }: EarlierOrder): Markup {
  const { outcome, title, text } = wordsOf(answer);
  const id = `order-${order.number}`;
  return html`<section class="card outcome ${outcome}" aria-labelledby="${id}">
<p class="small muted">Your order ${order.number}, ${formatCents(order.amountCents)} EUR</p>
<h2 id="${id}">${title}</h2>
<p>${text}</p>
<p class="actions">${link(`/orders/${order.orderId}`, 'See this order', 'secondary')}</p>
</section>`;
}

function orderCard({ amountCents }: Choice): Markup {
  const lines = BOOKS.map(
    ({ title, binding, cents }) =>
      html`<li><span>${title}<span class="small muted block">${binding}</span></span><span class="figure">${formatCents(cents)} EUR</span></li>`,
  );
  const isChanged = amountCents !== TOTAL_CENTS;
  return html`<section class="card" aria-labelledby="order">
<h2 id="order">Your order</h2>
<ul class="lines">
${lines}
<li class="strong"><span>Total, delivery free</span><span class="figure">${formatCents(TOTAL_CENTS)} EUR</span></li>
${isChanged ? html`<li class="strong"><span>To pay, changed for a rehearsal</span><span class="figure">${formatCents(amountCents)} EUR</span></li>` : undefined}
</ul>
</section>`;
}

function payCard({ payee, amountCents }: Choice): Markup {
  const banks = BANKS.map(
    ({ country, name, bic }, index) =>
      html`<label class="pick"><input type="radio" name="bank" value="${country}" required${index === 0 ? html` checked` : undefined}><span class="grow">${name}</span><code class="small muted only-wide">${bic}</code></label>`,
  );
  return html`<section class="card" aria-labelledby="pay">
<h2 id="pay">Pay from your bank</h2>
<form method="post" action="/pay">
<input type="hidden" name="payee" value="${payee.id}">
<input type="hidden" name="amount" value="${formatCents(amountCents)}">
<fieldset><legend>Your bank</legend>${banks}</fieldset>
<fieldset><legend>How fast</legend>
<label class="pick"><input type="radio" name="speed" value="instant" required checked><span class="grow">Instant<span class="small muted block">within seconds, day and night</span></span></label>
<label class="check"><input type="checkbox" name="retryAsSepa" value="yes"><span>If instant is not possible, pay as an ordinary payment</span></label>
<label class="pick"><input type="radio" name="speed" value="ordinary"><span class="grow">Ordinary<span class="small muted block">on the next bank business day at the latest</span></span></label>
</fieldset>
<button class="btn primary wide" type="submit">Pay ${formatCents(amountCents)} EUR at ${BANK_NAME}</button>
</form>
<p class="small muted">You sign in and approve on the bank’s own page, then come back here. The money goes to ${CREDITOR_NAME}, <span class="nowrap">${groupIban(payee.iban)}</span>.</p>
</section>`;
}

function rehearsalCard({ payee, amountCents }: Choice, refusedAmount: string | undefined): Markup {
  const options = PAYEES.map(({ id, label }) => html`<option value="${id}"${id === payee.id ? html` selected` : undefined}>${label}</option>`);
  const isRefused = refusedAmount !== undefined;
  const error = html`<p class="field-error" id="amount-error">This is no amount. Type euros and cents, at least 0.01, for example 12.50.</p>`;
  return html`<section class="card" aria-labelledby="rehearsal">
<h2 id="rehearsal">Rehearse other cases</h2>
<form method="get" action="/">
<label class="field"><span>Who receives the money</span><select name="payee">${options}</select></label>
<label class="field"><span>Amount in EUR</span><input name="amount" inputmode="decimal" autocomplete="off" value="${refusedAmount ?? formatCents(amountCents)}"${isRefused ? html` aria-invalid="true" aria-describedby="amount-error"` : undefined}></label>
${isRefused ? error : undefined}
<button class="btn secondary" type="submit">Use these</button>
</form>
<p class="small muted">Type more than an account holds to see too little money.</p>
</section>`;
}

function callsCard(): Markup {
  return html`<section class="card" aria-labelledby="calls">
<h2 id="calls">What this shop will send</h2>
<ol class="calls">
<li><span class="method">GET</span> <code>/.well-known/openid-configuration</code></li>
<li><span class="method browser">you</span> sign in at the bank</li>
<li><span class="method write">POST</span> <code>/openam/token</code></li>
<li><span class="method write">POST</span> <code>/v1/payments/…</code></li>
<li><span class="method browser">you</span> approve at the bank</li>
<li><span class="method">GET</span> <code>/v1/payments/…/status</code></li>
</ol>
<p class="small muted">After the order you can read each of them, with its answer.</p>
</section>`;
}
