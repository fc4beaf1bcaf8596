/** The pages of statements: choosing account and period, and what became of one. */
import { BANK_NAME } from '../bank-name.ts';
import { groupIban } from '../checkout.ts';
import { type Fragment, html, type Markup } from '../html.ts';
import { link } from '../pages/layout.ts';
import type { Exchange } from '../shop-store.ts';
import type { Connection } from './connection.ts';
import type { ListedAccount, MovementPage } from './money-answers.ts';
import { movementList, withPanel } from './money-parts.ts';
import type { Statement, StatementForm } from './statement.ts';
import type { StatementState } from './statement-client.ts';
import { statementWords } from './statement-words.ts';

interface AskInput {
  readonly connection: Connection;
  readonly accounts: readonly ListedAccount[];
  readonly form: StatementForm;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly exchanges: readonly Exchange[];
}

export function askPage({ connection, accounts, form, today, exchanges }: AskInput): string {
  const here = `/money/${connection.connectionId}`;
  const picks = accounts.map(
    ({ iban, name }) =>
      html`<label class="pick"><input type="radio" name="account" value="${iban}"${iban === form.iban ? html` checked` : undefined}><span class="grow">${name}<span class="small muted block figure">${groupIban(iban)}</span></span></label>`,
  );
  // Unchecked by the browser: the shop's own words name what is wrong.
  return withPanel(
    'Ask for a statement',
    exchanges,
    html`<section class="card" aria-labelledby="ask">
<p class="small"><a href="${here}">Back to the accounts</a></p>
<h1 id="ask">Ask for a statement</h1>
<p>All transactions of one account in a period of up to two years. You sign it at your bank; then the shop may read it for 15 minutes.</p>
<form method="post" action="${here}/statements" novalidate>
<fieldset><legend>Account</legend>${picks}${errorLine('account', form)}</fieldset>
<div class="pair">
${dayField({ name: 'dateFrom', label: 'From', today, form })}
${dayField({ name: 'dateTo', label: 'To', today, form })}
</div>
<button class="btn primary wide" type="submit">Continue at ${BANK_NAME}</button>
</form>
</section>`,
  );
}

function dayField({ name, label, today, form }: { name: 'dateFrom' | 'dateTo'; label: string; today: string; form: StatementForm }): Markup {
  const isWrong = form.errors[name] !== undefined;
  return html`<div><label class="field"><span>${label}</span><input type="date" name="${name}" value="${form[name]}" max="${today}" required${isWrong ? html` aria-invalid="true" aria-describedby="${name}-error"` : undefined}></label>${errorLine(name, form)}</div>`;
}

function errorLine(name: keyof StatementForm['errors'], { errors }: StatementForm): Markup | undefined {
  const text = errors[name];
  return text === undefined ? undefined : html`<p class="field-error" id="${name}-error" role="alert">${text}</p>`;
}

interface StatementInput {
  readonly connection: Connection;
  readonly statement: Statement;
  readonly state: StatementState;
  /** Undefined where the bank gives nothing. */
  readonly movements: MovementPage | undefined;
  readonly isFirst: boolean;
  readonly exchanges: readonly Exchange[];
}

export function statementPage({ connection, statement, state, movements, isFirst, exchanges }: StatementInput): string {
  const { outcome, title, text } = statementWords(state.status);
  const { iban, dateFrom, dateTo, bankId } = statement;
  return withPanel(
    title,
    exchanges,
    html`<section class="card outcome ${outcome}" aria-labelledby="state">
<p class="small"><a href="/money/${connection.connectionId}">Back to the accounts</a></p>
<h1 id="state">${title}</h1>
<p>${text}</p>
<dl class="facts">
<dt>Account</dt><dd class="figure">${groupIban(iban)}</dd>
<dt>Period</dt><dd class="figure">${dateFrom} – ${dateTo}</dd>
${state.readableUntil === undefined ? undefined : html`<dt>Readable until</dt><dd class="figure">${timeOf(state.readableUntil)}</dd>`}
<dt>State at the bank</dt><dd><code>${state.status}</code></dd>
<dt>Statement</dt><dd><code>${bankId}</code></dd>
</dl>
<div class="actions">${actions(statement, outcome !== 'notPaid')}</div>
</section>
${movements === undefined ? undefined : movementsCard(statement, movements, isFirst)}`,
  );
}

function actions({ connectionId, statementId, iban }: Statement, isOpen: boolean): Fragment {
  const here = `/money/${connectionId}/statements/${statementId}`;
  if (!isOpen) return link(`/money/${connectionId}/statement?account=${iban}`, 'Ask again', 'primary');
  return html`${link(here, 'Read again', 'secondary')}<form method="post" action="${here}/end"><button class="btn secondary" type="submit">Give it back</button></form>`;
}

function movementsCard({ connectionId, statementId }: Statement, movements: MovementPage, isFirst: boolean): Markup {
  return html`<section class="card" aria-labelledby="movements">
<h2 id="movements">Transactions</h2>
<p class="muted">Booked in this period, newest first</p>
${movementList(movements, { here: `/money/${connectionId}/statements/${statementId}`, isFirst })}
</section>`;
}

/** `2026-11-20T12:22:11.000Z` → `2026-11-20 12:22:11 UTC`; what is no instant stays as the bank wrote it. */
function timeOf(instant: string): string {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? instant : `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
