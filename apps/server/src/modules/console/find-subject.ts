/** The payment or consent of a history, with its facts and its personal values. Only this file decides which values are personal. */
import type { ConsoleFinding } from '@portico/contract';
import type { ConsoleField } from '@portico/contract/values';
import { findConsent } from '#modules/access/index.ts';
import { findPayment, toAmount } from '#modules/payments/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { ConsoleServices } from './console-services.ts';
import type { Trail } from './find-trail.ts';
import { maskAccount, maskName, maskText } from './mask.ts';

type Sources = Pick<ConsoleServices, 'bank' | 'tppApps'>;

type Facts = Omit<ConsoleFinding, 'personal' | 'events' | 'lookedAtBy'>;

export interface Subject {
  readonly facts: Facts;
  readonly personal: readonly PersonalValue[];
}

interface PersonalValue {
  readonly field: ConsoleField;
  readonly value: string;
  readonly masked: string;
}

const READERS = { payment: readPayment, consent: readConsent } as const;

/**
 * The subject has this id; else it is the first payment of the history, else its first consent. Undefined: the history has neither, or it was deleted.
 */
export async function findSubject(deps: Sources, reader: Reader, id: string, { entries }: Trail): Promise<Subject | undefined> {
  const named = entries.filter(({ chain }) => chain === `payment:${id}` || chain === `consent:${id}`);
  for (const entry of [...named, ...entries]) {
    const [kind = '', itsId = ''] = entry.chain.split(':', 2);
    if (kind !== 'payment' && kind !== 'consent') continue;
    return READERS[kind](deps, reader, { sandboxId: entry.sandboxId, id: itsId });
  }
  return undefined;
}

interface Key {
  readonly sandboxId: string;
  readonly id: string;
}

async function readPayment(deps: Sources, reader: Reader, { sandboxId, id }: Key): Promise<Subject | undefined> {
  const payment = await findPayment(reader, sandboxId, id);
  if (payment === undefined) return undefined;
  const payee = payment.bulk === undefined ? payment : undefined;
  return {
    facts: {
      kind: 'payment',
      id,
      status: payment.status,
      amount: toAmount(payment.amountCents, payment.currency),
      product: payment.product,
      receivedAt: payment.receivedAt.toISOString(),
      ...(payment.signature && { signedAt: payment.signature.signedAt.toISOString() }),
      ...(payment.rejection && { rejection: payment.rejection.text }),
      ...(await providerOf(deps, reader, payment)),
    },
    personal: [
      ...named('payer', await nameOf(deps, reader, payment)),
      ...account('payerAccount', payment.signature?.debtorIban ?? payment.requestedDebtorIban),
      ...named('payee', payee?.creditorName),
      ...account('payeeAccount', payee?.creditorIban),
      ...text('description', payee?.remittanceUnstructured ?? payee?.remittanceStructured?.reference),
    ],
  };
}

async function readConsent(deps: Sources, reader: Reader, { sandboxId, id }: Key): Promise<Subject | undefined> {
  const consent = await findConsent(reader, { sandboxId, consentId: id });
  if (consent === undefined) return undefined;
  const ibans = consent.accounts.map(({ iban }) => iban);
  return {
    facts: {
      kind: 'consent',
      id,
      status: consent.status,
      validUntil: consent.validUntil,
      receivedAt: consent.receivedAt.toISOString(),
      ...(consent.signedAt && { signedAt: consent.signedAt.toISOString() }),
      ...(await providerOf(deps, reader, consent)),
    },
    personal: [
      ...named('holder', consent.accountHolder),
      ...named('representative', consent.representative),
      ...(ibans.length === 0 ? [] : [{ field: 'accounts' as const, value: ibans.join(', '), masked: ibans.map(maskAccount).join(', ') }]),
    ],
  };
}

async function providerOf({ tppApps }: Sources, reader: Reader, { sandboxId, appId }: { sandboxId: string; appId: string }) {
  const [names] = await tppApps.listNames(reader, sandboxId, [appId]);
  return names === undefined ? {} : { provider: names.registeredName ?? names.clientName };
}

/** Undefined while the bank's core does not respond: the rest of the page does not need it. */
async function nameOf({ bank }: Sources, reader: Reader, owner: { sandboxId: string; customerId: string }): Promise<string | undefined> {
  const customer = await bank.findCustomer(owner, reader).catch(() => undefined);
  return customer?.name;
}

const value = (field: ConsoleField, given: string | undefined, mask: (value: string) => string): readonly PersonalValue[] =>
  given === undefined || given === '' ? [] : [{ field, value: given, masked: mask(given) }];
const named = (field: ConsoleField, given: string | undefined) => value(field, given, maskName);
const account = (field: ConsoleField, given: string | undefined) => value(field, given, maskAccount);
const text = (field: ConsoleField, given: string | undefined) => value(field, given, maskText);
