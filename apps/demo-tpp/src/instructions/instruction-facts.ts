/** What was ordered, as people read it. */

import { formatCents, parseCents } from '@portico/primitives';
import type { PeriodicFrequency } from '../bank-limits.ts';
import type { BulkPaymentInitiation, PaymentInitiation } from '../bank-types.ts';
import { CREDITOR_NAME, groupIban } from '../checkout.ts';
import { type Fragment, html } from '../html.ts';
import { formatSum } from '../money/sums.ts';
import type { Instruction } from './instruction.ts';

export const FREQUENCIES: Readonly<Partial<Record<PeriodicFrequency, string>>> = {
  Daily: 'every day',
  Weekly: 'every week',
  EveryTwoWeeks: 'every two weeks',
  Monthly: 'every month',
  EveryTwoMonths: 'every two months',
  Quarterly: 'every quarter',
  SemiAnnual: 'every half year',
  Annual: 'every year',
};

export type Facts = readonly (readonly [label: string, value: Fragment])[];

export function factsOf(instruction: Instruction): Facts {
  const speed = instruction.product === 'instant-sepa-credit-transfers' ? 'Instant' : 'Ordinary';
  return [...orderFacts(instruction), ['How fast', speed]];
}

function orderFacts({ kind, initiation }: Instruction): Facts {
  switch (kind) {
    case 'subscription':
      return [
        ...paymentFacts(initiation),
        ['How often', `${FREQUENCIES[initiation.frequency] ?? initiation.frequency}${dayText(initiation.dayOfExecution)}`],
        ['First day', figure(initiation.startDate)],
        ['Last day', initiation.endDate === undefined ? 'none: it runs until you cancel' : figure(initiation.endDate)],
      ];
    case 'later':
      return [...paymentFacts(initiation), ['Day', figure(initiation.requestedExecutionDate ?? '')]];
    case 'payroll':
      return [
        ['Total', html`<span class="figure strong">${formatSum(totalOf(initiation))}</span>`],
        ['Payments', initiation.payments.length],
        ['Payday', initiation.requestedExecutionDate === undefined ? 'as soon as the bank can' : figure(initiation.requestedExecutionDate)],
        ['On the statement', initiation.batchBookingPreferred === true ? 'one booking for all preferred' : 'one booking for each'],
      ];
  }
}

/** For lists: `12.50 EUR, every month`. */
export function summaryOf({ kind, initiation }: Instruction): string {
  switch (kind) {
    case 'subscription':
      return `${formatSum(initiation.instructedAmount)}, ${FREQUENCIES[initiation.frequency] ?? initiation.frequency}`;
    case 'later':
      return `${formatSum(initiation.instructedAmount)} on ${initiation.requestedExecutionDate ?? ''}`;
    case 'payroll':
      return `${formatSum(totalOf(initiation))} to ${initiation.payments.length}`;
  }
}

function totalOf({ payments }: BulkPaymentInitiation): { readonly amount: string; readonly currency: string } {
  const cents = payments.reduce((sum, { instructedAmount }) => sum + (parseCents(instructedAmount.amount) ?? 0), 0);
  return { amount: formatCents(cents), currency: 'EUR' };
}

function paymentFacts({ instructedAmount, creditorAccount }: Pick<PaymentInitiation, 'instructedAmount' | 'creditorAccount'>): Facts {
  return [
    ['Amount', html`<span class="figure strong">${formatSum(instructedAmount)}</span>`],
    ['To', html`${CREDITOR_NAME}<span class="block figure">${groupIban(creditorAccount.iban)}</span>`],
  ];
}

const dayText = (day: string | undefined) => (day === undefined ? '' : day === '31' ? ', on its last day' : `, on day ${day}`);
const figure = (text: string) => html`<span class="figure">${text}</span>`;
