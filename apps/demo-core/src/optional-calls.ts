/** The optional calls, which this core answers in version 2, and what the staff of this bank does: Portico makes no call that begins with `staff-`. */
import { findAccountByIban } from './accounts.ts';
import { listEvents, tell } from './events.ts';
import type { Ledger } from './ledger.ts';
import { findOrder, rejectHeld, toReason } from './orders.ts';
import { BANK_CODE, DEAR_PAYEE, FEES, REFUSED_BEFORE } from './people.ts';
import { bodies, cents, text, texts } from './read-body.ts';
import { type Body, type Calls, Refused } from './serve.ts';

export function optionalCalls(ledger: Ledger): Calls {
  return {
    decide: (body) => ({ decision: decide(bodies(body, 'payees'), text(body, 'currency')) }),
    'find-orders': (body) => ({ orders: texts(body, 'paymentIds').map((paymentId) => findOrder(ledger, paymentId)) }),
    'list-events': (body) => listEvents(ledger, cents(body, 'after'), cents(body, 'limit')),
    'staff-reject-order': (body) => {
      rejectHeld(ledger, text(body, 'paymentId'), toReason(text(body, 'reason')));
      return {};
    },
    'staff-close-account': (body) => {
      const [customerId, iban] = [text(body, 'customerId'), text(body, 'iban')];
      if (findAccountByIban(ledger, customerId, iban) === undefined) throw new Refused(404, `There is no account ${iban} of ${customerId}.`);
      ledger.run('insert into closed_account (iban) values (?)', iban);
      tell(ledger, 'accountClosed', { customerId, iban });
      return {};
    },
    'staff-remove-customer': (body) => {
      const customerId = text(body, 'customerId');
      ledger.run('insert into gone (customer_id) values (?) on conflict do nothing', customerId);
      tell(ledger, 'customerGone', { customerId });
      return {};
    },
  };
}

/** A real core asks its limits, price list and rules. */
function decide(payees: readonly Body[], currency: string): object {
  for (const payee of payees) {
    const reason = REFUSED_BEFORE.get(text(payee, 'creditorName'));
    if (reason !== undefined) return { decision: 'refuse', reason };
  }
  return { decision: 'allow', currency, feesCents: payees.map(feeOf) };
}

function feeOf(payee: Body): number {
  if (text(payee, 'creditorName') === DEAR_PAYEE.name) return DEAR_PAYEE.feeCents;
  const iban = text(payee, 'creditorIban');
  return iban.startsWith('EE') && iban.slice(4, 6) === BANK_CODE ? FEES.withinBank : FEES.otherBank;
}
