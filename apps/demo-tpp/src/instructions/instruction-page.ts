/** One instruction: before it was sent, what the bank says of it, or why the bank cannot be asked. */
import { BANK_NAME } from '../bank-name.ts';
import type { Problem } from '../bank-problem.ts';
import { BANKS, groupIban } from '../checkout.ts';
import { type Fragment, html, type Markup } from '../html.ts';
import { formatSum } from '../money/sums.ts';
import { exchangePanel } from '../pages/exchange-panel.ts';
import { link, page } from '../pages/layout.ts';
import type { StatusWords } from '../payment-words.ts';
import { reasonLine } from '../reason-words.ts';
import type { Exchange } from '../shop-store.ts';
import { type Instruction, KINDS, pageOf } from './instruction.ts';
import type { InstructionState, Part } from './instruction-answers.ts';
import { factsOf } from './instruction-facts.ts';
import type { WayOn } from './instruction-problem.ts';
import { type InstructionWords, instructionWords, partWords } from './instruction-words.ts';

interface PageInput {
  readonly instruction: Instruction;
  readonly exchanges: readonly Exchange[];
}

/** Nothing was sent yet: what will be. */
export function draftPage({ instruction, exchanges }: PageInput): string {
  const words: StatusWords = {
    outcome: 'waiting',
    title: instruction.kind === 'payroll' ? 'Check the payroll' : 'Not sent yet',
    text: 'Nothing was sent to the bank. You sign in and approve on the bank’s own page, then come back here.',
  };
  return framed(instruction, exchanges, {
    words,
    actions: html`${signIn(instruction, `Continue at ${BANK_NAME}`)}${link(KINDS[instruction.kind].path, instruction.kind === 'payroll' ? 'Send another file' : 'Start again', 'secondary')}`,
    state: undefined,
  });
}

export function statePage({ instruction, exchanges, state, now }: PageInput & { readonly state: InstructionState; readonly now: string }): string {
  const words = instructionWords(instruction.kind, state.transactionStatus);
  return framed(instruction, exchanges, {
    words,
    more: reasonLine(state),
    facts: [
      ...(state.nextExecutionDate === undefined ? [] : [['Next payment', html`<span class="figure">${state.nextExecutionDate}</span>`] as const]),
      ['Status at the bank', html`<code>${state.transactionStatus}</code><span class="block small muted">read ${now}</span>`],
    ],
    actions: stateActions(instruction, words),
    state,
  });
}

/** An instruction that was not paid offers a new order, because the bank does not try it again. */
function stateActions(instruction: Instruction, { outcome, isOpen }: InstructionWords): Markup {
  const { kind } = instruction;
  const { path, noun } = KINDS[kind];
  if (outcome === 'notPaid')
    return html`${link(path, kind === 'later' ? 'Pay again' : 'Start again', 'primary')}${link(pageOf(instruction), 'Ask the bank again', 'secondary')}`;
  return html`${link(pageOf(instruction), 'Ask the bank again', 'primary')}${isOpen ? post(instruction, 'cancel', `Cancel this ${noun}`, 'secondary') : undefined}`;
}

export function instructionProblemPage({ instruction, exchanges, problem, wayOn }: PageInput & { problem: Problem; wayOn: WayOn }): string {
  const { title, text, detail } = problem;
  return framed(instruction, exchanges, {
    words: { outcome: wayOn === 'signIn' ? 'waiting' : 'notPaid', title, text },
    more: detail === undefined ? undefined : html`<p class="small muted">For developers: <code>${detail}</code></p>`,
    actions: wayOnActions(instruction, wayOn),
    state: undefined,
  });
}

function wayOnActions(instruction: Instruction, wayOn: WayOn): Markup {
  const { path } = KINDS[instruction.kind];
  switch (wayOn) {
    case 'signIn':
      return html`${signIn(instruction, `Sign in at ${BANK_NAME}`)}`;
    case 'change':
      return html`${link(path, 'Start again', 'primary')}`;
    case 'retry':
      return html`${link(pageOf(instruction), 'Ask the bank again', 'primary')}`;
  }
}

interface Frame {
  readonly words: StatusWords;
  readonly more?: Fragment;
  readonly facts?: readonly (readonly [string, Fragment])[];
  readonly actions: Fragment;
  /** Undefined where the bank said nothing. */
  readonly state: InstructionState | undefined;
}

function framed(instruction: Instruction, exchanges: readonly Exchange[], { words, more, facts = [], actions, state }: Frame): string {
  const bank = BANKS.find(({ country }) => country === instruction.country)?.name ?? '';
  const id = instruction.paymentId === undefined ? [] : [['Payment id', html`<code>${instruction.paymentId}</code>`] as const];
  const rows = [...factsOf(instruction), ['From', bank] as const, ...id, ...facts];
  return page(
    words.title,
    html`<div class="columns">
<div class="stack">
<section class="card outcome ${words.outcome}" aria-labelledby="state">
<h1 id="state">${words.title}</h1>
<p>${words.text}</p>
${more}
<dl class="facts">${rows.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<div class="actions">${actions}</div>
</section>
${partsCard(instruction, state)}
</div>
${exchangePanel(exchanges)}
</div>`,
  );
}

/** The runs of a subscription, or the payments of a payroll. */
function partsCard({ kind, initiation }: Instruction, state: InstructionState | undefined): Markup | undefined {
  if (kind === 'payroll') {
    const rows = initiation.payments.map(({ creditorName, creditorAccount, instructedAmount, remittanceInformationUnstructured }, place) =>
      partRow({
        title: creditorName,
        hint: html`<span class="figure">${groupIban(creditorAccount.iban)}</span><span class="block">${remittanceInformationUnstructured}</span>`,
        sum: instructedAmount,
        part: state?.parts[place],
      }),
    );
    return card('Payments', undefined, rows);
  }
  if (kind === 'later' || state === undefined) return undefined;
  const rows = state.parts.map((part) =>
    partRow({ title: html`<span class="figure">${part.executionDate}</span>`, sum: initiation.instructedAmount, part }),
  );
  return card('Payments so far', 'None yet. Each payment appears here with its outcome.', rows);
}

function card(title: string, empty: string | undefined, rows: readonly Markup[]): Markup {
  return html`<section class="card" aria-labelledby="parts">
<h2 id="parts">${title}</h2>
${rows.length === 0 ? html`<p class="muted">${empty}</p>` : html`<ul class="lines">${rows}</ul>`}
</section>`;
}

interface PartRow {
  readonly title: Fragment;
  readonly hint?: Fragment;
  readonly sum: { readonly amount: string; readonly currency: string };
  readonly part: Part | undefined;
}

function partRow({ title, hint, sum, part }: PartRow): Markup {
  const outcome = part && html`<span class="small block">${partWords(part.transactionStatus)}</span>`;
  return html`<li><span class="narrowable">${title}${hint === undefined ? undefined : html`<span class="small muted block">${hint}</span>`}${part?.reason === undefined ? undefined : html`<span class="small block">${part.reason}</span>`}</span><span class="sum"><span class="figure">${formatSum(sum)}</span>${outcome}</span></li>`;
}

const signIn = (instruction: Instruction, label: string) => post(instruction, 'sign-in', label, 'primary');

function post(instruction: Instruction, act: 'sign-in' | 'cancel', label: string, kind: 'primary' | 'secondary'): Markup {
  return html`<form method="post" action="${pageOf(instruction)}/${act}"><button class="btn ${kind}" type="submit">${label}</button></form>`;
}
