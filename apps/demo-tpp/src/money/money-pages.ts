/** The overview's pages: connecting, naming accounts, the accounts of a connection and the movements of one account. */
import { BANK_NAME } from '../bank-name.ts';
import { BANKS, groupIban } from '../checkout.ts';
import { html, type Markup } from '../html.ts';
import { link, page } from '../pages/layout.ts';
import type { Exchange } from '../shop-store.ts';
import { ACCESS_CHOICES, type Connection } from './connection.ts';
import { type ConsentWords, consentWords } from './consent-words.ts';
import type { BankAccount, ConsentState, ListedAccount, MovementPage } from './money-answers.ts';
import { movementList, reconnect, withPanel } from './money-parts.ts';
import type { WayOn } from './money-problem.ts';
import type { Statement } from './statement.ts';
import { formatSum, totals } from './sums.ts';

export function connectPage(connections: readonly Connection[]): string {
  return page(
    'Money overview',
    html`<h1>Money overview</h1>
<p class="lead">See what you have for books. The shop reads your accounts only after you allowed it at your bank, and you can end it at any time.</p>
<div class="columns">
<div class="stack">${connectCard()}</div>
<div class="stack">${connectionsCard(connections)}</div>
</div>`,
  );
}

function connectCard(): Markup {
  const banks = BANKS.map(({ country, name }, index) => pick('bank', country, name, undefined, index === 0));
  const accesses = ACCESS_CHOICES.map(({ id, label, hint }, index) => pick('access', id, label, hint, index === 0));
  return html`<section class="card" aria-labelledby="connect">
<h2 id="connect">Connect accounts</h2>
<form method="post" action="/money/connect">
<fieldset><legend>Your bank</legend>${banks}</fieldset>
<fieldset><legend>What the shop may read</legend>${accesses}</fieldset>
<fieldset><legend>For how long</legend>
${pick('time', 'long', 'Up to 180 days', 'your bank shows the last day', true)}
${pick('time', 'once', 'Once', 'for one look', false)}
</fieldset>
<button class="btn primary wide" type="submit">Continue at ${BANK_NAME}</button>
</form>
</section>`;
}

function pick(name: string, value: string, label: string, hint: string | undefined, isChecked: boolean): Markup {
  return html`<label class="pick"><input type="radio" name="${name}" value="${value}" required${isChecked ? html` checked` : undefined}><span class="grow">${label}${hint === undefined ? undefined : html`<span class="small muted block">${hint}</span>`}</span></label>`;
}

function connectionsCard(connections: readonly Connection[]): Markup {
  const entries = connections.map(
    (connection) =>
      html`<li><span><a href="/money/${connection.connectionId}">${bankName(connection)}</a><span class="small muted block">${accessName(connection)}, <span class="figure">${connection.createdAt.slice(0, 10)}</span></span></span></li>`,
  );
  return html`<section class="card" aria-labelledby="connections">
<h2 id="connections">Your connections</h2>
${entries.length === 0 ? html`<p class="strong">No connection yet.</p><p class="muted">Connect accounts, and this browser finds them again here.</p>` : html`<ul class="lines">${entries}</ul>`}
</section>`;
}

/** `detailed`: the customer names the accounts here, from the list that the bank gives after the sign-in. */
export function namePage(connection: Connection, accounts: readonly ListedAccount[], exchanges: readonly Exchange[], isNoneChosen: boolean): string {
  const rows = accounts.map(
    ({ iban, currency, name }, index) => html`<li class="named">
<label class="check"><input type="checkbox" name="account" value="${iban}"${index === 0 ? html` checked` : undefined}><span class="grow">${name}<span class="small muted block figure">${groupIban(iban)} · ${currency}</span></span></label>
<label class="check"><input type="checkbox" name="transactions" value="${iban}"><span>with transactions<span class="hidden"> of ${name}</span></span></label>
</li>`,
  );
  return withPanel(
    'Name your accounts',
    exchanges,
    html`<section class="card" aria-labelledby="name">
<h1 id="name">Name your accounts</h1>
<p>Your bank gave the shop the list below, nothing else. Choose what it may read; you confirm exactly that at your bank.</p>
${isNoneChosen ? html`<p class="field-error" role="alert">Choose at least one account.</p>` : undefined}
<form method="post" action="/money/${connection.connectionId}/accounts">
<ul class="lines">${rows}</ul>
<button class="btn primary wide" type="submit">Continue at ${BANK_NAME}</button>
</form>
</section>`,
  );
}

interface AccountsInput {
  readonly connection: Connection;
  readonly consent: ConsentState;
  /** Undefined where the consent lets nothing be read. */
  readonly accounts: readonly BankAccount[] | undefined;
  readonly statements: readonly Statement[];
  /** Any address of the bank. */
  readonly bankUrl: string;
  readonly exchanges: readonly Exchange[];
}

export function accountsPage({ connection, consent, accounts, statements, bankUrl, exchanges }: AccountsInput): string {
  const words = consentWords(consent.status);
  return withPanel(
    words.title,
    exchanges,
    html`${stateCard(connection, consent, words, bankUrl)}
${accounts === undefined ? undefined : accountsCard(connection, accounts)}
${statementsCard(connection, statements, accounts !== undefined)}`,
  );
}

function stateCard(connection: Connection, { status, validUntil }: ConsentState, words: ConsentWords, bankUrl: string): Markup {
  const isOpen = words.outcome !== 'notPaid';
  return html`<section class="card outcome ${words.outcome}" aria-labelledby="state">
<p class="small muted">${bankName(connection)}</p>
<h1 id="state">${words.title}</h1>
<p>${words.text}</p>
<dl class="facts">
<dt>May read</dt><dd>${accessName(connection)}</dd>
${validUntil === undefined ? undefined : html`<dt>Until</dt><dd class="figure">${validUntil}</dd>`}
<dt>State at the bank</dt><dd><code>${status}</code></dd>
${connection.consentId === undefined ? undefined : html`<dt>Consent</dt><dd><code>${connection.consentId}</code></dd>`}
</dl>
${connection.consentId === undefined ? undefined : html`<p class="small"><a href="${new URL(`/bank/permissions/${connection.consentId}`, bankUrl).href}">${words.isValid ? 'See or withdraw it at your bank' : 'See it at your bank'}</a></p>`}
<div class="actions">${isOpen ? openActions(connection, words) : html`${reconnect(connection)}${link('/money', 'Money overview', 'secondary')}`}</div>
</section>`;
}

function openActions({ connectionId }: Connection, { isValid }: ConsentWords): Markup {
  return html`${link(`/money/${connectionId}`, 'Read again', isValid ? 'secondary' : 'primary')}<form method="post" action="/money/${connectionId}/disconnect"><button class="btn secondary" type="submit">Disconnect</button></form>`;
}

function accountsCard({ connectionId }: Connection, accounts: readonly BankAccount[]): Markup {
  const sums = totals(accounts);
  const rows = accounts.map(({ resourceId, iban, name, available, hasTransactions }) => {
    const title = hasTransactions ? html`<a href="/money/${connectionId}/accounts/${resourceId}">${name}</a>` : name;
    const hint = hasTransactions ? '' : ' · transactions not shared';
    const sum =
      available === undefined ? html`<span class="small muted">balance not shared</span>` : html`<span class="figure">${formatSum(available)}</span>`;
    return html`<li><span class="narrowable">${title}<span class="small muted block figure">${groupIban(iban)}${hint}</span></span>${sum}</li>`;
  });
  return html`<section class="card" aria-labelledby="accounts">
<h2 id="accounts">Accounts</h2>
${rows.length === 0 ? html`<p class="strong">No account.</p><p class="muted">Your bank gave an empty list.</p>` : undefined}
<ul class="lines">${rows}
${sums.map((sum) => html`<li class="strong"><span>Together</span><span class="figure">${formatSum(sum)}</span></li>`)}
</ul>
</section>`;
}

/** Older transactions than a consent gives, each period signed for itself. */
function statementsCard({ connectionId }: Connection, statements: readonly Statement[], mayAsk: boolean): Markup | undefined {
  if (!mayAsk && statements.length === 0) return undefined;
  const rows = statements.map(
    ({ statementId, iban, dateFrom, dateTo }) =>
      html`<li><span class="narrowable"><a href="/money/${connectionId}/statements/${statementId}"><span class="figure">${dateFrom} – ${dateTo}</span></a><span class="small muted block figure">${groupIban(iban)}</span></span></li>`,
  );
  return html`<section class="card" aria-labelledby="statements">
<h2 id="statements">Statements</h2>
<p class="muted">Transactions that are older than 90 days: one account, one period, one signature.</p>
${rows.length === 0 ? undefined : html`<ul class="lines">${rows}</ul>`}
${mayAsk ? html`<p class="actions">${link(`/money/${connectionId}/statement`, 'Ask for a statement', 'secondary')}</p>` : undefined}
</section>`;
}

interface MovementsInput {
  readonly connection: Connection;
  readonly resourceId: string;
  readonly movements: MovementPage;
  readonly isFirst: boolean;
  readonly exchanges: readonly Exchange[];
}

export function movementsPage({ connection, resourceId, movements, isFirst, exchanges }: MovementsInput): string {
  const { iban } = movements;
  const here = `/money/${connection.connectionId}/accounts/${encodeURIComponent(resourceId)}`;
  return withPanel(
    'Transactions',
    exchanges,
    html`<section class="card" aria-labelledby="movements">
<p class="small"><a href="/money/${connection.connectionId}">Back to the accounts</a></p>
<h1 id="movements">Transactions</h1>
<p class="muted figure">${groupIban(iban)}, the last 90 days, newest first</p>
${movementList(movements, { here, isFirst })}
<p class="small"><a href="/money/${connection.connectionId}/statement?account=${iban}">Ask for a statement of earlier days</a></p>
</section>`,
  );
}

interface ProblemInput {
  readonly connection: Connection;
  readonly title: string;
  readonly text: string;
  readonly detail: string | undefined;
  readonly wayOn: WayOn;
  readonly statements: readonly Statement[];
  readonly exchanges: readonly Exchange[];
}

/** What went wrong, with the bank's code, and the way on. */
export function moneyProblemPage({ connection, title, text, detail, wayOn, statements, exchanges }: ProblemInput): string {
  return withPanel(
    title,
    exchanges,
    html`<section class="card outcome notPaid" aria-labelledby="problem">
<h1 id="problem">${title}</h1>
<p>${text}</p>
${detail === undefined ? undefined : html`<p class="small muted">For developers: <code>${detail}</code></p>`}
<div class="actions">${wayOnButton(connection, wayOn)}${link('/money', 'Money overview', 'secondary')}</div>
</section>
${statementsCard(connection, statements, false)}`,
  );
}

function wayOnButton(connection: Connection, wayOn: WayOn): Markup {
  const here = `/money/${connection.connectionId}`;
  switch (wayOn) {
    case 'signIn':
      return html`<form method="post" action="${here}/sign-in"><button class="btn primary" type="submit">Sign in again</button></form>`;
    case 'connect':
      return reconnect(connection);
    case 'statement':
      return link(`${here}/statement`, 'Ask again', 'primary');
    case 'retry':
      return link(here, 'Try again', 'primary');
  }
}

const bankName = ({ country }: Connection) => BANKS.find((bank) => bank.country === country)?.name ?? '';

function accessName({ access, isRecurring }: Connection): string {
  const label = ACCESS_CHOICES.find(({ id }) => id === access)?.label ?? '';
  return isRecurring ? label : `${label}, once`;
}
