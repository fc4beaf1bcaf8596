/** Rules of a document that its schema cannot say. Pure; the texts name what is wrong and what is accepted. */
import type { DocumentAccount, DocumentCustomer, DocumentTransaction, SandboxDocument } from '@portico/contract';
import { IMPORT_TRANSACTIONS_MAX } from '@portico/contract/values';
import { addCents, formatCents, isIban } from '@portico/primitives';
import { parseAmount, SEED_CUSTOMERS } from '#modules/bank-sandbox/index.ts';
import { clientNameFlaw } from '#modules/tpp-apps/index.ts';
import type { ProblemEntry } from '#platform/http/problem-entry.ts';
import { isPrintable } from '#platform/printable-text.ts';

const SEEDED = new Map(
  Object.values(SEED_CUSTOMERS)
    .flat()
    .map((customer) => [customer.key, customer]),
);

type Fault = ProblemEntry & { readonly path: string };

/** Number of transactions, however the rest of the document looks. */
export function countTransactions({ customers }: SandboxDocument): number {
  return customers.reduce((sum, { accounts }) => sum + accounts.reduce((ofOne, { transactions }) => ofOne + transactions.length, 0), 0);
}

/** Every fault, in the order of the document. */
export function checkDocument(document: SandboxDocument): readonly Fault[] {
  const count = countTransactions(document);
  if (count > IMPORT_TRANSACTIONS_MAX) {
    return [
      { path: 'customers', text: `The document has ${count} transactions. Accepted: at most ${IMPORT_TRANSACTIONS_MAX} in all accounts together.` },
    ];
  }
  const seeds = new Set<string>();
  const faults = document.customers.flatMap((customer, index) => {
    const at = `customers[${index}]`;
    const repeated = customer.seed !== undefined && seeds.has(customer.seed);
    if (customer.seed !== undefined) seeds.add(customer.seed);
    return [
      ...(repeated ? [{ path: `${at}.seed`, text: `Another customer of the document has the seed ${customer.seed}. Leave one of them out.` }] : []),
      ...checkCustomer(customer, at),
      ...customer.accounts.flatMap((account, place) => checkAccount(account, `${at}.accounts[${place}]`, document)),
    ];
  });
  return isRealTime(document.now) ? faults : [{ path: 'now', text: 'This day or time does not exist.' }, ...faults];
}

function checkCustomer(customer: DocumentCustomer, at: string): readonly Fault[] {
  const { type, firstName, surname, companyName, seed } = customer;
  const names = Object.entries({ firstName, surname, companyName }).flatMap(([name, text]) => {
    const flaw = text === undefined ? undefined : clientNameFlaw(text);
    return flaw === undefined ? [] : [{ path: `${at}.${name}`, text: flaw }];
  });
  if ((type === 'company') !== (companyName !== undefined)) {
    names.push({
      path: `${at}.companyName`,
      text: type === 'company' ? 'A company needs a name.' : 'Only a company has a company name. Leave it out.',
    });
  }
  const seeded = seed === undefined ? undefined : SEEDED.get(seed);
  if (seed === undefined) return names;
  if (seeded === undefined)
    return [...names, { path: `${at}.seed`, text: `No new sandbox has a customer ${seed}. Leave the seed out to create an own customer.` }];
  const members = ['country', 'type', 'firstName', 'surname', 'companyName'] as const;
  const changed = members.filter((member) => customer[member] !== seeded[member]);
  return [
    ...names,
    ...changed.map((member) => ({
      path: `${at}.${member}`,
      text: `The customer with the seed ${seed} has ${seeded[member] ?? 'none'} here. Restore it, or leave the seed out to create an own customer.`,
    })),
  ];
}

function checkAccount(account: DocumentAccount, at: string, document: SandboxDocument): readonly Fault[] {
  const { name, currency, openingBalance, balance, transactions } = account;
  const nameFlaw = clientNameFlaw(name);
  const currencies = Object.entries({ openingBalance, balance }).filter(([, amount]) => amount.currency !== currency);
  const faults = transactions.flatMap((transaction, row) => checkTransaction(transaction, currency, `${at}.transactions[${row}]`, document));
  const cents = transactions.flatMap(({ amount, fee }) => [parseAmount(amount.amount), fee === undefined ? 0 : -parseAmount(fee.amount)]);
  const sum = addCents(parseAmount(openingBalance.amount), ...cents);
  const stated = parseAmount(balance.amount);
  return [
    ...(nameFlaw === undefined ? [] : [{ path: `${at}.name`, text: nameFlaw }]),
    ...currencies.map(([member]) => ({ path: `${at}.${member}.currency`, text: `The account is in ${currency}. Accepted: ${currency}.` })),
    ...faults,
    ...(sum === stated
      ? []
      : [
          {
            path: `${at}.balance.amount`,
            text: `The opening balance and the transactions add up to ${formatCents(sum)}, not ${balance.amount}. Correct one of them.`,
          },
        ]),
    ...(stated < 0 ? [{ path: `${at}.balance.amount`, text: 'No account of the sandbox bank is overdrawn. Accepted: 0.00 or more.' }] : []),
  ];
}

function checkTransaction(transaction: DocumentTransaction, currency: string, at: string, document: SandboxDocument): readonly Fault[] {
  const { amount, fee, bookedAt, counterpartIban, counterpartAccount: place } = transaction;
  const { reference, referenceType, referenceIssuer } = transaction.remittanceInformationStructured ?? {};
  const texts = {
    counterpartName: transaction.counterpartName,
    remittanceInformationUnstructured: transaction.remittanceInformationUnstructured,
    'remittanceInformationStructured.reference': reference,
    'remittanceInformationStructured.referenceType': referenceType,
    'remittanceInformationStructured.referenceIssuer': referenceIssuer,
    endToEndIdentification: transaction.endToEndIdentification,
  };
  const faults = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined || isPrintable(text) ? [] : [{ path: `${at}.${name}`, text: 'This text holds invisible characters. Leave them out.' }],
  );
  const add = (member: string, text: string) => faults.push({ path: `${at}.${member}`, text });
  if (parseAmount(amount.amount) === 0) add('amount.amount', 'A transaction moves money. Accepted: any amount but 0.00.');
  if (amount.currency !== currency) add('amount.currency', `The account is in ${currency}. Accepted: ${currency}.`);
  if (fee !== undefined && fee.currency !== currency) add('fee.currency', `The account is in ${currency}. Accepted: ${currency}.`);
  if (fee !== undefined && parseAmount(fee.amount) <= 0) add('fee.amount', 'A fee is more than 0.00. Leave it out when there is none.');
  if (!isRealTime(bookedAt)) add('bookedAt', 'This day or time does not exist.');
  else if (bookedAt > document.now) add('bookedAt', `This is later than the document's time ${document.now}. Accepted: that time or earlier.`);
  if (counterpartIban !== undefined && !isIban(counterpartIban))
    add('counterpartIban', 'This is no IBAN: its length, characters or check digits are wrong.');
  if (place !== undefined && counterpartIban !== undefined)
    add('counterpartIban', 'The counterpart is an account of the document already. Leave one of both out.');
  if (place !== undefined && document.customers[place.customer]?.accounts[place.account] === undefined) {
    add('counterpartAccount', `The document has no customers[${place.customer}].accounts[${place.account}].`);
  }
  return faults;
}

/** The schema accepts 30 February. */
function isRealTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}
