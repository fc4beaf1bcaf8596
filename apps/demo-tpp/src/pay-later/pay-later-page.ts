/** The page on which the day of a later payment is chosen. */
import { BANK_NAME } from '../bank-name.ts';
import { html } from '../html.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { amountField, bankField, callsCard, dayField, ordersCard, payeeField, speedField } from '../instructions/order-form.ts';
import { page } from '../pages/layout.ts';
import type { PayLaterForm } from './pay-later.ts';

export function payLaterPage(form: PayLaterForm, instructions: readonly Instruction[]): string {
  return page(
    'Pay later',
    html`<h1>Pay later</h1>
<p class="lead">Read first, pay on the day that you choose. You sign today; your bank pays then, and until then you can cancel.</p>
<div class="columns">
<div class="stack"><section class="card" aria-labelledby="later">
<h2 id="later">Your order</h2>
<form method="post" action="/pay-later" novalidate>
<div class="pair">
${amountField(form)}
${dayField({ name: 'date', label: 'Pay on', value: form.fields.date, error: form.errors.date })}
</div>
${bankField(form)}
${speedField(form)}
${payeeField(form)}
<button class="btn primary wide" type="submit">Continue at ${BANK_NAME}</button>
</form>
</section></div>
<div class="stack">
${ordersCard('Your later payments', 'None yet. This browser finds them again here.', instructions)}
${callsCard('payments')}
</div>
</div>`,
  );
}
