/** The page on which a subscription is chosen. */
import { BANK_NAME } from '../bank-name.ts';
import { html, type Markup } from '../html.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { FREQUENCIES } from '../instructions/instruction-facts.ts';
import { amountField, bankField, callsCard, dayField, errorLine, ordersCard, payeeField, speedField, wrongMark } from '../instructions/order-form.ts';
import { page } from '../pages/layout.ts';
import type { SubscriptionForm } from './subscription.ts';

const LAST_DAY = 31;

export function subscriptionPage(form: SubscriptionForm, instructions: readonly Instruction[]): string {
  const { fields, errors } = form;
  // Unchecked by the browser: the shop's own words name what is wrong.
  return page(
    'Subscriptions',
    html`<h1>Subscriptions</h1>
<p class="lead">A parcel of books again and again. You sign once at your bank, which then pays on each day; you can cancel here or there.</p>
<div class="columns">
<div class="stack"><section class="card" aria-labelledby="subscribe">
<h2 id="subscribe">Subscribe</h2>
<form method="post" action="/subscriptions" novalidate>
<div class="pair">
${amountField(form)}
<div><label class="field"><span>How often</span><select name="frequency"${wrongMark('frequency', errors.frequency)}>${frequencies(fields.frequency)}</select></label>${errorLine('frequency', errors.frequency)}</div>
</div>
<div class="pair">
${dayField({ name: 'startDate', label: 'First day', value: fields.startDate, error: errors.startDate })}
${dayField({ name: 'endDate', label: 'Last day', value: fields.endDate, hint: 'Empty: until you cancel', error: errors.endDate })}
</div>
<div class="of-months"><label class="field"><span>Day of the month</span><select name="day"${wrongMark('day', errors.day)}>${days(fields.day)}</select></label>${errorLine('day', errors.day)}</div>
${bankField(form)}
${speedField(form)}
${payeeField(form)}
<button class="btn primary wide" type="submit">Continue at ${BANK_NAME}</button>
</form>
</section></div>
<div class="stack">
${ordersCard('Your subscriptions', 'None yet. This browser finds them again here.', instructions)}
${callsCard('periodic-payments')}
</div>
</div>`,
  );
}

function frequencies(chosen: string): readonly Markup[] {
  return Object.entries(FREQUENCIES).map(([frequency, words]) => option(frequency, words, frequency === chosen));
}

function days(chosen: string): readonly Markup[] {
  const numbers = Array.from({ length: LAST_DAY - 1 }, (_none, index) => String(index + 1));
  return [
    option('', 'as the first day', chosen === ''),
    ...numbers.map((day) => option(day, day, day === chosen)),
    option(String(LAST_DAY), 'the last one', chosen === String(LAST_DAY)),
  ];
}

function option(value: string, words: string, isChosen: boolean): Markup {
  return html`<option value="${value}"${isChosen ? html` selected` : undefined}>${words}</option>`;
}
