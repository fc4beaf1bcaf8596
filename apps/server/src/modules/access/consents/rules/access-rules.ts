/** Rules for `access`: exactly one of the Berlin Group's forms, and no feature that is not offered. */
import type { AccountAccess } from '@portico/contract';
import { explainIban } from '#modules/bank/index.ts';
import { breach, type ConsentRule } from './consent-rule.ts';

export const ACCESS_LISTS = ['accounts', 'balances', 'transactions'] as const;
const WHOLE_FORMS = ['allPsd2', 'availableAccounts', 'availableAccountsWithBalance'] as const;

export const accessIsOffered: ConsentRule = ({ access }) => {
  const name = (['additionalInformation', 'restrictedTo'] as const).find((field) => access[field] !== undefined);
  return name === undefined ? undefined : breach('PARAMETER_NOT_SUPPORTED', `access.${name}`, `${name} is not offered. Leave it out.`);
};

/** An empty list means the same as no list ("not present or contains an empty array"), so it is accepted beside a form without lists. */
export const accessHasOneForm: ConsentRule = ({ access }) => {
  const [form, other] = WHOLE_FORMS.filter((name) => access[name] !== undefined);
  if (other !== undefined) {
    return breach('PARAMETER_NOT_CONSISTENT', 'access', `These exclude each other: ${form}, ${other}. Send one of them.`);
  }
  const lists = givenLists(access);
  if (form === undefined) {
    if (lists.length > 0) return undefined;
    const text = 'No access is asked for. Send accounts, balances or transactions (empty: the customer chooses), allPsd2 or availableAccounts.';
    return breach('FORMAT_ERROR', 'access', text);
  }
  const named = lists.find((name) => access[name]?.length !== 0);
  if (named === undefined) return undefined;
  const text = `${form} names no accounts and ${named} does. Leave ${named} out or send it empty, or ask for the named accounts without ${form}.`;
  return breach('PARAMETER_NOT_CONSISTENT', `access.${named}`, text);
};

export const listsAreAllEmptyOrNone: ConsentRule = ({ access }) => {
  const lists = givenLists(access);
  const empty = lists.filter((name) => access[name]?.length === 0);
  if (empty.length === 0 || empty.length === lists.length) return undefined;
  const text = 'Some lists name accounts and this one is empty. Name accounts in all, or leave all empty: the customer chooses.';
  return breach('PARAMETER_NOT_CONSISTENT', `access.${empty[0]}`, text);
};

export const ibansAreValid: ConsentRule = ({ access }) => {
  for (const name of ACCESS_LISTS) {
    for (const [index, { iban }] of (access[name] ?? []).entries()) {
      const fault = explainIban(iban);
      if (fault !== undefined) return breach('FORMAT_ERROR', `access.${name}[${index}].iban`, fault);
    }
  }
  return undefined;
};

export const accountsComeOnce: ConsentRule = ({ access }) => {
  for (const name of ACCESS_LISTS) {
    const references = access[name]?.map(({ iban, currency }) => `${iban} ${currency ?? ''}`) ?? [];
    const index = references.findIndex((reference, place) => references.indexOf(reference) < place);
    if (index >= 0) return breach('FORMAT_ERROR', `access.${name}[${index}]`, 'This account comes twice. Send it once.');
  }
  return undefined;
};

export function givenLists(access: AccountAccess): readonly (typeof ACCESS_LISTS)[number][] {
  return ACCESS_LISTS.filter((name) => access[name] !== undefined);
}
