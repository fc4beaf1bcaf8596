/** What the overview's pages share: the panel of exchanges beside them, movements, and the way to a new consent. */
import { type Fragment, html, type Markup } from '../html.ts';
import { exchangePanel } from '../pages/exchange-panel.ts';
import { link, page } from '../pages/layout.ts';
import type { Exchange } from '../shop-store.ts';
import type { Connection } from './connection.ts';
import type { Movement, MovementPage } from './money-answers.ts';
import { formatSum } from './sums.ts';

export function withPanel(title: string, exchanges: readonly Exchange[], content: Fragment): string {
  return page(title, html`<div class="columns"><div class="stack">${content}</div>${exchangePanel(exchanges)}</div>`);
}

/** One page of movements, and the links to the others. `here`: the address of the first. */
export function movementList({ pending, booked, cursor }: MovementPage, { here, isFirst }: { here: string; isFirst: boolean }): Markup {
  const isEmpty = pending.length + booked.length === 0;
  return html`${isEmpty ? html`<p class="strong">${isFirst ? 'No transactions in this time.' : 'No older transactions.'}</p>` : undefined}
<ul class="lines">${pending.map((movement) => movementRow(movement, 'not booked yet'))}${booked.map((movement) => movementRow(movement, movement.bookingDate ?? ''))}</ul>
<p class="actions">${isFirst ? undefined : link(here, 'Newest', 'secondary')}${cursor === undefined ? undefined : link(`${here}?cursor=${encodeURIComponent(cursor)}`, 'Older', 'primary')}</p>`;
}

function movementRow({ sum, party, text }: Movement, when: string): Markup {
  const isIncome = !sum.amount.startsWith('-');
  return html`<li><span class="narrowable">${party}<span class="small muted block"><span class="figure">${when}</span>${text === '' ? '' : ` · ${text}`}</span></span><span class="figure${isIncome ? ' income' : ''}">${formatSum(sum)}</span></li>`;
}

/** The same question to the same bank once more. */
export function reconnect({ country, access, isRecurring }: Connection): Markup {
  return html`<form method="post" action="/money/connect"><input type="hidden" name="bank" value="${country}"><input type="hidden" name="access" value="${access}"><input type="hidden" name="time" value="${isRecurring ? 'long' : 'once'}"><button class="btn primary" type="submit">Connect again</button></form>`;
}
